import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Fake players in a queue", .tags(.pure), .timeLimit(.minutes(3)))
struct FakePlayersInQueueTests {
  static let preview = PlayerType(rawValue: "preview")

  let clock = ManualClock()
  let tracks = [FakeTrack("a"), FakeTrack("b", playerTypes: [preview]), FakeTrack("c")]

  private func advance(_ time: Double) { clock.advance(by: seconds(time)) }

  @Test("of one group follow each other without a gap")
  func followWithoutGap() throws {
    let group = FakePlayer.Group(clock: clock)
    let full = FakePlayer(group: group)
    let preview = FakePlayer(playerType: Self.preview, group: group)
    let queue = QueuePlayer(players: [full, preview], clock: clock)
    try queue.set(tracks)
    queue.play()
    advance(60.1)
    #expect(preview.soundingTrack?.id == "b")
    #expect(queue.position == .zero)
    #expect(queue.state == .play)
    #expect(full.state == .initial)
    advance(60)
    #expect(full.soundingTrack?.id == "c")
    #expect(!preview.isSounding)
    #expect(full.commands.contains(.preload("c")))
  }

  @Test("of different groups follow each other after loading")
  func followAfterLoading() throws {
    let full = FakePlayer(clock: clock)
    let preview = FakePlayer(playerType: Self.preview, clock: clock)
    let queue = QueuePlayer(players: [full, preview], clock: clock)
    try queue.set(tracks)
    queue.play()
    advance(60.1)
    #expect(queue.state == .loadToPlay)
    #expect(!full.isSounding)
    advance(0.1)
    #expect(preview.soundingTrack?.id == "b")
    #expect(!preview.commands.contains(.preload("b")))
  }

  @Test("do not advance it by the late end of an earlier track")
  func ignoreLateEnd() throws {
    let full = FakePlayer(clock: clock)
    let preview = FakePlayer(playerType: Self.preview, clock: clock)
    let queue = QueuePlayer(players: [full, preview], clock: clock)
    try queue.set(tracks)
    queue.play()
    advance(1)
    queue.next()
    advance(1)
    let stale = try #require(full.loads(of: "a").first)
    full.inject(.ended(followedBy: nil), of: stale)
    full.inject(.failed(PlayerError(.interrupted, "Late."), followedBy: nil), of: stale)
    #expect(queue.status.currentEntry?.track.id == "b")
    #expect(queue.state == .play)
  }

  @Test("that omit an end are noticed")
  func noticeMissingEnd() throws {
    let full = FakePlayer(clock: clock)
    var media = FakeMedia()
    media.reportsEnd = false
    full.setMedia(media, for: "a")
    let queue = QueuePlayer(players: [full], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("c")])
    queue.play()
    advance(70)
    #expect(full.soundingTrack?.id == "c")
  }

  @Test("remove a preloaded track when the queue changes")
  func takeFollowerBack() throws {
    let full = FakePlayer(group: FakePlayer.Group(clock: clock))
    let queue = QueuePlayer(players: [full], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b"), FakeTrack("c")])
    queue.play()
    advance(1)
    try queue.remove([queue.entries[1].id])
    #expect(full.commands.contains(.cancelPreload("b")))
    advance(59.1)
    #expect(full.soundingTrack?.id == "c")
  }
}
