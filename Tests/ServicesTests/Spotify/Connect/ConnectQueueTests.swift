import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

/// Whole tracks of Spotify between tracks of other services, in one queue.
@Suite("A queue with Spotify's whole tracks", .tags(.local), .timeLimit(.minutes(3)))
struct ConnectQueueTests {
  private static let url = PlayerType(rawValue: "url")
  private static let apple = PlayerType(rawValue: "appleMusicPreview")

  private let bench = ConnectBench()
  private let urls: FakePlayer
  private let previews: FakePlayer
  private let spotifyPreviews: FakePlayer
  private let queue: QueuePlayer
  private let observer: RecordingObserver<QueuePlayerEvent>

  init() {
    urls = FakePlayer(playerType: Self.url, clock: bench.clock) { _ in
      FakeMedia(duration: .seconds(10))
    }
    let media: @Sendable (any Track) -> FakeMedia = { _ in FakeMedia(duration: .seconds(30)) }
    previews = FakePlayer(playerType: Self.apple, clock: bench.clock, media: media)
    spotifyPreviews = FakePlayer(playerType: .spotifyPreview, clock: bench.clock, media: media)
    queue = QueuePlayer(
      players: [urls, previews, spotifyPreviews, bench.makePlayer()],
      clock: bench.clock
    )
    observer = RecordingObserver(of: queue)
  }

  /// The audible players.
  private var sounding: [String] {
    let fakes = [urls, previews, spotifyPreviews].compactMap(\.soundingTrack?.id)
    return fakes + [bench.host.sounding?.track].compactMap(\.self)
  }

  private func events() async -> [QueuePlayerEvent] {
    await queue.events.delivered()
    return observer.events
  }

  private func failures() async -> [QueueFailure] {
    await events().compactMap { if case .failed(let failure) = $0.change { failure } else { nil } }
  }

  @Test(
    "URL, Spotify and Apple's preview play one at a time, each to its end",
    arguments: SpotifyTrackEnd.allCases,
    [false, true]
  )
  func threeEnds(end: SpotifyTrackEnd, autoplays: Bool) async throws {
    bench.host.change { settings in
      settings.end = end
      settings.autoplays = autoplays
    }
    let track = bench.tracks(.seconds(40))[0]
    try queue.set([
      FakeTrack("a", playerTypes: [Self.url]), track, FakeTrack("c", playerTypes: [Self.apple]),
    ])
    queue.play()
    var heard: [String] = []
    var most = 0
    await bench.pass(.seconds(90)) {
      most = max(most, sounding.count)
      if let id = sounding.first, heard.last != id { heard.append(id) }
    }
    #expect(most == 1)
    // A track that starts by itself sounds until the player notices it and pauses it.
    #expect(heard.filter { ["a", track.id, "c"].contains($0) } == ["a", track.id, "c"])
    #expect(heard.count <= (autoplays ? 4 : 3))
    let events = await events()
    #expect(events.transitions.map(\.reason) == [.queueChanged, .auto, .auto])
    #expect(await failures().isEmpty)
    let ended = events.compactMap { event -> Duration? in
      guard case .ended(.finished) = event.change else { return nil }
      return bench.clock.now.sinceOrigin
    }
    #expect(ended.count == 1)
    #expect(queue.status.endReason == .finished)
  }

  @Test("Without Premium the track's preview plays, and later tracks use theirs at once")
  func notPremium() async throws {
    bench.host.change { $0.isPremium = false }
    let tracks = bench.tracks(.seconds(40), .seconds(40))
    try queue.set(tracks)
    queue.play()
    await bench.pass(.seconds(5))
    #expect(sounding == [tracks[0].id])
    #expect(spotifyPreviews.soundingTrack?.id == tracks[0].id)
    let first = await failures()
    #expect(first.map(\.error.code) == [.notEntitled])
    #expect(first.map(\.action) == [.alternative])
    #expect(first.first?.error.playerType == .spotifyConnect)
    let sent = bench.network.lines.count
    await bench.pass(.seconds(30))
    #expect(spotifyPreviews.soundingTrack?.id == tracks[1].id)
    #expect(bench.network.lines.count == sent, "it is known, and not asked again")
    #expect(await failures().count == 1)
  }

