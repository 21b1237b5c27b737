import PlayerKitSystem
import PlayerKit
import PlayerKitTesting

/// A player whose backend says what a test has it say.
final class ScriptedPlayer: Player {
  let core: PlayerCore
  let playerType = PlayerType.url
  private let backend = Backend()

  init(clock: any PlaybackClock) {
    core = PlayerCore(backend: backend, clock: clock)
  }

  /// How often the backend was asked what it can do.
  var questions: Int { backend.questions.withLock { $0 } }

  /// How many commands the backend got.
  var commands: Int { backend.commands.withLock { $0 } }

  /// Says that the current load can sound.
  func loads(speed: Double) {
    guard let load = core.status.load else { return }
    let anchor = PositionAnchor(position: .zero, speed: speed, instant: core.clock.now)
    let media = LoadedMedia(anchor: anchor, duration: .seconds(60), isSeekable: true)
    backend.sink.withLock { $0 }?.report(.loaded(media), of: load)
  }

  private final class Backend: PlayerBackend {
    let questions = Locked(0)
    let commands = Locked(0)
    let sink = Locked<ReportSink?>(nil)

    var capabilities: PlayerCapabilities {
      questions.withLock { $0 += 1 }
      return .whole
    }

    func perform(_ command: PlaybackCommand, for sink: ReportSink) {
      commands.withLock { $0 += 1 }
      self.sink.withLock { $0 = sink }
    }
  }
}
