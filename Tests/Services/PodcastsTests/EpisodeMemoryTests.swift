import CatalogTestSupport
import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("What is remembered of episodes")
struct EpisodeMemoryTests {
  private let clock = ManualClock()

  private func feed() throws -> PodcastFeed {
    try FeedFixture.feed(FeedFixture.rss((1...3).map { FeedFixture.item($0) }.joined()))
  }

  private func queue() -> QueuePlayer {
    let group = FakePlayer.Group(clock: clock)
    return QueuePlayer(
      players: [
        FakePlayer(playerType: .podcast, group: group), FakePlayer(playerType: .url, group: group),
      ],
      clock: clock
    )
  }

  private func advance(_ queue: QueuePlayer, _ keeper: EpisodeKeeper, seconds: Int) async {
    for _ in 0..<seconds {
      clock.advance(by: .seconds(1))
      await queue.events.delivered()
    }
    await keeper.finish()
  }

  @Test("is where they were left, and how fast: there they go on, a little before")
  func resumes() async throws {
    let tracks = try feed().tracks
    let store = MemoryEpisodeStore()
    let queue = queue()
    let keeper = EpisodeKeeper(of: queue, store: store, clock: clock)
    try queue.set(await keeper.items(for: tracks))
    queue.play()
    await advance(queue, keeper, seconds: 2)
    queue.rate = 1.5
    queue.seek(to: .seconds(25))
    await advance(queue, keeper, seconds: 2)
    queue.pause()
    await queue.events.delivered()
    await keeper.finish()
    let memory = try #require(await store.memory(of: tracks[0].id))
    #expect((26...29) ~= memory.position.components.seconds)
    #expect(memory.rate == 1.5)
    #expect(!memory.isHeard)
    let again = await keeper.items(for: tracks)
    #expect(again.map(\.startPosition) == [memory.position - .seconds(5), .zero, .zero])
    #expect(again.map(\.rate) == [1.5, nil, nil])
    queue.next()
    await advance(queue, keeper, seconds: 1)
    #expect(await store.memory(of: tracks[0].id)?.position == memory.position)
  }

  @Test("is that they were heard, at their end or near it; that stays")
  func heard() async throws {
    let tracks = try feed().tracks
    let store = MemoryEpisodeStore()
    let queue = queue()
    let rule = EpisodeRule(remaining: .seconds(10))
    let keeper = EpisodeKeeper(of: queue, store: store, rule: rule, clock: clock)
    try queue.set(await keeper.items(for: [tracks[0], tracks[1]]))
    queue.play()
    // Each is 60 s long: the first is played to its end.
    await advance(queue, keeper, seconds: 65)
    #expect(await store.memory(of: tracks[0].id)?.isHeard == true)
    #expect(await store.memory(of: tracks[0].id)?.position == .zero)
    #expect(await store.memory(of: tracks[1].id) == nil)
    queue.pause()
    queue.seek(to: .seconds(45))
    await advance(queue, keeper, seconds: 1)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == false)
    queue.seek(to: .seconds(52))
    await advance(queue, keeper, seconds: 1)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == true)
    queue.seek(to: .seconds(20))
    await advance(queue, keeper, seconds: 1)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == true)
    #expect(await store.memory(of: tracks[1].id)?.position == .seconds(20))
    try await keeper.mark(tracks[1], isHeard: false)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == false)
  }

  @Test("is nothing of parts, of other tracks, and of their first seconds")
  func nothing() async throws {
    let feed = try feed()
    let store = MemoryEpisodeStore()
    let queue = queue()
    let keeper = EpisodeKeeper(of: queue, store: store, clock: clock)
    let clip = try Clip(from: .zero, to: .seconds(30))
    try queue.set([QueueItem(feed.tracks[0], clip: clip), QueueItem(URLTrack(path: "a"))])
    queue.play()
    await advance(queue, keeper, seconds: 100)
    try queue.set([feed.tracks[1]])
    queue.play()
    await advance(queue, keeper, seconds: 5)
    for track in feed.tracks { #expect(await store.memory(of: track.id) == nil) }
  }

  @Test(
    "follows a rule of the app's",
    arguments: [
      (50, 60, true), (29, 60, false), (31, 60, true), (1_000, nil, false), (0, 0, false),
      (3_569, 3_600, false), (3_570, 3_600, true),
    ] as [(Int, Int?, Bool)]
  )
  func rule(position: Int, duration: Int?, isHeard: Bool) {
    let rule = EpisodeRule()
    #expect(
      rule.isHeard(at: .seconds(position), of: duration.map { .seconds($0) }) == isHeard
    )
    #expect(EpisodeRule(fraction: .nan).isHeard(at: .zero, of: .seconds(9)) == false)
  }

  @Test("outlives the process in a file that only its owner reads, whatever becomes of a line")
  func file() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let path = folder.path("episodes")
    let memory = EpisodeMemory(
      position: .milliseconds(61_500),
      rate: 1.25,
      isHeard: true,
      date: Date(timeIntervalSince1970: -1.5)
    )
    let store = FileEpisodeStore(path: path)
    #expect(try await store.memory(of: "a") == nil)
    try await store.keep(memory, of: "a")
    try await store.keep(memory, of: "b\n\"c")
    #expect(try folder.mode(of: "episodes") == 0o600)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(#"{"id":"a","position":99"#.utf8))
    try file.close()
    let again = FileEpisodeStore(path: path)
    #expect(try await again.memory(of: "a") == memory)
    #expect(try await again.memory(of: "b\n\"c") == memory)
    var later = memory
    for second in 0..<1_500 {
      later.position = .seconds(second)
      try await again.keep(later, of: "a")
    }
    let last = FileEpisodeStore(path: path)
    #expect(try await last.memory(of: "a") == later)
    #expect(try await last.memory(of: "b\n\"c") == memory)
    let size = try Data(contentsOf: URL(filePath: path)).count
    // It was written anew meanwhile.
    #expect(size < 100_000)
    #expect(try folder.mode(of: "episodes") == 0o600)
    await #expect(throws: QueueStoreError.self) {
      try await FileEpisodeStore(path: folder.path("missing/episodes")).keep(memory, of: "a")
    }
  }
}
