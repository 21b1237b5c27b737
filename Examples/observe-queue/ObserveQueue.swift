import Foundation
import PlayerKit
import PlayerKitMPV

/// Plays files and URLs one after another, and prints everything that an app would show.
@main @MainActor
struct ObserveQueue {
  static func main() async throws {
    let tracks = CommandLine.arguments.dropFirst().map { URLTrack(item: $0) }
    guard !tracks.isEmpty else { return print("usage: observe-queue URL-OR-PATH …") }
    let engine = try MPVEngine(
      configuration: .init(onNotice: { _ in print("There is no sound output: nothing is heard.") })
    )
    let queue = QueuePlayer(players: [URLPlayer(engine: engine)])
    let (end, whenEnded) = AsyncStream<Void>.makeStream()

    // The screen is called on the main actor, because it is added there. The queue does not retain
    // it.
    let screen = Screen()
    screen.onEnd = { whenEnded.finish() }
    queue.addObserver(screen)
    try queue.set(tracks)
    queue.play()

    for await _ in end {}
    await engine.close()
    withExtendedLifetime(screen) {}
  }
}

/// Stands in for an app's user interface.
@MainActor
final class Screen: @MainActor QueuePlayerObserver {
  var onEnd = {}

  func queuePlayer(
    _ queue: QueuePlayer,
    didTransition transition: QueueTransition,
    status: QueuePlayerStatus
  ) {
    print(transition.to?.metadata.title ?? "nothing", "because of", transition.reason)
  }

  func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    print("  at", position.position.formatted(.time(pattern: .minuteSecond)))
  }

  func queuePlayer(
    _ queue: QueuePlayer,
    didFail failure: QueueFailure,
    status: QueuePlayerStatus
  ) {
    print("  can't be played:", failure.error)
  }

  func queuePlayer(
    _ queue: QueuePlayer,
    didEnd reason: QueueEndReason,
    status: QueuePlayerStatus
  ) {
    print("the end:", reason)
    onEnd()
  }
}
