import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The end of the queue", .tags(.pure))
struct EndOfQueueTests {
  private let track = URLTrack(path: "x")

  private func fixture(_ names: [String] = ["a", "b"]) throws -> QueueFixture {
    let fixture = try QueueFixture(names)
    for name in ["x", "y"] { fixture.script(name, FakeMedia()) }
    return fixture
  }

  /// A queue whose last entry has just played to its end.
  private func ended(_ names: [String] = ["a", "b"]) throws -> QueueFixture {
    let fixture = try fixture(names)
    fixture.begin()
    fixture.advance(.seconds(60 * names.count + 1))
    #expect(fixture.queue.status.endReason == .finished)
    #expect(fixture.current == names.last || fixture.queue.isShuffled)
    return fixture
  }

  // MARK: - With an empty queue

  enum Addition: CaseIterable {
    case set, append, insert, playNext, playLater, edit
  }

  @Test("play() on an empty queue begins the first added entry", arguments: Addition.allCases)
  func playEmpty(addition: Addition) throws {
    let fixture = try fixture([])
    let queue = fixture.queue
    queue.play()
    #expect(queue.playback.wantsToPlay)
    switch addition {
    case .set: try queue.set([track])
    case .append: queue.append(track)
    case .insert: try queue.insert(track, at: 0)
    case .playNext: queue.playNext(track)
    case .playLater: queue.playLater(track)
    case .edit: try queue.edit { queue in queue.append(track) }
    }
    #expect(fixture.state == .loadToPlay)
    fixture.advance(.milliseconds(100))
    #expect(queue.isPlaying)
    #expect(queue.status.history.map(\.entry.track.id) == ["x"])
  }

