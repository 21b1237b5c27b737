import PlayerKit
import PlayerKitSystem
import PlayerKitTesting

/// A player whose backend is scripted by a test.
final class ScriptedPlayer: Player {
  let core: PlayerCore
  let playerType = PlayerType.url
  private let backend = Backend()

  init(clock: any PlaybackClock) {
    core = PlayerCore(backend: backend, clock: clock)
  }

  /// The number of times the backend was asked for its capabilities.
  var questions: Int { backend.questions.withLock { $0 } }

  /// The number of commands that the backend got.
  var commands: Int { backend.commands.withLock { $0 } }

  /// Reports that the current load can sound.
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
