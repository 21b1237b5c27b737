import PlayerKit
import PlayerKitSystem
import PlayerKitTesting

@testable import PlayerKitRooms

/// An output that records its calls.
final class FakeOutput: DelayedOutput {
  enum Command: Equatable {
    case cut, open
  }

  private struct State {
    var commands: [Command] = []
    var onAvailability: (@Sendable (Bool) -> Void)?
  }

  let delay: Duration
  var startDelay: Duration { delay }
  private let state = Locked(State())

  init(delay: Duration) {
    self.delay = delay
  }

  var commands: [Command] { state.withLock { $0.commands } }

  /// Clears the recorded calls.
  func forget() { state.withLock { $0.commands = [] } }

  func cut() { state.withLock { $0.commands.append(.cut) } }
  func open() { state.withLock { $0.commands.append(.open) } }

  func onAvailability(_ body: @escaping @Sendable (Bool) -> Void) {
    state.withLock { $0.onAvailability = body }
    body(true)
  }

  func setAvailable(_ isAvailable: Bool) {
    state.withLock { $0.onAvailability }?(isAvailable)
  }
}