  @Test("play() on an empty queue begins at the index that set() names")
  func playEmptySet() async throws {
    let fixture = try fixture([])
    fixture.queue.play()
    try fixture.queue.set([track, URLTrack(path: "y")], startAt: 1, position: .seconds(7))
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "y")
    #expect(fixture.queue.position == .seconds(7))
    #expect(await fixture.told().filter { $0.hasPrefix("x ") } == [])
  }

  @Test("play() on an empty queue is undone by pause, stop, removeAll, and the toggle")
  func takenBack() throws {
    let commands: [(QueuePlayer) -> Void] = [
      { $0.pause() }, { $0.stop() }, { $0.removeAll() }, { $0.togglePlayPause() },
    ]
    for command in commands {
      let fixture = try fixture([])
      fixture.queue.play()
      command(fixture.queue)
      #expect(!fixture.queue.playback.wantsToPlay)
      fixture.queue.append(track)
      #expect(fixture.state == .initial)
    }
  }

  @Test("A queue that was emptied while it played stays silent when something is added")
  func emptied() throws {
    let fixture = try fixture()
    fixture.begin()
    fixture.queue.removeAll()
    #expect(!fixture.queue.playback.wantsToPlay)
    fixture.queue.append(track)
    #expect(fixture.state == .initial)
  }

  // MARK: - After the end

  @Test("The end is reported once, ends the request to play, and keeps the last entry")
  func wish() async throws {
    let fixture = try ended()
    #expect(!fixture.queue.playback.wantsToPlay)
    #expect(fixture.queue.playback.wantsToPlayReason == .endOfItem)
    #expect(fixture.queue.playback.duration == .seconds(60))
    #expect(await fixture.told().count { $0.hasPrefix("wants false") } == 1)
    fixture.queue.append(track)
    fixture.advance(.seconds(1))
    #expect(fixture.state == .initial)
  }

  @Test("After the end, play() begins with the first entry that was added")
  func added() async throws {
    let fixture = try ended()
    fixture.queue.append([track, URLTrack(path: "y")])
    fixture.queue.play()
    #expect(fixture.current == "x")
    fixture.advance(.milliseconds(100))
    #expect(fixture.queue.isPlaying)
    #expect(await fixture.told().contains("x userSelected"))
  }

  @Test("After the end, play() begins with the first entry of the queue if none was added")
  func first() throws {
    let fixture = try ended(["a", "b", "c"])
    fixture.queue.play()
    #expect(fixture.current == "a")
    fixture.advance(.seconds(61))
    #expect(fixture.current == "b")
    #expect(fixture.queue.isPlaying)
    #expect(fixture.queue.status.history.map(\.entry.track.id) == ["a", "b", "c", "a", "b"])
  }

  @Test("After the end, play() begins a new shuffled lap, which does not begin with the last entry")
  func shuffled() throws {
    let names = (0..<8).map { "t\($0)" }
    let fixture = try fixture(names)
    fixture.queue.isShuffled = true
    fixture.begin()
    for _ in 0..<5 {
      fixture.advance(.seconds(481))
      #expect(fixture.queue.status.endReason == .finished)
      let last = try #require(fixture.queue.entries.current)
      fixture.queue.play()
      #expect(fixture.queue.entries.current == fixture.queue.entries.playOrder.first)
      #expect(fixture.queue.entries.current != last)
      #expect(fixture.queue.entries.remaining == 7)
    }
  }

  @Test("After the end, the toggle plays")
  func toggle() throws {
    let fixture = try ended()
    fixture.queue.togglePlayPause()
    #expect(fixture.current == "a")
    #expect(fixture.state == .loadToPlay)
  }

  @Test("After the end, previous() plays the last entry again, also a short one")
  func previous() throws {
    let fixture = try fixture()
    fixture.script("b", FakeMedia(duration: .seconds(2)))
    fixture.begin()
    fixture.advance(.seconds(63))
    #expect(fixture.queue.status.endReason == .finished)
    fixture.queue.previous()
    #expect(fixture.current == "b")
    fixture.advance(.seconds(1))
    #expect(fixture.queue.isPlaying)
    fixture.queue.previous()
    #expect(fixture.current == "a")
  }

  @Test("After the end, play() continues at the position of a seek")
  func seek() throws {
    let fixture = try ended()
    fixture.queue.seek(to: .seconds(20))
    #expect(fixture.state == .initial)
    fixture.queue.play()
    #expect(fixture.current == "b")
    fixture.advance(.milliseconds(100))
    #expect(fixture.queue.isPlaying)
    #expect(fixture.queue.position == .seconds(20))
  }

  @Test("After the end, retry() plays the last entry if it failed")
  func retry() throws {
    let fixture = try fixture()
    fixture.script("b", .failing(.notFound))
    fixture.begin()
    fixture.advance(.seconds(61))
    #expect(fixture.queue.status.endReason == .finished)
    #expect(!fixture.queue.playback.wantsToPlay)
    fixture.script("b", FakeMedia())
    fixture.queue.retry()
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "b")
    #expect(fixture.queue.isPlaying)
  }

  @Test("If the user paused before the end, later commands load without playing")
  func pausedBefore() throws {
    let fixture = try fixture()
    fixture.begin()
    try fixture.queue.play(fixture.entry("b"))
    fixture.advance(.seconds(1))
    fixture.queue.pause()
    try fixture.queue.remove(fixture.entry("b"))
    #expect(fixture.queue.status.endReason == .finished)
    fixture.queue.previous()
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .pause)
  }

  // MARK: - Stopping

  @Test("stop() keeps the duration of the current track")
  func stopped() async throws {
    let fixture = try fixture()
    fixture.begin()
    fixture.advance(.seconds(5))
    let before = await fixture.told().count
    fixture.queue.stop()
    #expect(fixture.queue.duration == .seconds(60))
    let told = await fixture.told()
    #expect(!told[before...].contains { $0.hasPrefix("duration") })
    // The duration of another track must not appear.
    fixture.queue.next()
    #expect(fixture.queue.duration == nil)
  }

  @Test("After a pause or a stop at the end of the queue, previous() loads without playing")
  func pausedAtEnd() throws {
    let commands: [(QueuePlayer) -> Void] = [{ $0.pause() }, { $0.stop() }]
    for command in commands {
      let fixture = try ended()
      command(fixture.queue)
      fixture.queue.previous()
      fixture.advance(.seconds(1))
      #expect(!fixture.queue.isPlaying)
      #expect(!fixture.queue.playback.wantsToPlay)
    }
  }

  @Test("prepare() at the end of the queue does not change where play() begins")
  func preparedAtEnd() throws {
    let fixture = try ended()
    fixture.queue.prepare()
    fixture.advance(.seconds(1))
    fixture.queue.play()
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "a")
    #expect(fixture.queue.isPlaying)
  }

  @Test("A seek past the end, after the end of the queue, is the end again")
  func soughtPastEnd() throws {
    let fixture = try ended()
    fixture.queue.seek(to: .seconds(70))
    fixture.queue.play()
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "a")
    #expect(fixture.queue.isPlaying)
  }
}
