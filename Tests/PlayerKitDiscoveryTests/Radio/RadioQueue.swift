import Foundation
import MusicCatalog
import PlayerKitDiscovery
import PlayerKitTesting
import ServiceKit

@testable import PlayerKit

/// Plays any track as silence of its stated length.
struct SilentResolver: MediaResolver {
  let playerType: PlayerType

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    let seconds = (track.metadata.duration ?? .seconds(30)) / .seconds(1)
    return MediaSource(.file(path: "\(seconds)"))
  }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    MediaSource(.file(path: "0"))
  }
}

/// A queue that a radio feeds, by a clock that a test moves.
final class RadioQueue: Sendable {
  let clock = ManualClock()
  let queue: QueuePlayer
  private let engine: FakeEngine

  init(_ radio: RadioSource, types: [PlayerType]) async throws {
    engine = FakeEngine(clock: clock) { source in
      var media = FakeMedia(duration: .seconds(Double(source.fakeName) ?? 30))
      media.loadTime = .zero
      return media
    }
    queue = QueuePlayer(clock: clock)
    queue.endLookAhead = 3
    for type in types {
      queue.add(
        EnginePlayer(resolver: SilentResolver(playerType: type), engine: engine, clock: clock)
      )
    }
    try queue.set(try await radio.start())
    queue.source = radio
    queue.play()
    await answered()
  }

  /// Waits until no question is open.
  func answered() async {
    await queue.inquiry.current?.value
  }

  /// Lets so much time pass; each question is answered before more of it does.
  ///
  /// - Returns: the moments at which nothing sounded.
  func play(for time: Duration) async -> [Duration] {
    var stalls: [Duration] = []
    let end = clock.now + time
    while clock.now < end {
      clock.advance(by: .seconds(5))
      await answered()
      if queue.state != .play { stalls.append(clock.now.sinceOrigin) }
    }
    return stalls
  }

  /// What was played, in order.
  var played: [QueueEntry] { queue.status.history.map(\.entry) }
}