  @Test("A subscription that is lost or gained during playback decides about the next track")
  func lostAndWon() async throws {
    let tracks = bench.tracks(.seconds(40), .seconds(40), .seconds(40))
    try queue.set(tracks)
    queue.play()
    await bench.pass(.seconds(20))
    #expect(bench.host.sounding?.track == tracks[0].id)
    bench.subscription.record(isPremium: false)
    await bench.pass(.seconds(30))
    #expect(spotifyPreviews.soundingTrack?.id == tracks[1].id)
    bench.subscription.record(isPremium: true)
    await bench.pass(.seconds(30))
    #expect(bench.host.sounding?.track == tracks[2].id)
    #expect(await failures().isEmpty)
  }

  @Test("A refusal is forgotten after ten minutes, since the user may have subscribed")
  func asksAgain() async throws {
    let track = bench.tracks(.seconds(40))[0]
    bench.subscription.record(isPremium: false)
    #expect(track.playerType == .spotifyPreview)
    bench.clock.advance(by: .seconds(599))
    #expect(track.playerType == .spotifyPreview)
    bench.clock.advance(by: .seconds(1))
    #expect(track.playerTypes.prefix(2) == [.spotifyConnect, .spotifyPreview])
    #expect(SpotifyTrack(id: "1").playerType == .spotifyPreview, "no user is signed in")
  }

  @Test("Without a device the preview plays, and the next track tries again")
  func noDevice() async throws {
    bench.host.change { $0.hasDevices = false }
    let tracks = bench.tracks(.seconds(40), .seconds(40))
    try queue.set(tracks)
    queue.play()
    await bench.pass(.seconds(5))
    #expect(spotifyPreviews.soundingTrack?.id == tracks[0].id)
    #expect(await failures().map(\.error.code) == [.noDevice])
    bench.host.change { $0.hasDevices = true }
    await bench.pass(.seconds(30))
    #expect(bench.host.sounding?.track == tracks[1].id)
  }

  @Test("A skip on the phone continues with the queue's next entry")
  func skipped() async throws {
    let tracks = bench.tracks(.seconds(60), .seconds(60))
    try queue.set(tracks)
    queue.play()
    await bench.pass(.seconds(20))
    bench.host.use(.next)
    await bench.pass(.seconds(10))
    #expect(queue.status.currentEntry?.track.id == tracks[1].id)
    #expect(bench.host.sounding?.track == tracks[1].id)
    #expect(await events().transitions.last?.reason == .remote)
    bench.host.use(.next)
    await bench.pass(.seconds(10))
    #expect(queue.status.currentEntry?.track.id == tracks[1].id, "it is the last one")
    #expect(queue.state == .pause)
    #expect(queue.position == .zero)
  }

  @Test("A user who plays something else is not interrupted, and play takes over again")
  func takenOver() async throws {
    let track = bench.tracks(.seconds(60))[0]
    try queue.set([track, FakeTrack("c", playerTypes: [Self.apple])])
    queue.play()
    await bench.pass(.seconds(20))
    bench.host.use(.takeOver)
    bench.network.forget()
    await bench.pass(.seconds(30))
    guard case .takenOver(let foreign) = queue.status.endReason else {
      Issue.record("it ended with \(String(describing: queue.status.endReason))")
      return
    }
    #expect(foreign?.id != nil && foreign?.id != track.id)
    #expect(bench.host.sounding?.track == foreign?.id)
    #expect(bench.network.lines.allSatisfy { $0.hasPrefix("GET") })
    #expect(sounding.count == 1)
    queue.play()
    await bench.pass(.seconds(2))
    #expect(bench.host.sounding?.track == track.id)
    #expect(queue.position > .seconds(18))
  }
}
