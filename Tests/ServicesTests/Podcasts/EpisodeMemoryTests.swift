import Foundation
import PlayerKit
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("The memory of episodes", .tags(.local))
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

  private func advance(_ queue: QueuePlayer, _ persister: EpisodePersister, seconds: Int) async {
    for _ in 0..<seconds {
      clock.advance(by: .seconds(1))
      await queue.events.delivered()
    }
    await persister.finish()
  }

  @Test("stores where they were left, and how fast, and they continue a little earlier")
  func resumes() async throws {
    let tracks = try feed().tracks
    let store = MemoryEpisodeStore()
    let queue = queue()
    let persister = EpisodePersister(of: queue, store: store, clock: clock)
    try queue.set(await persister.items(for: tracks))
    queue.play()
    await advance(queue, persister, seconds: 2)
    queue.rate = 1.5
    queue.seek(to: .seconds(25))
    await advance(queue, persister, seconds: 2)
    queue.pause()
    await queue.events.delivered()
    await persister.finish()
    let memory = try #require(await store.memory(of: tracks[0].id))
    #expect((26...29) ~= memory.position.components.seconds)
    #expect(memory.rate == 1.5)
    #expect(!memory.isHeard)
    let again = await persister.items(for: tracks)
    #expect(again.map(\.startPosition) == [memory.position - .seconds(5), .zero, .zero])
    #expect(again.map(\.rate) == [1.5, nil, nil])
    queue.next()
    await advance(queue, persister, seconds: 1)
    #expect(await store.memory(of: tracks[0].id)?.position == memory.position)
  }

  @Test("does not drift back, however often they are opened and left again")
  func opened() async throws {
    let tracks = try feed().tracks
    let store = MemoryEpisodeStore()
    let rule = EpisodeRule(remaining: .seconds(10))
    let left = EpisodeMemory(position: .seconds(30), date: clock.date)
    await store.keep(left, of: tracks[0].id)
    for seconds in 0..<4 {
      let queue = queue()
      let persister = EpisodePersister(of: queue, store: store, rule: rule, clock: clock)
      try queue.set(await persister.items(for: tracks))
      #expect(queue.status.currentEntry?.item.startPosition == .seconds(25))
      if seconds == 0 { queue.prepare() } else { queue.play() }
      await advance(queue, persister, seconds: seconds)
      queue.pause()
      queue.next()
      await queue.events.delivered()
      await persister.finish()
      #expect(await store.memory(of: tracks[0].id) == left, "\(seconds) s")
    }
    let queue = queue()
    let persister = EpisodePersister(of: queue, store: store, rule: rule, clock: clock)
    try queue.set(await persister.items(for: tracks))
    queue.play()
    await advance(queue, persister, seconds: 9)
    queue.pause()
    await queue.events.delivered()
    await persister.finish()
    let later = try #require(await store.memory(of: tracks[0].id))
    #expect(later.position > .seconds(30) && later.position <= .seconds(34))
  }

  /// Holds one read until it is released.
  private actor SlowStore: EpisodeStore {
    private(set) var memories: [String: EpisodeMemory] = [:]
    private var readers: [CheckedContinuation<Void, Never>] = []
    private var isHolding = false

    func hold() { isHolding = true }
    var waiting: Int { readers.count }

    func letGo() {
      for reader in readers { reader.resume() }
      readers = []
    }

    func memory(of episode: String) async -> EpisodeMemory? {
      let memory = memories[episode]
      guard isHolding else { return memory }
      isHolding = false
      await withCheckedContinuation { readers.append($0) }
      return memory
    }

    func keep(_ memory: EpisodeMemory, of episode: String) { memories[episode] = memory }
  }

  @Test("stores a user's mark, even while a position is being written")
  func marked() async throws {
    let track = try #require(try feed().tracks.first)
    let store = SlowStore()
    await store.keep(EpisodeMemory(position: .zero, isHeard: true, date: clock.date), of: track.id)
    let queue = queue()
    let persister = EpisodePersister(of: queue, store: store, clock: clock)
    try queue.set([track])
    queue.play()
    await advance(queue, persister, seconds: 2)
    await store.hold()
    queue.seek(to: .seconds(20))
    try await eventually("a position is about to be written") {
      clock.advance(by: .milliseconds(10))
      return await store.waiting == 1
    }
    async let mark: Void = persister.mark(track, isHeard: false)
    // A chance for the other write to interfere.
    for _ in 0..<100 { await Task.yield() }
    await store.letGo()
    try await mark
    #expect(await store.memories[track.id]?.isHeard == false)
  }

  @Test("stores that they were played, at their end or near it, permanently")
  func heard() async throws {
    let tracks = try feed().tracks
    let store = MemoryEpisodeStore()
    let queue = queue()
    let rule = EpisodeRule(remaining: .seconds(10))
    let persister = EpisodePersister(of: queue, store: store, rule: rule, clock: clock)
    try queue.set(await persister.items(for: [tracks[0], tracks[1]]))
    queue.play()
    // Each is 60 s long, and the first is played to its end.
    await advance(queue, persister, seconds: 65)
    #expect(await store.memory(of: tracks[0].id)?.isHeard == true)
    #expect(await store.memory(of: tracks[0].id)?.position == .zero)
    #expect(await store.memory(of: tracks[1].id) == nil)
    queue.pause()
    queue.seek(to: .seconds(45))
    await advance(queue, persister, seconds: 1)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == false)
    queue.seek(to: .seconds(52))
    await advance(queue, persister, seconds: 1)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == true)
    queue.seek(to: .seconds(20))
    await advance(queue, persister, seconds: 1)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == true)
    #expect(await store.memory(of: tracks[1].id)?.position == .seconds(20))
    try await persister.mark(tracks[1], isHeard: false)
    #expect(await store.memory(of: tracks[1].id)?.isHeard == false)
  }

  @Test("ignores clips, other tracks, and the first seconds")
  func nothing() async throws {
    let feed = try feed()
    let store = MemoryEpisodeStore()
    let queue = queue()
    let persister = EpisodePersister(of: queue, store: store, clock: clock)
    let clip = try Clip(from: .zero, to: .seconds(30))
    try queue.set([QueueItem(feed.tracks[0], clip: clip), QueueItem(URLTrack(path: "a"))])
    queue.play()
    await advance(queue, persister, seconds: 100)
    try queue.set([feed.tracks[1]])
    queue.play()
    await advance(queue, persister, seconds: 5)
    for track in feed.tracks { #expect(await store.memory(of: track.id) == nil) }
  }

  @Test(
    "follows a rule of the app",
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

  private static let memory = EpisodeMemory(
    position: .milliseconds(61_500),
    rate: 1.25,
    isHeard: true,
    date: Date(timeIntervalSince1970: -1.5)
  )

  /// The contents that a new store finds in a file.
  private func read(_ path: String) async throws -> [EpisodeMemory?] {
    let store = FileEpisodeStore(path: path)
    var found: [EpisodeMemory?] = []
    for id in ["a", "b\n\"c", "d"] { found.append(try await store.memory(of: id)) }
    return found
  }

  @Test("is stored in a file that only its owner can read")
  func file() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let path = folder.path("episodes")
    do {
      let store = FileEpisodeStore(path: path)
      #expect(try await store.memory(of: "a") == nil)
      try await store.keep(Self.memory, of: "a")
      var odd = Self.memory
      (odd.rate, odd.position) = (.nan, .seconds(Int64.max / 2))
      try await store.keep(odd, of: "d")
      try await store.keep(Self.memory, of: "b\n\"c")
      // One store has it at a time.
      let other = await #expect(throws: QueueStoreError.self) {
        try await FileEpisodeStore(path: path).memory(of: "a")
      }
      #expect(other?.code == .locked)
    }
    #expect(try folder.mode(of: "episodes") == 0o600)
    try folder.setMode(0o644, of: "episodes")
    let found = try await read(path)
    #expect(found[0] == Self.memory)
    #expect(found[1] == Self.memory)
    #expect(found[2]?.rate == nil && found[2]?.isHeard == true)
    // The file is no longer readable by others.
    #expect(try folder.mode(of: "episodes") == 0o600)
    await #expect(throws: QueueStoreError.self) {
      try await FileEpisodeStore(path: folder.path("missing/episodes"))
        .keep(Self.memory, of: "a")
    }
  }

  @Test("is complete again wherever a process was killed during a write")
  func killed() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let path = folder.path("episodes")
    do {
      let store = FileEpisodeStore(path: path)
      try await store.keep(Self.memory, of: "a")
      try await store.keep(Self.memory, of: "b\n\"c")
    }
    let whole = try Data(contentsOf: URL(filePath: path))
    let first = try #require(whole.firstIndex(of: 0x0A)) + 1
    for count in first..<whole.count {
      try whole.prefix(count).write(to: URL(filePath: path))
      do {
        // The data after the truncated record is not lost with it.
        let store = FileEpisodeStore(path: path)
        #expect(try await store.memory(of: "a") == Self.memory)
        try await store.keep(Self.memory, of: "d")
      }
      let found = try await read(path)
      #expect(found[0] == Self.memory && found[2] == Self.memory, "\(count)")
      #expect(found[1] == (count == whole.count - 1 ? Self.memory : nil), "\(count)")
    }
  }

  @Test("does not grow with each position")
  func growth() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let path = folder.path("episodes")
    var later = Self.memory
    do {
      let store = FileEpisodeStore(path: path)
      try await store.keep(Self.memory, of: "b\n\"c")
      for second in 0..<1_500 {
        later.position = .seconds(second)
        try await store.keep(later, of: "a")
      }
    }
    // The file was rewritten meanwhile.
    #expect(try Data(contentsOf: URL(filePath: path)).count < 60_000)
    #expect(try folder.mode(of: "episodes") == 0o600)
    let found = try await read(path)
    #expect(found[0] == later && found[1] == Self.memory)
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }
}
