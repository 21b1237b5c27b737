import PlayerKit

/// The pure state machine of a snapserver client. Each input returns the actions to perform.
///
/// It connects when a request or a listener needs a connection, and reconnects while there are
/// listeners. On each connection it first requests the whole status.
struct SnapcastStateMachine: Sendable {
  enum Action: Sendable, Equatable {
    case open(Attempt)
    case send(Attempt, [UInt8])
    case close(Attempt)
    /// Answers a request with the received line, or with the reason of the failure.
    case answer(RequestNumber, Result<[UInt8], SnapcastError>)
    case tell(SnapcastEvent)
    /// Calls ``retry(_:)`` once, after this time.
    case wake(Attempt, after: Duration)
  }

  /// The number of a connection attempt of the client, counting failed ones.
  struct Attempt: Hashable, Sendable {
    var number = 0
  }

  enum State: Sendable, Equatable {
    case idle
    /// With the requests that wait for the connection.
    case connecting([RequestNumber: RPCRequest])
    /// With the requests that wait for answers. `own` is the machine's own request.
    case connected(asked: Set<RequestNumber>, own: RequestNumber?)
    /// Waiting until the next attempt.
    case pausing
    case closed
  }

  /// The maximum number of waiting requests.
  static let maximumRequests = 256
  static let longestPause = Duration.seconds(15)

  private(set) var state = State.idle
  private var attempt = Attempt()
  /// The number of consecutive failed attempts.
  private var failures = 0
  private var listeners = 0
  private var lastNumber = 0

  // MARK: Requests

  /// Returns the number of the next request.
  mutating func nextNumber() -> RequestNumber {
    lastNumber += 1
    return RequestNumber(value: lastNumber)
  }

  mutating func ask(_ number: RequestNumber, _ request: RPCRequest) -> [Action] {
    switch state {
    case .idle, .pausing:
      return connect(with: [number: request])
    case .connecting(var waiting):
      guard waiting.count < Self.maximumRequests else { return [refuse(number)] }
      waiting[number] = request
      state = .connecting(waiting)
      return []
    case .connected(var asked, let own):
      guard asked.count < Self.maximumRequests else { return [refuse(number)] }
      asked.insert(number)
      state = .connected(asked: asked, own: own)
      return [.send(attempt, request.line(number))]
    case .closed:
      return [.answer(number, .failure(Self.closedError))]
    }
  }

  /// Gives up a request, because it took too long or its task was canceled.
  mutating func giveUp(_ number: RequestNumber, _ error: SnapcastError) -> [Action] {
    switch state {
    case .idle, .pausing, .closed:
      return []
    case .connecting(var waiting):
      guard waiting.removeValue(forKey: number) != nil else { return [] }
      state = .connecting(waiting)
      return [.answer(number, .failure(error))]
    case .connected(var asked, let own):
      guard asked.remove(number) != nil else { return [] }
      state = .connected(asked: asked, own: own)
      return [.answer(number, .failure(error))]
    }
  }

  /// A listener was added.
  mutating func listen() -> [Action] {
    listeners += 1
    switch state {
    case .idle, .pausing: return connect(with: [:])
    case .connecting, .closed: return []
    case .connected(let asked, nil): return askStatus(asked)
    case .connected(_, .some): return []
    }
  }

  mutating func endListening() {
    listeners -= 1
  }

  /// A listener missed events.
  mutating func statusWanted() -> [Action] {
    switch state {
    case .idle, .connecting, .pausing, .closed, .connected(_, .some): []
    case .connected(let asked, nil): askStatus(asked)
    }
  }

  mutating func close() -> [Action] {
    defer { state = .closed }
    switch state {
    case .idle, .pausing, .closed:
      return []
    case .connecting(let waiting):
      return [.close(attempt)] + answers(waiting.keys, Self.closedError)
    case .connected(let asked, _):
      return [.close(attempt)] + answers(asked, Self.closedError)
    }
  }

  // MARK: The connection

  /// Returns whether the machine still waits for the connection of an attempt.
  func isConnecting(_ attempt: Attempt) -> Bool {
    guard attempt == self.attempt, case .connecting = state else { return false }
    return true
  }

  mutating func opened(_ attempt: Attempt) -> [Action] {
    guard attempt == self.attempt, case .connecting(let waiting) = state else { return [] }
    let sends = waiting.sorted { $0.key < $1.key }
      .map { Action.send(attempt, $0.value.line($0.key)) }
    return askStatus(Set(waiting.keys)) + sends
  }

  mutating func received(_ line: [UInt8], _ attempt: Attempt) -> [Action] {
    guard attempt == self.attempt, case .connected(var asked, let own) = state else { return [] }
    switch RPCMessage(line) {
    case .answer(let number) where number == own:
      guard let answer = try? RPCAnswer<StatusAnswer>.read(line) else {
        return drop(Self.nonsense)
      }
      failures = 0
      state = .connected(asked: asked, own: nil)
      return [.tell(.status(answer.server))]
    case .refusal(let number, let error) where number == own:
      return drop(error)
    case .answer(let number):
      guard asked.remove(number) != nil else { return [] }
      state = .connected(asked: asked, own: own)
      return [.answer(number, .success(line))]
    case .refusal(let number, let error):
      guard asked.remove(number) != nil else { return [] }
      state = .connected(asked: asked, own: own)
      return [.answer(number, .failure(error))]
    case .events(let events):
      return events.map { .tell($0) }
    case .unreadable:
      return drop(Self.nonsense)
    }
  }

  /// The connection was lost or could not be made.
  mutating func lost(_ attempt: Attempt, _ error: SnapcastError) -> [Action] {
    guard attempt == self.attempt else { return [] }
    switch state {
    case .idle, .pausing, .closed:
      return []
    case .connecting(let waiting):
      return pause() + answers(waiting.keys, error) + [.tell(.disconnected(error))]
    case .connected(let asked, _):
      return pause() + answers(asked, error) + [.tell(.disconnected(error))]
    }
  }

  mutating func retry(_ attempt: Attempt) -> [Action] {
    guard attempt == self.attempt, state == .pausing else { return [] }
    guard listeners > 0 else {
      state = .idle
      return []
    }
    return connect(with: [:])
  }

  // MARK: Parts

  private mutating func connect(with waiting: [RequestNumber: RPCRequest]) -> [Action] {
    attempt.number += 1
    state = .connecting(waiting)
    return [.open(attempt)]
  }

  private mutating func askStatus(_ asked: Set<RequestNumber>) -> [Action] {
    let number = nextNumber()
    state = .connected(asked: asked, own: number)
    return [.send(attempt, RPCRequest.status.line(number))]
  }

  private mutating func drop(_ error: SnapcastError) -> [Action] {
    [.close(attempt)] + lost(attempt, error)
  }

  private mutating func pause() -> [Action] {
    state = .pausing
    failures += 1
    let pause = Duration.milliseconds(125).doubled(failures, upTo: Self.longestPause)
    return [.wake(attempt, after: pause)]
  }

  private func answers(
    _ numbers: some Sequence<RequestNumber>,
    _ error: SnapcastError
  ) -> [Action] {
    numbers.sorted().map { .answer($0, .failure(error)) }
  }

  private func refuse(_ number: RequestNumber) -> Action {
    .answer(number, .failure(SnapcastError(.busy, "Too many requests wait for their answers.")))
  }

  private static let closedError = SnapcastError(.closed, "The client was closed.")
  private static let nonsense = SnapcastError(
    .invalidResponse,
    "No snapserver answers at this address. Check host and port."
  )
}
