import Locking
import PlayerKit
import PlayerKitTesting

/// A player whose backend says what a test has it say.
final class ScriptedPlayer: CoreBackedPlayer {
  let core: PlayerCore
  let playerType = PlayerType.url
  private let backend = Backend()

  init(clock: any PlaybackClock) {
    core = PlayerCore(backend: backend, clock: clock)
  }

  /// How often the backend was asked what it can do.
  var questions: Int { backend.questions.withLock { $0 } }

  /// Says that the current load can sound.
  func loads(speed: Double, isSeekable: Bool = true) {
    guard let load = core.status.load else { return }
    let anchor = PositionAnchor(position: .zero, speed: speed, instant: core.clock.now)
    let media = LoadedMedia(anchor: anchor, duration: .seconds(60), isSeekable: isSeekable)
    core.report(.loaded(media), of: load)
  }

  private final class Backend: PlayerBackend {
    let questions = Locked(0)

    var capabilities: PlayerCapabilities {
      questions.withLock { $0 += 1 }
      return .whole
    }

    func perform(_ command: PlaybackCommand, for core: PlayerCore) {}
  }
}
