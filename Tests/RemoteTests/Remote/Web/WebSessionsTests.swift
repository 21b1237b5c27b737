import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote
@testable import PlayerKitWebServer

@Suite("The shared state of a server's pages", .tags(.local))
struct WebSessionsTests {
  private let clock = ManualClock()
  private let queue: QueuePlayer
  private let hub: WebSessions

  init() {
    queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    hub = WebSessions(
      RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader()),
      clock: clock
    )
    hub.begin()
  }

  private func tracks(_ count: Int) throws -> [any Track] {
    try (0..<count).map {
      URLTrack(
        url: try #require(URL(string: "https://music.example/\($0)")),
        metadata: TrackMetadata(title: "Track \($0)", artist: "Artist")
      )
    }
  }

  private func perform(_ command: RemoteCommand) throws {
    try queue.perform(command)
  }

  private var titles: [String] { queue.entries.compactMap(\.metadata.title) }

  @Test("a window shows entries by their indices, and ends at the queue's end")
  func showsWindows() throws {
    try queue.set(try tracks(5))
    let window = hub.window(1, 3..<10)
    #expect(window.entries.map(\.title) == ["Track 3", "Track 4"])
    #expect(window.from == 3 && window.count == 5)
    #expect(hub.window(1, 50..<60).entries.isEmpty)
  }

  @Test("a page can't fill the queue without a limit")
  func fullQueue() {
    queue.append((1..<RemoteContext.maximumEntries).map { _ in FakeTrack("a") })
    let lookup = WebLookup(hub: hub)
    let items = [QueueItem(FakeTrack("b"))]
    #expect(lookup.add(items, .later, id: 1) == .done(1, WebOutcome(added: 1)))
    #expect(lookup.add(items, .next, id: 2) == .failed(2, WebFailure(.queueFull)))
  }

  @Test("results of a search have scores, by which the page ranks those of all services")
  func ranksResults() async throws {
    let titles = ["A Light in the Window", "Window Light", "Light"]
    let service = FakeService(
      tracks: titles.map { FakeTrack($0, title: $0, playerTypes: [.fake]) }
    )
    let context = RemoteContext(
      queue: queue,
      services: MusicServices([service]),
      artwork: ArtworkLoader()
    )
    let lookup = WebLookup(hub: WebSessions(context, clock: clock))
    let parts = Locked<[WebFound]>([])
    let search = WebSearch(term: "light", kind: "song", services: [])
    let answer = await lookup.search(search, id: 1) { part in parts.withLock { $0.append(part) } }
    #expect(answer == .done(1, WebOutcome()))
    let entries = parts.withLock { $0 }.flatMap(\.entries)
    #expect(entries.map(\.title) == titles)
    let scores = try entries.map { try #require($0.score) }
    #expect(scores[2] > scores[1] && scores[2] > scores[0])
  }

  @Test("an edit makes a new version, and playback makes none")
  func countsVersions() async throws {
    try queue.set(try tracks(3))
    await queue.events.delivered()
    let first = hub.window(1, 0..<1).queue
    queue.play()
    queue.next()
    await queue.events.delivered()
    #expect(hub.window(1, 0..<1).queue == first)
    queue.append(try tracks(1))
    await queue.events.delivered()
    #expect(hub.window(1, 0..<1).queue > first)
  }

  @Test("an entry is moved before another one, wherever both are by then")
  func moves() throws {
    try queue.set(try tracks(4))
    let ids = queue.entries.map(\.id)
    try perform(.move(ids[0], before: ids[3]))
    #expect(titles == ["Track 1", "Track 2", "Track 0", "Track 3"])
    try perform(.move(ids[3], before: ids[1]))
    #expect(titles == ["Track 3", "Track 1", "Track 2", "Track 0"])
    try perform(.move(ids[3], before: nil))
    #expect(titles == ["Track 1", "Track 2", "Track 0", "Track 3"])
    try perform(.place(ids[0], at: -5))
    try perform(.place(ids[1], at: .max))
    #expect(titles == ["Track 0", "Track 2", "Track 3", "Track 1"])
  }

  @Test("a removed entry can't be moved, played or removed, and the page is notified")
  func failsOnWhatIsGone() throws {
    try queue.set(try tracks(2))
    let gone = queue.entries[0].id
    try queue.remove([gone])
    for command in [
      RemoteCommand.move(gone, before: nil), .jump(to: gone), .remove([gone]), .bringNext(gone),
      .place(gone, at: 0),
    ] {
      #expect(throws: QueueError.unknownEntry(gone)) { try perform(command) }
    }
    #expect(titles == ["Track 1"])
  }

  @Test(
    "an entry that is brought forward plays next, also under shuffle, after the current one"
  )
  func bringsForward() throws {
    try queue.set(try tracks(20))
    queue.isShuffled = true
    let last = try #require(queue.entries.playOrder.last)
    let title = queue.entries[last]?.metadata.title
    try perform(.bringNext(last))
    let entries = queue.entries
    let place = try #require(entries.current.flatMap { entries.playIndex(of: $0) })
    #expect(entries[entries.playOrder[place + 1]]?.metadata.title == title)
    let current = try #require(entries.current)
    try perform(.bringNext(current))
    #expect(queue.entries.current == current)
  }

  @Test("a session sends the changes of each turn to its page once")
  func tells() async throws {
    try queue.set(try tracks(2))
    await queue.events.delivered()
    let session = hub.join()
    session.received(Data(#"{"id":5,"do":"shuffle","on":true}"#.utf8))
    await queue.events.delivered()
    hub.end()
    let frames = Recorded<Data>()
    try await session.send { frames.append($0) }
    // It was closed before anything was written, so the page gets only that.
    #expect(frames.elements.last == WebSocketEncoder.close(.goingAway))
    #expect(queue.isShuffled)
  }

  @Test("a page is notified of failed commands")
  func tellsFailures() async throws {
    try queue.set(try tracks(2))
    let gone = queue.entries[0].id
    try queue.remove([gone])
    let session = hub.join()
    let frames = Recorded<Data>()
    let writing = Task { try await session.send { frames.append($0) } }
    session.received(Data(#"{"id":5,"do":"jump","entry":"\#(gone)"}"#.utf8))
    try await eventually("it is reported") {
      frames.elements.contains { String(decoding: $0, as: UTF8.self).contains("\"failed\"") }
    }
    session.closed()
    try await writing.value
  }

  @Test("lyrics are enabled while a page shows them, and restored afterward")
  func wantsWords() {
    let (one, other) = (hub.join(), hub.join())
    let show = { (isShown: Bool) in Data(#"{"id":1,"do":"lyrics","on":\#(isShown)}"#.utf8) }
    one.received(show(true))
    other.received(show(true))
    #expect(queue.wantsLyrics)
    one.received(show(false))
    #expect(queue.wantsLyrics)
    other.closed()
    #expect(!queue.wantsLyrics)
    queue.wantsLyrics = true
    one.received(show(true))
    one.closed()
    #expect(queue.wantsLyrics)
  }
}
