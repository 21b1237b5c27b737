import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Skips to another entry: at once if it is prepared, and once for many commands.
@Suite(.tags(.pure))
struct QueueSkippingTests {
  private let names = (0..<14).map { "\($0)" }

  private func begun(
    _ configure: (inout QueuePlayer.Configuration) -> Void = { _ in }
  ) throws -> QueueFixture {
    let fixture = try QueueFixture(names, configure: configure)
    fixture.begin()
    // The next track is open by now.
    fixture.advance(.seconds(1))
    return fixture
  }

  @Test("next() begins the prepared entry, and opens nothing")
  func nextBeginsPrepared() async throws {
    let fixture = try begun()
    #expect(fixture.engine.openedSources == ["0", "1"])
    fixture.queue.next()
    #expect(fixture.current == "1")
    #expect(fixture.state == .play)
    #expect(fixture.queue.position == .zero)
    #expect(fixture.engine.openedSources.prefix(2) == ["0", "1"])
    #expect(!fixture.engine.openedSources.dropFirst(2).contains("1"))
    fixture.advance(.seconds(2))
    #expect(fixture.queue.position == .seconds(2))
    #expect(fixture.engine.openedSources == ["0", "1", "2"])
    let told = await fixture.told().drop { $0 != "1 userSelected" }
    #expect(
      told == [
        "1 userSelected", "buffering true", "loadToPlay", "duration none", "duration 60.0 seconds",
        "buffering false", "play",
      ]
    )
  }

  @Test("play() of the prepared entry begins it too")
  func playEntryPrepared() throws {
    let fixture = try begun()
    try fixture.queue.play(fixture.entry("1"))
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources == ["0", "1"])
  }

  @Test("next() while paused waits silently at the beginning of the prepared entry")
  func nextWhilePaused() throws {
    let fixture = try begun()
    fixture.queue.pause()
    fixture.queue.next()
    #expect(fixture.state == .pause)
    #expect(fixture.engine.soundingLoad == nil)
    fixture.queue.play()
    fixture.advance(.seconds(1))
    #expect(fixture.queue.position == .seconds(1))
    #expect(!fixture.engine.openedSources.dropFirst(2).contains("1"))
  }

  @Test("next() to an opening entry waits for it in silence")
  func nextOntoStill() throws {
    let fixture = try QueueFixture(names)
    fixture.begin()
    #expect(fixture.engine.openedSources == ["0", "1"])
    fixture.queue.next()
    #expect(fixture.state == .loadToPlay)
    #expect(fixture.engine.soundingLoad == nil)
    fixture.queue.pause()
    fixture.queue.play()
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources == ["0", "1"])
  }

  @Test("A prepared entry that turns out to be broken fails when next() reaches it")
  func preparedTurnsOut() async throws {
    let fixture = try QueueFixture(names)
    fixture.script("1", .failing(.notFound))
    fixture.begin()
    fixture.queue.next()
    fixture.advance(.seconds(1))
    #expect(fixture.current == "2")
    #expect(fixture.state == .play)
    let told = await fixture.told()
    #expect(told.contains("failed 1 notFound skip"))
  }

  @Test("Rapid skips open only the first and the last entry")
  func burstOnlyFirst() throws {
    let fixture = try begun()
    for index in 1...10 {
      fixture.queue.next()
      // The current entry is reported at once, and nothing else sounds meanwhile.
      #expect(fixture.current == "\(index)")
      #expect(fixture.queue.position == .zero)
      #expect(index == 1 ? fixture.state == .play : fixture.state == .loadToPlay)
      fixture.advance(.milliseconds(10))
      #expect((fixture.engine.soundingLoad != nil) == (index == 1))
    }
    #expect(fixture.engine.openedSources == ["0", "1"])
    fixture.advance(.milliseconds(19))
    #expect(fixture.engine.openedSources == ["0", "1"])
    fixture.advance(.milliseconds(1))
    #expect(fixture.engine.openedSources == ["0", "1", "10"])
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources == ["0", "1", "10", "11"])
  }

  @Test(
    "Rapid skips end after three of their pauses, limited to 30 to 120 ms",
    arguments: [(0, 30), (10, 30), (20, 60), (33, 99), (60, 120), (110, 120)]
  )
  func burstOverAfter(
    pause: Int,
    wait: Int
  ) throws {
    let fixture = try begun()
    fixture.queue.next()
    for _ in 2...5 {
      fixture.advance(.milliseconds(pause))
      fixture.queue.next()
    }
    fixture.advance(.milliseconds(wait - 1))
    #expect(fixture.engine.openedSources == ["0", "1"])
    fixture.advance(.milliseconds(1))
    #expect(fixture.engine.openedSources.prefix(3) == ["0", "1", "5"])
  }

  @Test("Skips that slow down settle by their slowest pace, and load one more entry")
  func burstSlowsDown() throws {
    let fixture = try begun()
    for _ in 1...3 { fixture.queue.next() }
    for pause in [50, 50, 10, 10] {
      fixture.advance(.milliseconds(pause))
      fixture.queue.next()
    }
    fixture.advance(.milliseconds(119))
    #expect(fixture.engine.openedSources == ["0", "1", "3"])
    fixture.advance(.milliseconds(1))
    #expect(fixture.engine.openedSources.prefix(4) == ["0", "1", "3", "7"])
  }

  @Test("Rapid skips obey a pause, a seek, and a stop before they settle")
  func burstObeysPause() throws {
    let fixture = try begun()
    fixture.queue.next()
    fixture.queue.next()
    fixture.queue.pause()
    fixture.queue.seek(to: .seconds(30))
    #expect(fixture.state == .load)
    fixture.advance(.seconds(1))
    #expect(fixture.state == .pause)
    #expect(fixture.queue.position == .seconds(30))
    fixture.queue.next()
    fixture.queue.next()
    fixture.queue.stop()
    fixture.advance(.seconds(1))
    #expect(fixture.state == .initial)
    #expect(fixture.current == "4")
    #expect(!fixture.engine.openedSources.contains("4"))
  }

  @Test("Rapid skips that return to their start load that entry once")
  func burstBackComes() throws {
    let fixture = try begun()
    fixture.queue.next()
    fixture.queue.previous()
    fixture.queue.next()
    fixture.queue.previous()
    #expect(fixture.current == "0")
    fixture.advance(.seconds(1))
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources == ["0", "1", "0", "1"])
  }

  @Test("Commands further apart each load")
  func commandsFurtherApart() throws {
    let fixture = try begun()
    for index in 1...3 {
      fixture.queue.next()
      #expect(fixture.state == .play)
      fixture.advance(.milliseconds(300))
      #expect(fixture.engine.openedSources.last == "\(index + 1)")
    }
    #expect(fixture.engine.openedSources == ["0", "1", "2", "3", "4"])
  }

  @Test("Without a time to settle, each command loads")
  func withoutTimeSettle() throws {
    let fixture = try begun { $0.debounce = .zero }
    fixture.queue.next()
    fixture.queue.next()
    #expect(fixture.current == "2")
    #expect(fixture.engine.openedSources == ["0", "1", "2"])
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
  }

  @Test("Rapid skips on a player that shares no engine are merged as well")
  func burstPlayerStands() throws {
    let clock = ManualClock()
    let player = FakePlayer(clock: clock)
    let queue = QueuePlayer(players: [player], clock: clock)
    try queue.set(names.map { FakeTrack($0) })
    queue.play()
    clock.advance(by: .seconds(1))
    for _ in 1...10 { queue.next() }
    clock.advance(by: .seconds(1))
    #expect(player.preparedTracks.map(\.id) == ["0", "1", "10"])
    #expect(player.soundingTrack?.id == "10")
  }
}
