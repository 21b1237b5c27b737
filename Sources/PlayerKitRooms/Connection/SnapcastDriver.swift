import PlayerKit
import PlayerKitSystem

/// Carries out the actions of a client's state machine: connections (one at a time), timers,
/// answers, and events.
final class SnapcastDriver: Sendable {
  typealias Machine = SnapcastStateMachine
  typealias Answer = Result<[UInt8], SnapcastError>

  private struct State {
    var machine = Machine()
    var connection: (attempt: Machine.Attempt, connection: SnapcastConnection)?
    var asked: [RequestNumber: (timer: ClockTimer?, onAnswer: @Sendable (Answer) -> Void)] = [:]
    var listeners: [Int: SnapcastEvents.Buffer] = [:]
    var listenerCount = 0
  }

  private let address: SnapcastAddress
  private let configuration: SnapcastClient.Configuration
  private let state = Locked(State())

  init(_ address: SnapcastAddress, _ configuration: SnapcastClient.Configuration) {
    self.address = address
    self.configuration = configuration
  }

  // MARK: Requests

  /// Returns a number for a request, to pass to ``ask(_:_:_:)``. The request may be given up before
  /// that.
  func nextNumber() -> RequestNumber {
    state.withLock { $0.machine.nextNumber() }
  }

  func ask(
    _ number: RequestNumber,
    _ request: RPCRequest,
    _ onAnswer: @escaping @Sendable (Answer) -> Void
  ) {
    let address = address
    let timer = configuration.clock.schedule(
      at: configuration.clock.now + configuration.requestTimeout
    ) { [weak self] in
      let error = SnapcastError(.timedOut, "\(address) does not answer.")
      self?.run { $0.giveUp(number, error) }
    }
    run(before: { $0.asked[number] = (timer, onAnswer) }) { $0.ask(number, request) }
  }

  func giveUp(_ number: RequestNumber, _ error: SnapcastError) {
    run { $0.giveUp(number, error) }
  }

  func listen() -> SnapcastEvents.Buffer {
    let buffer = SnapcastEvents.Buffer()
    let number = state.withLock { state in
      state.listenerCount += 1
      return state.listenerCount
    }
    buffer.onEnd { [weak self] in self?.endListening(number) }
    buffer.onCaughtUp { [weak self] in self?.run { $0.statusWanted() } }
    run(before: { $0.listeners[number] = buffer }) { $0.listen() }
    return buffer
  }

  private func endListening(_ number: Int) {
    state.withLock { state in
      guard state.listeners.removeValue(forKey: number) != nil else { return }
      state.machine.endListening()
    }
  }

  func close() {
    run { $0.close() }
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return state.listeners.values.map(\.self)
    }
    for listener in listeners { listener.finish() }
  }

  // MARK: Actions

  private func run(
    before: (inout State) -> Void = { _ in },
    _ input: (inout Machine) -> [Machine.Action]
  ) {
    let actions = state.withLock { state in
      before(&state)
      return input(&state.machine)
    }
    for action in actions { perform(action) }
  }

  private func perform(_ action: Machine.Action) {
    switch action {
    case .open(let attempt):
      open(attempt)
    case .send(let attempt, let bytes):
      connection(attempt)?.send(bytes)
    case .close(let attempt):
      connection(attempt)?.cancel()
    case .answer(let number, let answer):
      let asked = state.withLock { $0.asked.removeValue(forKey: number) }
      asked?.timer?.cancel()
      asked?.onAnswer(answer)
    case .tell(let event):
      tell(event)
    case .wake(let attempt, let pause):
      let clock = configuration.clock
      // This timer is never canceled. A late call has no effect.
      _ = clock.schedule(at: clock.now + pause) { [weak self] in self?.run { $0.retry(attempt) } }
    }
  }

  func tell(_ event: SnapcastEvent) {
    for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.add(event) }
  }

  private func connection(_ attempt: Machine.Attempt) -> SnapcastConnection? {
    state.withLock { $0.connection?.attempt == attempt ? $0.connection?.connection : nil }
  }

  private func open(_ attempt: Machine.Attempt) {
    let connection = SnapcastConnection(
      address,
      LineSocket.Limits(line: configuration.longestLine, connecting: configuration.connectTimeout)
    )
    let isWanted = state.withLock { state in
      guard state.machine.isConnecting(attempt) else { return false }
      state.connection = (attempt, connection)
      return true
    }
    // A close before this found no connection to cancel.
    guard isWanted else { return }
    connection.start(
      SnapcastConnection.Callbacks(
        onOpen: { [weak self] in self?.run { $0.opened(attempt) } },
        onLine: { [weak self] line in self?.run { $0.received(line, attempt) } },
        onClose: { [weak self] error in self?.run { $0.lost(attempt, error) } }
      )
    )
  }
}
