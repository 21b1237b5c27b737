import PlayerKit

extension FakeEngine {
  /// A call of a ``FakeEngine`` method, for comparisons in tests.
  public enum Command: Sendable, Hashable {
    /// `load(_:)`, with the ``PlayerKit/MediaSource/fakeName`` of the source.
    case load(LoadID, source: String, position: Duration, isPlaying: Bool)
    /// `setNext(_:after:)` with a load.
    case setNext(LoadID, source: String, position: Duration, after: LoadID)
    /// `setNext(nil, after:)`.
    case removeNext(after: LoadID)
    /// `playNext(_:after:isPlaying:)`.
    case playNext(LoadID, after: LoadID, isPlaying: Bool)
    /// `setPlaying(_:load:)`.
    case setPlaying(Bool, LoadID)
    /// `seek(to:id:load:)`.
    case seek(Duration, SeekID, LoadID)
    /// `unload(_:)`.
    case unload(LoadID)
    /// `setOutput(_:)`.
    case setOutput(OutputSettings)
    /// `close()`.
    case close
  }

  /// The state of a ``FakeEngine``, protected by one lock.
  struct State {
    var machine: FakeEngineStateMachine
    var scripts: [String: FakeMedia] = [:]
    var loads: [LoadID: EngineLoad] = [:]
    var openedSources: [String] = []
    var commands: [Command] = []
    /// The commands that have not been carried out yet.
    var inputs: [Due<Input>] = []
    /// The reports that have not been delivered yet.
    var deliveries: [Due<Delivery>] = []
    var delays: Delays
    var isDelivering = false
    var alarm: Alarm?

    init(machine: FakeEngineStateMachine, lateness: Lateness?) {
      self.machine = machine
      delays = Delays(lateness, salt: 1)
    }
  }

  typealias Input =
    @Sendable (inout FakeEngineStateMachine, MonotonicInstant) ->
    [FakeEngineStateMachine.Action]

  /// Content to process at an instant.
  struct Due<Content> {
    let instant: MonotonicInstant
    let content: Content
  }

  /// A call to make after the lock is released.
  enum Delivery {
    case report(LoadEvent, EngineLoad)
    case closed(CheckedContinuation<Void, Never>)
  }

  /// The pending callback of the clock. `timer` is `nil` while it is being scheduled.
  struct Alarm {
    let deadline: MonotonicInstant
    var timer: ClockTimer?
  }

  /// The next step of the delivering thread, outside the lock.
  enum Step {
    case deliver(Delivery)
    case moveAlarm(from: ClockTimer?, to: MonotonicInstant?)
    case finish
  }
}

extension FakeEngine.State {
  /// Enqueues an input, then applies all that are due.
  mutating func receive(_ input: @escaping FakeEngine.Input, now: MonotonicInstant) {
    let due = max(inputs.last?.instant ?? now, now + delays.next())
    inputs.append(FakeEngine.Due(instant: due, content: input))
    performDue(now: now)
  }

  /// Applies the inputs that are due.
  mutating func performDue(now: MonotonicInstant) {
    while let input = inputs.first, input.instant <= now {
      inputs.removeFirst()
      record(machine.tick(now: now), now: now)
      record(input.content(&machine, now), now: now)
    }
    record(machine.tick(now: now), now: now)
  }

  /// Carries out all pending commands and makes all pending reports due, without delay.
  mutating func hurry(now: MonotonicInstant) {
    inputs = inputs.map { FakeEngine.Due(instant: now, content: $0.content) }
    performDue(now: now)
    deliveries = deliveries.map { FakeEngine.Due(instant: now, content: $0.content) }
  }

  mutating func say(_ delivery: FakeEngine.Delivery, now: MonotonicInstant) {
    let due = max(deliveries.last?.instant ?? now, now + delays.next())
    deliveries.append(FakeEngine.Due(instant: due, content: delivery))
  }

  private mutating func record(
    _ actions: [FakeEngineStateMachine.Action],
    now: MonotonicInstant
  ) {
    for action in actions {
      switch action {
      case .open(let id):
        if let load = loads[id] { openedSources.append(load.source.fakeName) }
      case .report(let report, let id):
        if let load = loads[id] { say(.report(report, load), now: now) }
      }
    }
  }

  mutating func nextStep(now: MonotonicInstant) -> FakeEngine.Step {
    if let delivery = deliveries.first, delivery.instant <= now {
      deliveries.removeFirst()
      return .deliver(delivery.content)
    }
    let deadline = [
      machine.nextDeadline, inputs.first?.instant, deliveries.first?.instant,
    ].compactMap(\.self).min()
    if deadline != alarm?.deadline {
      defer { alarm = deadline.map { FakeEngine.Alarm(deadline: $0) } }
      return .moveAlarm(from: alarm?.timer, to: deadline)
    }
    isDelivering = false
    return .finish
  }
}
