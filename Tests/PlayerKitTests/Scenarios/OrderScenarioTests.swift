import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// The numbered acceptance scenarios for the play order, on a fake engine.
@Suite(.tags(.pure)) struct OrderScenarioTests {
  private let names = (0..<8).map { "t\($0)" }

  private func makeFixture() throws -> QueueFixture {
    let fixture = try QueueFixture(names)
    for name in ["x", "y", "z"] { fixture.script(name, FakeMedia()) }
    fixture.queue.isShuffled = true
    fixture.begin()
    return fixture
  }

  /// Plays `count` more tracks to their ends. Returns the tracks that sound.
  private func hear(_ count: Int, of fixture: QueueFixture) throws -> [String] {
    try (0..<count).map { _ in
      fixture.advance(.seconds(60))
      return try #require(fixture.current)
    }
  }

  private func playOrder(of fixture: QueueFixture) -> [String] {
    fixture.queue.entries.playOrder.compactMap { fixture.queue.entries[$0]?.track.id }
  }

  @Test("11 An unplayed entry moved in the base order leaves the shuffled order")
  func unplayedEntryMoved() throws {
    let fixture = try makeFixture()
    _ = try hear(2, of: fixture)
    let before = playOrder(of: fixture)
    try fixture.queue.move(fixture.entry(before[5]), to: 0)
    #expect(fixture.order.first == before[5])
    #expect(playOrder(of: fixture) == before)
    #expect(try hear(5, of: fixture) == Array(before[3...]))
  }

  @Test("12 Two tracks added to play next do so under shuffle, in that order")
  func twoTracksAdded() throws {
    let fixture = try makeFixture()
    _ = try hear(1, of: fixture)
    let rest = Array(playOrder(of: fixture)[2...])
    fixture.queue.playNext([URLTrack(path: "x"), URLTrack(path: "y")])
    #expect(try hear(8, of: fixture) == ["x", "y"] + rest)
  }

  @Test("13 Tracks appended under shuffle play among those not played yet")
  func tracksAppendedUnder() throws {
    let fixture = try makeFixture()
    let heard = try [#require(fixture.current)] + hear(3, of: fixture)
    fixture.queue.append(["x", "y", "z"].map { URLTrack(path: $0) })
    #expect(Array(playOrder(of: fixture).prefix(4)) == heard)
    #expect(try Set(hear(7, of: fixture)) == Set(names + ["x", "y", "z"]).subtracting(heard))
    fixture.advance(.seconds(60))
    #expect(fixture.queue.status.endReason == .finished)
  }

  @Test("14 Turning shuffle off leaves the base order and the current entry")
  func shuffleTurnedOff() async throws {
    let fixture = try makeFixture()
    _ = try hear(2, of: fixture)
    let current = try #require(fixture.current)
    let sounding = fixture.engine.soundingLoad
    let before = await fixture.told().count
    fixture.queue.isShuffled = false
    #expect(fixture.order == names)
    #expect(playOrder(of: fixture) == names)
    #expect(fixture.current == current)
    #expect(fixture.engine.soundingLoad == sounding)
    #expect(Array(await fixture.told()[before...]) == ["shuffle false"])
  }

  @Test("15 Each lap of a shuffled repeat plays every entry once, and not the last one first")
  func eachLapShuffled() throws {
    let fixture = try makeFixture()
    fixture.queue.repeatMode = .all
    var laps = try [[#require(fixture.current)] + hear(7, of: fixture)]
    for _ in 0..<10 { laps.append(try hear(8, of: fixture)) }
    for (lap, next) in zip(laps, laps.dropFirst()) {
      #expect(Set(lap) == Set(names))
      #expect(next.first != lap.last)
    }
    #expect(Set(laps).count > 5)
  }
}
