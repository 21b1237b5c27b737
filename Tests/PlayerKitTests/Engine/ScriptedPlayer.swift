import Foundation
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
    let core = core
    backend.core.withLock { $0 = { [weak core] in core } }
  }

  /// Whether the state could be read each time that the backend was asked whether it can play clips.
  var wasFree: Bool { backend.wasFree.withLock { $0 } == true }

  /// Says that the current load can sound.
  func loads(speed: Double, isSeekable: Bool = true) {
    guard let load = core.status.load else { return }
    let anchor = PositionAnchor(position: .zero, speed: speed, instant: core.clock.now)
    let media = LoadedMedia(anchor: anchor, duration: .seconds(60), isSeekable: isSeekable)
    core.report(.loaded(media), of: load)
  }

  private final class Backend: PlayerBackend {
    let core = Locked<@Sendable () -> PlayerCore?>({ nil })
    let wasFree = Locked(Bool?.none)

    var canClip: Bool {
      guard let core = core.withLock({ $0 })() else { return true }
      let isRead = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = core.status
        isRead.signal()
      }
      let isFree = isRead.wait(timeout: .now() + .seconds(5)) == .success
      wasFree.withLock { $0 = ($0 ?? true) && isFree }
      return true
    }

    func perform(_ command: PlaybackCommand, for core: PlayerCore) {}
  }
}
