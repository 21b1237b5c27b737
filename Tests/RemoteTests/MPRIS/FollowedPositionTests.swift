import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPRIS

@Suite("The position that a follower assumes", .tags(.pure))
struct FollowedPositionTests {
  private var a: EntryID? { EntryID("1") }
  private var b: EntryID? { EntryID("2") }

  private func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(sinceOrigin: .seconds(seconds))
  }

  private func playing(
    _ entry: EntryID?,
    _ position: Double,
    moves: Bool = true
  ) -> FollowedPosition.Update {
    .init(
      entry: entry,
      status: .playing,
      rate: 1,
      position: .seconds(position),
      moves: moves
    )
  }

  private func follow(
    _ followed: inout FollowedPosition,
    _ update: FollowedPosition.Update,
    _ now: Double
  ) -> Duration? {
    followed.follow(update, length: .seconds(60), at: at(now))
  }

  @Test("a follower that knows everything needs no report")
  func nothing() {
    var followed = FollowedPosition(playing(a, 0), at: at(0))
    #expect(follow(&followed, playing(a, 5), 5) == nil)
    #expect(follow(&followed, playing(b, 0), 10) == nil)
    #expect(follow(&followed, playing(b, 3.05), 13) == nil)
  }

  @Test("a jump is reported, but not one within the tolerance")
  func jumps() {
    var followed = FollowedPosition(playing(a, 0), at: at(0))
    #expect(follow(&followed, playing(a, 30), 5) == .seconds(30))
    #expect(follow(&followed, playing(a, 31.05), 6) == nil)
    #expect(follow(&followed, playing(a, 0), 7) == .zero)
  }

  @Test("a track that begins elsewhere than at 0 is reported")
  func beginning() {
    var followed = FollowedPosition(playing(a, 50), at: at(0))
    #expect(follow(&followed, playing(b, 12), 1) == .seconds(12))
  }

  @Test("a stall is reported once, when playback continues")
  func stalls() {
    var followed = FollowedPosition(playing(a, 10), at: at(0))
    #expect(follow(&followed, playing(a, 11, moves: false), 1) == nil)
    #expect(follow(&followed, playing(a, 11, moves: false), 3) == nil)
    #expect(follow(&followed, playing(a, 11), 4) == .seconds(11))
    #expect(follow(&followed, playing(a, 12), 5) == nil)
  }

  @Test("a jump during a stall is reported at once, and again when playback continues")
  func jumpWhileStalled() {
    var followed = FollowedPosition(playing(a, 10), at: at(0))
    #expect(follow(&followed, playing(a, 40, moves: false), 1) == .seconds(40))
    #expect(follow(&followed, playing(a, 20, moves: false), 2) == .seconds(20))
    #expect(follow(&followed, playing(a, 20), 3) == .seconds(20))
  }

  @Test("the position stands still while paused, and is 0 while stopped")
  func standing() {
    var paused = playing(a, 10, moves: false)
    paused.status = .paused
    var followed = FollowedPosition(playing(a, 9), at: at(0))
    #expect(follow(&followed, paused, 1) == nil)
    #expect(follow(&followed, paused, 100) == nil)
    paused.position = .seconds(20)
    #expect(follow(&followed, paused, 101) == .seconds(20))
    var stopped = playing(a, 0, moves: false)
    stopped.status = .stopped
    #expect(follow(&followed, stopped, 102) == nil)
    #expect(followed.position(at: at(200)) == .zero)
  }

  @Test("at twice the speed it advances twice as fast")
  func speed() {
    var fast = playing(a, 0)
    fast.rate = 2
    var followed = FollowedPosition(fast, at: at(0))
    fast.position = .seconds(20)
    #expect(follow(&followed, fast, 10) == nil)
    #expect(follow(&followed, playing(a, 40), 20) == nil)
    #expect(follow(&followed, playing(a, 60), 30) == .seconds(60))
  }

  @Test("it never exceeds the end of the track")
  func end() {
    var followed = FollowedPosition(playing(a, 50), at: at(0))
    #expect(follow(&followed, playing(a, 60, moves: false), 30) == nil)
  }
}
