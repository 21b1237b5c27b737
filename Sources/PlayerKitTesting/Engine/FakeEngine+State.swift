import PlayerKit

extension FakeEngine {
  /// All that a ``FakeEngine`` keeps, behind its one lock.
  struct State {
    var machine: FakeEngineStateMachine
    var scripts: [String: FakeMedia] = [:]
    var loads: [LoadID: EngineLoad] = [:]
    var openedSources: [String] = []
    var commands: [Command] = []
    var deliveries: [Delivery] = []
    var isDelivering = false
    var alarm: Alarm?

    init(machine: FakeEngineStateMachine) {
      self.machine = machine
    }
  }

  /// What is to be told once the lock is free.
  enum Delivery {
    case report(LoadReport, EngineLoad)
    case closed(CheckedContinuation<Void, Never>)
  }

  /// The clock's call that is awaited; without a timer while that is being set.
  struct Alarm {
    let deadline: MonotonicInstant
    var timer: ClockTimer?
  }

  /// What the delivering thread does next, outside of the lock.
  enum Step {
    case deliver(Delivery)
    case moveAlarm(from: ClockTimer?, to: MonotonicInstant?)
    case finish
  }
}

extension FakeEngine.State {
  /// Notes what the machine wants done.
  mutating func take(_ actions: [FakeEngineStateMachine.Action]) {
    for action in actions {
      switch action {
      case .open(let id):
        if let load = loads[id] { openedSources.append(load.source.fakeName) }
      case .report(let report, let id):
        if let load = loads[id] { deliveries.append(.report(report, load)) }
      }
    }
  }

  mutating func nextStep() -> FakeEngine.Step {
    if !deliveries.isEmpty { return .deliver(deliveries.removeFirst()) }
    let deadline = machine.nextDeadline
    if deadline != alarm?.deadline {
      defer { alarm = deadline.map { FakeEngine.Alarm(deadline: $0) } }
      return .moveAlarm(from: alarm?.timer, to: deadline)
    }
    isDelivering = false
    return .finish
  }
}
