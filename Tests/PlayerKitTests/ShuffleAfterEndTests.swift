import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Shuffle changed after the end of the queue", .tags(.pure))
struct ShuffleAfterEndTests {
  private let fixture: QueueFixture
  private var queue: QueuePlayer { fixture.queue }
  private let x = URLTrack(path: "x")

  init() throws {
    fixture = try QueueFixture((0..<8).map { "t\($0)" })
    for name in ["x", "y"] { fixture.script(name, FakeMedia()) }
  }

  /// Plays all entries to the end.
  private func end(shuffled: Bool = true) {
    queue.isShuffled = shuffled
    fixture.begin()
    fixture.advance(.seconds(481))
    #expect(queue.status.endReason == .finished)
  }

  /// The first tracks that play.
  private func play(_ count: Int) throws -> [String] {
    queue.play()
    fixture.advance(.milliseconds(100))
    #expect(queue.isPlaying)
    return try (0..<count).map { index in
      if index > 0 { fixture.advance(.seconds(60)) }
      return try #require(fixture.current)
    }
  }

  @Test("play() begins with the first entry after shuffle is turned off")
  func turnedOff() throws {
    end()
    let last = fixture.current
    queue.isShuffled = false
    #expect(fixture.current == last)
    queue.next()
    #expect(fixture.current == last)
    #expect(try play(3) == ["t0", "t1", "t2"])
  }

  @Test("play() begins with the first entry after shuffle is turned off, with any last entry")
  func everyLast() throws {
    for seed in 0..<16 as Range<UInt64> {
      let fixture = try QueueFixture(["a", "b", "c"]) { $0.shuffleSeed = seed }
      fixture.queue.isShuffled = true
      fixture.begin()
      fixture.advance(.seconds(181))
      #expect(fixture.queue.status.endReason == .finished)
      fixture.queue.isShuffled = false
      fixture.queue.play()
      fixture.advance(.milliseconds(100))
      #expect(fixture.queue.isPlaying)
      #expect(fixture.current == "a")
    }
  }

  @Test("play() begins with an entry that was added before shuffle was turned off")
  func addedBefore() throws {
    end()
    queue.append([x, URLTrack(path: "y")])
    queue.isShuffled = false
    #expect(try play(2) == ["x", "y"])
  }

  @Test("play() begins with an entry that was added after shuffle was turned off")
  func addedAfter() throws {
    end()
    queue.isShuffled = false
    queue.append([x, URLTrack(path: "y")])
    #expect(try play(2) == ["x", "y"])
  }

  @Test("play() begins with an entry that was added to play next after shuffle was turned off")
  func playNext() throws {
    end()
    queue.isShuffled = false
    queue.playNext(x)
    #expect(try play(1) == ["x"])
  }

  @Test("next() plays an added entry, too")
  func next() throws {
    end()
    queue.isShuffled = false
    queue.append(x)
    queue.next()
    #expect(fixture.current == "x")
  }

  @Test("An entry that was added and removed again does not count")
  func removed() throws {
    end()
    queue.isShuffled = false
    try queue.remove(queue.append(x))
    #expect(try play(1) == ["t0"])
  }

  @Test("An edit may turn shuffle off, too")
  func edited() throws {
    end()
    try queue.edit { queue in queue.isShuffled = false }
    #expect(try play(2) == ["t0", "t1"])
  }

  @Test("play() begins a new lap after shuffle is turned on, and not with the last entry")
  func turnedOn() throws {
    end(shuffled: false)
    queue.isShuffled = true
    let lap = try play(8)
    #expect(Set(lap).count == 8)
    #expect(lap.first != "t7")
  }

  @Test("previous() plays the last entry again")
  func previous() throws {
    end()
    let last = fixture.current
    queue.isShuffled = false
    queue.previous()
    #expect(fixture.current == last)
    #expect(fixture.state == .loadToPlay)
  }

  @Test("A queue that stopped after an entry continues as usual")
  func stopped() throws {
    queue.isShuffled = true
    fixture.begin()
    queue.stopsAfterCurrent = true
    fixture.advance(.seconds(60))
    #expect(queue.status.endReason == .stopped)
    queue.isShuffled = false
    #expect(fixture.current == "t0")
    queue.next()
    #expect(fixture.current == "t1")
  }
}
