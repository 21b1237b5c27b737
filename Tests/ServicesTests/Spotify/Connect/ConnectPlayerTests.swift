import HTTPTypes
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

/// Actions of devices and their users during a track.
@Suite("A player on Spotify's devices", .tags(.local), .timeLimit(.minutes(3)))
struct ConnectPlayerTests {
  private let bench = ConnectBench()
  private let player: SpotifyConnectPlayer
  private let track: SpotifyTrack

  init() {
    player = bench.makePlayer()
    track = bench.tracks(.seconds(200))[0]
  }

  private func start(at position: Duration = .zero) async {
    player.play(track, at: position)
    await bench.pass(.seconds(1))
    #expect(player.state == .play)
  }

  private static func isPause(_ line: String) -> Bool { line.hasPrefix("PUT /pause") }

  private func near(_ time: Duration, _ other: Duration) -> Bool {
    let difference = time - other
    return difference < .milliseconds(350) && difference > .milliseconds(-350)
  }

  // MARK: - Requests

  @Test("A whole track needs a fixed number of requests, all reads except one")
  func requestsOfATrack() async {
    player.play(track)
    await bench.pass(.seconds(210))
    #expect(player.status.endReason == .ended)
    let commands = bench.network.lines.filter { !$0.hasPrefix("GET") }
    #expect(commands.count == 1, "\(commands)")
    #expect(
      bench.network.lines.prefix(2) == ["GET ?additional_types=track,episode", "GET /devices"]
    )
    // 200 s: 40 reads in the middle, 4 around the end, and three requests before.
    #expect(bench.network.lines.count <= 49, "\(bench.network.lines.count)")
    bench.network.forget()
    await bench.pass(.seconds(3_600))
    #expect(bench.network.lines.isEmpty, "nothing is loaded")
  }

  @Test("Two players and ten observers of one account read the state no more often than one")
  func onePoller() async {
    let other = bench.makePlayer()
    let observers = (0..<10).map { _ in RecordingObserver(of: player) }
    await start()
    bench.network.forget()
    await bench.pass(.seconds(60))
    #expect(bench.network.lines.count == 12)
    other.play(track)
    #expect(player.status.endReason == .unloaded)
    await bench.pass(.seconds(1))
    #expect(other.state == .play)
    bench.network.forget()
    await bench.pass(.seconds(60))
    #expect(bench.network.lines.count == 12)
    withExtendedLifetime(observers) {}
  }

  @Test("During a long pause the state is not read, and play resumes at the position")
  func longPause() async {
    await start(at: .seconds(50))
    player.pause()
    await bench.pass(.seconds(60))
    bench.network.forget()
    await bench.pass(.seconds(1_800))
    #expect(bench.network.lines.isEmpty)
    #expect(bench.host.sounding == nil)
    player.play()
    await bench.pass(.seconds(1))
    #expect(bench.host.sounding?.track == track.id)
    #expect(player.state == .play)
    #expect(near(player.position, .seconds(52)), "\(player.position)")
    // The device had become idle, so a command that names it wakes it.
    #expect(bench.network.lines.contains { $0.hasPrefix("PUT /play?device_id=") })
  }

  @Test("A short pause is resumed, without a new start")
  func shortPause() async {
    await start()
    player.pause()
    await bench.pass(.seconds(10))
    bench.network.forget()
    player.play()
    await bench.pass(.seconds(2))
    #expect(bench.network.lines.count { $0.hasPrefix("PUT /play") } == 1)
    #expect(bench.host.sounding?.track == track.id)
    #expect(near(player.position, .seconds(3)), "\(player.position)")
  }

  // MARK: - The user's actions

  @Test("The player follows the device that the user chooses on the phone")
  func moved() async {
    await start()
    let first = bench.host.sounding?.device
    bench.host.use(.move)
    await bench.pass(.seconds(6))
    #expect(player.state == .play)
    player.pause()
    await bench.pass(.seconds(1))
    #expect(bench.host.sounding == nil)
    player.play()
    await bench.pass(.seconds(1))
    #expect(bench.host.sounding != nil)
    #expect(bench.host.sounding?.device != first)
  }

  @Test("The app moves playback to another device, even if a transfer fails twice")
  func transferred() async {
    await start()
    bench.host.change { $0.failingTransfers = 2 }
    bench.account.play(onDevice: "mira's phone")
    await bench.pass(.seconds(5))
    #expect(bench.host.sounding?.device == "Mira's Phone")
    #expect(player.state == .play)
    #expect(bench.host.sounding?.track == track.id)
  }

  @Test("The device keeps its volume until the app sets one, and the user's changes are reported")
  func volume() async {
    await start()
    #expect(bench.host.volume == 59)
    #expect(player.volume == 1)
    bench.host.use(.volume(30))
    await bench.pass(.seconds(6))
    #expect(player.volume == 0.3)
    player.volume = 0.8
    await bench.pass(.seconds(1))
    #expect(bench.host.volume == 80)
    player.isMuted = true
    await bench.pass(.seconds(1))
    #expect(bench.host.volume == 0)
    player.isMuted = false
    await bench.pass(.seconds(1))
    #expect(bench.host.volume == 80)
  }

  @Test("A device whose volume can't be set continues to play")
  func phoneVolume() async {
    bench.account.play(onDevice: "Mira's Phone")
    player.volume = 0.4
    await start()
    await bench.pass(.seconds(10))
    #expect(player.state == .play)
    #expect(bench.host.sounding?.device == "Mira's Phone")
    #expect(bench.host.volume == 100)
  }

  @Test("A transfer to a missing device fails, and playback continues")
  func nowhere() async {
    await start()
    bench.account.play(onDevice: "Attic")
    await bench.pass(.seconds(10))
    #expect(player.state == .play)
    #expect(bench.host.sounding?.device == "Kitchen")
  }

  @Test("A caller that ends the process can wait until the device is silent")
  func farewell() async {
    await start()
    let ending = Task { [account = bench.account] in await account.finish() }
    while player.status.endReason == nil, !bench.network.lines.contains(where: Self.isPause) {
      await Task.yield()
    }
    await bench.pass(.seconds(1))
    await ending.value
    #expect(bench.host.sounding == nil)
    // With nothing loaded it does not wait.
    await bench.account.finish()
  }

  // MARK: - Devices

  @Test("A device that accepts only a transfer gets one, even if the first returns 502")
  func wokenByTransfer() async {
    bench.host.change { settings in
      settings.wakesByTransferAlone = true
      settings.failingTransfers = 1
    }
    player.play(track)
    await bench.pass(.seconds(15))
    // The failed transfer had no effect. The device counts as gone, and another one plays the
    // track.
    #expect(player.state == .play)
    #expect(bench.host.sounding?.track == track.id)
  }

  @Test("A device that vanishes fails the load as noDevice, and does not end it")
  func vanished() async {
    await start()
    bench.host.use(.vanish)
    await bench.pass(.seconds(15))
    #expect(player.status.error?.code == .noDevice)
    player.play()
    await bench.pass(.seconds(3))
    #expect(player.state == .play, "another device takes it")
  }

  @Test("A missing named device is not replaced by another one")
  func namedDevice() async {
    let bench = ConnectBench(device: "Attic")
    let player = bench.makePlayer()
    player.play(track)
    await bench.pass(.seconds(10))
    #expect(player.status.error?.code == .noDevice)
    #expect(bench.host.sounding == nil)
    bench.account.play(onDevice: "kitchen")
    player.play()
    await bench.pass(.seconds(1))
    #expect(bench.host.sounding?.device == "Kitchen")
  }

  @Test("A device whose position stands still stalls the track, which later continues")
  func frozen() async {
    await start()
    bench.host.use(.freeze)
    await bench.pass(.seconds(12))
    #expect(player.state == .loadToPlay)
    let place = player.position
    bench.host.use(.play)
    await bench.pass(.seconds(3))
    #expect(player.state == .play)
    #expect(player.position - place < .seconds(4))
  }

  @Test("A device whose position stands still for long fails as noDevice")
  func dead() async {
    await start()
    bench.host.use(.freeze)
    await bench.pass(.seconds(60))
    #expect(player.status.error?.code == .noDevice)
  }

  // MARK: - Incomplete states

  @Test("Without a position a track plays to its end", arguments: SpotifyTrackEnd.allCases)
  func noProgress(end: SpotifyTrackEnd) async {
    bench.host.change { settings in
      settings.tellsProgress = false
      settings.end = end
    }
    player.play(track)
    await bench.pass(.seconds(100))
    #expect(player.state == .play)
    #expect(near(player.position, .seconds(100)), "\(player.position)")
    await bench.pass(.seconds(105))
    #expect(player.status.endReason == .ended)
  }

  @Test("An advertisement is waited for")
  func advertisement() async {
    await start()
    bench.host.use(.advertisement(.seconds(20)))
    await bench.pass(.seconds(10))
    #expect(player.state == .loadToPlay)
    await bench.pass(.seconds(20))
    #expect(player.state == .play)
    await bench.pass(.seconds(200))
    #expect(player.status.endReason == .ended)
  }

  @Test("A track that has another id in the user's country is the same, to its end")
  func relinked() async throws {
    let landmarks = bench.host.landmarks
    let id = try #require(landmarks.relinkedTrack)
    bench.host.change { settings in
      settings.country = landmarks.relinkedMarket ?? "US"
      settings.appClass = .development
      settings.trackLengths = [:]
      settings.trackLength = .seconds(20)
    }
    player.play(SpotifyTrack(id: id))
    await bench.pass(.seconds(10))
    #expect(player.state == .play)
    await bench.pass(.seconds(12))
    #expect(player.status.endReason == .ended, "\(player.status)")
  }

  @Test("The same track twice in a row plays twice, even if the state lags")
  func twice() async {
    bench.host.change { settings in
      settings.trackLength = .seconds(10)
      settings.trackLengths = [:]
      settings.playbackLag = .seconds(1)
      settings.end = .stuck
    }
    let (account, clock) = (bench.account, bench.clock)
    let queue = QueuePlayer(players: [SpotifyConnectPlayer(account: account)], clock: clock)
    try? queue.set([track, track])
    let observer = RecordingObserver(of: queue)
    let start = clock.now
    queue.play()
    await bench.pass(.seconds(15))
    #expect(queue.status.endReason == nil)
    await bench.pass(.seconds(15))
    #expect(queue.status.endReason == .finished)
    await queue.events.delivered()
    #expect(observer.events.transitions.map(\.reason) == [.auto])
    #expect(clock.now - start > .seconds(20))
  }

  // MARK: - Refusals

  @Test("A Retry-After is waited for, and the track continues")
  func retryAfter() async {
    await start()
    let refusal = HTTPTransportResponse(
      HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "40"])
    )
    bench.network.fail("GET", by: refusal)
    await bench.pass(.seconds(5))
    bench.network.forget()
    await bench.pass(.seconds(39))
    #expect(bench.network.lines.isEmpty)
    #expect(player.state == .play)
    await bench.pass(.seconds(10))
    #expect(!bench.network.lines.isEmpty)
    await bench.pass(.seconds(160))
    #expect(player.status.endReason == .ended)
  }

  @Test("An exhausted quota fails the next track, and lets this one play to its end")
  func quota() async {
    await start(at: .seconds(180))
    bench.host.change { $0.quotaIsExceeded = true }
    await bench.pass(.seconds(10))
    #expect(player.state == .play)
    bench.network.forget()
    await bench.pass(.seconds(15))
    #expect(player.status.endReason == .ended)
    #expect(bench.network.lines.count <= 1)
    player.play(track)
    await bench.pass(.seconds(1))
    #expect(player.status.error?.code == .rateLimited)
    #expect(player.status.error?.httpStatus == 429)
  }

  @Test("A service that fails for a moment is asked again", arguments: ["PUT /play", "GET"])
  func passing(line: String) async {
    bench.network.fail(line, by: HTTPTransportResponse(HTTPResponse(status: .serviceUnavailable)))
    player.play(track)
    await bench.pass(.seconds(4))
    #expect(player.state == .play)
  }

  @Test("A pause that can't be sent is not reported as a pause: the load fails")
  func failingPause() async {
    await start()
    bench.network.fail(
      "PUT /pause",
      by: HTTPTransportResponse(HTTPResponse(status: .badGateway)),
      times: 5
    )
    player.pause()
    await bench.pass(.seconds(5))
    #expect(player.status.error?.code == .serverError)
  }
}
