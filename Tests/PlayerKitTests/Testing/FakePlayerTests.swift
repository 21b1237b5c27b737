import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A fake player", .tags(.pure))
struct FakePlayerTests {
  let clock = ManualClock()
  let player: FakePlayer

  init() {
    player = FakePlayer(clock: clock)
  }

  private func advance(_ time: Double) { clock.advance(by: seconds(time)) }

  private func script(_ id: String, _ change: (inout FakeMedia) -> Void) {
    var media = FakeMedia()
    change(&media)
    player.setMedia(media, for: id)
  }

  @Test("loads each track in 0.1 s and plays it for 60 s")
  func playsWithoutScript() {
    player.play(FakeTrack("a"))
    #expect(player.state == .loadToPlay)
    #expect(!player.isSounding)
    advance(0.1)
    #expect(player.state == .play)
    #expect(player.soundingTrack?.id == "a")
    advance(59.999)
    #expect(player.position == seconds(59.999))
    advance(0.001)
    #expect(player.status.endReason == .ended)
    #expect(!player.isSounding)
  }

  @Test("records its commands")
  func recordsCommands() {
    player.prepare(FakeTrack("a"), at: seconds(5))
    player.play()
    player.seek(to: seconds(10))
    player.isMuted = true
    player.unload()
    var muted = OutputSettings()
    muted.isMuted = true
    let expected: [FakePlayer.Command] = [
      .load("a", at: seconds(5), isPlaying: false), .setPlaying(true, "a"),
      .seek(seconds(10), "a"), .apply(muted), .unload("a"),
    ]
    #expect(player.commands == expected)
    #expect(player.preparedTracks.map(\.id) == ["a"])
  }

  @Test("stalls at its scripted position")
  func stalls() {
    script("a") { $0.stalls = [.init(at: seconds(5), for: seconds(2))] }
    player.play(FakeTrack("a"))
    advance(6)
    #expect(player.state == .loadToPlay)
    #expect(player.position == seconds(5))
    #expect(!player.isSounding)
    advance(1.1)
    #expect(player.state == .play)
  }

  @Test("fails at its scripted position, and names the cause")
  func fails() {
    script("a") { $0.failure = .init(at: seconds(5), PlayerError(.interrupted, "Cut.")) }
    player.play(FakeTrack("a"))
    advance(6)
    #expect(player.status.error?.code == .interrupted)
    #expect(player.status.error?.track?.id == "a")
    #expect(player.status.error?.playerType == .url)
  }

  @Test("can omit its end")
  func neverEnds() {
    script("a") { $0.reportsEnd = false }
    player.play(FakeTrack("a"))
    advance(100)
    #expect(player.state == .play)
    #expect(player.position == seconds(60))
    #expect(!player.isSounding)
  }

  @Test("can load forever")
  func neverLoads() {
    script("a") { $0.loadTime = nil }
    player.play(FakeTrack("a"))
    advance(1000)
    #expect(player.state == .loadToPlay)
  }

  @Test("is silent once it is freed, and its load is unloaded")
  func fallsSilentWhenFreed() {
    let group = FakePlayer.Group(clock: clock)
    let other = FakePlayer(group: group)
    do {
      let player = FakePlayer(group: group)
      player.play(FakeTrack("a"))
      advance(1)
      #expect(player.isSounding)
      #expect(!other.isSounding)
    }
    #expect(group.knownLoads == [])
    #expect(clock.nextDeadline == nil)
  }

  @Test("delivers injected reports, also after the end of a load")
  func misbehaves() throws {
    let recorder = ReportRecorder()
    let load = LoadID.unique()
    let sink = ReportSink { report, load in recorder.sink(for: load)(report) }
    let request = LoadRequest(id: load, track: FakeTrack("a"), wantsToPlay: true)
    let backend = player.core.backend
    backend.perform(.open(request, replacing: nil), for: sink)
    advance(1)
    player.inject(.buffering(true), of: load)
    #expect(recorder.reports(of: load).last == .buffering(true))
    backend.perform(.release(load), for: sink)
    #expect(player.loads(of: "a") == [load])
    player.inject(.ended(followedBy: nil), of: load)
    #expect(recorder.reports(of: load).suffix(2) == [.released, .ended(followedBy: nil)])
    player.inject(.superseded, of: .unique())
  }

  @Test("keeps its state if an injected report is about an earlier load")
  func ignoresLateReports() throws {
    player.play(FakeTrack("a"))
    advance(1)
    let load = try #require(player.status.load)
    player.inject(.buffering(true), of: load)
    #expect(player.state == .loadToPlay)
    player.unload()
    player.inject(.ended(followedBy: nil), of: load)
    #expect(player.status.endReason == .unloaded)
  }
}
