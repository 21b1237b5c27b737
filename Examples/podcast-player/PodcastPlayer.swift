import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitPodcasts
import PlayerKitTesting

/// Plays a podcast's episodes, and remembers the position in each:
/// `swift run podcast-player https://feeds.example.org/show/feed.xml 1`.
///
/// The positions are in `podcast-positions` in the current folder. With `--simulate` it listens to
/// an invented show without sound.
@main @MainActor
struct PodcastPlayer {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--simulate"] { return try await simulate() }
    guard let address = arguments.first.flatMap({ URL(string: $0) }) else {
      return print("usage: podcast-player FEED-URL [NUMBER]")
    }
    let client = PodcastClient()
    let feed = try await client.feed(at: address)
    let engine = try MPVEngine()
    let player = EnginePlayer(resolver: PodcastResolver(client: client), engine: engine)
    let store = FileEpisodeStore(path: "podcast-positions")
    let listener = Listener(QueuePlayer(players: [player]), store: store)
    guard let number = arguments.dropFirst().first.flatMap({ Int($0) }) else {
      return await listener.list(feed)
    }
    try await listener.play(number, of: feed)
    await listener.waitForEnd()
    await engine.close()
  }

  private static func simulate() async throws {
    let address = URL(string: "https://feeds.example.org/show")
    let feed = try PodcastFeed(Data(show.utf8), address: address)
    let store = MemoryEpisodeStore()
    let clock = ManualClock()
    for seconds in [100, 30] {
      let player = FakePlayer(playerType: .podcast, clock: clock) { _ in
        FakeMedia(duration: .seconds(600))
      }
      let queue = QueuePlayer(players: [player], clock: clock)
      let listener = Listener(queue, store: store)
      await listener.list(feed)
      try await listener.play(2, of: feed)
      // A track of a fake takes 100 ms to load.
      clock.advance(by: .milliseconds(seconds * 1_000 + 100))
      queue.pause()
      await listener.finish()
    }
  }

  private static let show = """
    <rss version="2.0"><channel><title>The Harbor</title>
    <item><title>Second Tide</title><guid>2</guid>
    <enclosure url="https://feeds.example.org/2.mp3" length="1" type="audio/mpeg"/></item>
    <item><title>First Tide</title><guid>1</guid>
    <enclosure url="https://feeds.example.org/1.mp3" length="1" type="audio/mpeg"/></item>
    </channel></rss>
    """
}

@MainActor
final class Listener {
  private let queue: QueuePlayer
  private let store: any EpisodeStore
  private let persister: EpisodePersister

  init(_ queue: QueuePlayer, store: any EpisodeStore) {
    self.queue = queue
    self.store = store
    persister = EpisodePersister(of: queue, store: store)
  }

  func list(_ feed: PodcastFeed) async {
    print(feed.title ?? "Untitled show")
    for (index, track) in feed.tracks.enumerated() {
      let memory = try? await store.memory(of: track.id)
      let position = memory.map { ", at " + Self.time($0.position) } ?? ""
      print("  \(index + 1)", (track.metadata.title ?? "?") + position)
    }
  }

  /// Plays an episode and all that follow in the list.
  func play(_ number: Int, of feed: PodcastFeed) async throws {
    let tracks = feed.tracks
    guard (1...max(tracks.count, 1)).contains(number), !tracks.isEmpty else {
      return print("There is no episode \(number).")
    }
    let items = await persister.items(for: Array(tracks[(number - 1)...]))
    try queue.set(items)
    queue.play()
    print("♪", items[0].metadata.title ?? "?", "from", Self.time(items[0].startPosition))
  }

  func waitForEnd() async {
    for await case .event(let event) in queue.updates() {
      switch event.change {
      case .failed(let failure): print("can't be played:", failure.error)
      case .ended: return await persister.finish()
      default: break
      }
    }
  }

  /// Waits until the position is stored.
  func finish() async {
    await queue.events.delivered()
    await persister.finish()
  }

  private static func time(_ position: Duration) -> String {
    position.formatted(.time(pattern: .minuteSecond))
  }
}
