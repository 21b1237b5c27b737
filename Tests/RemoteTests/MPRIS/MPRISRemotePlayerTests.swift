import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

/// Makes players of fakes on their own bus, in real time.
private final class FakePeerHarness: BackendHarness {
  let tracks = BackendContractTracks(
    short: MPRISTrack("fake:short"),
    long: MPRISTrack("fake:long"),
    missing: MPRISTrack("fake:missing"),
    garbage: MPRISTrack("fake:garbage")
  )
  // It polls every second over a bus, next to other tests.
  let tolerance = Duration.milliseconds(500)
  private let bus: PrivateBus
  private let faults: FakeMPRISPeer.Faults
  private let peers = Locked<[FakeMPRISPeer]>([])

  init(_ faults: FakeMPRISPeer.Faults) throws {
    self.faults = faults
    bus = try PrivateBus()
  }

  func makePlayer() async throws -> any Player {
    if peers.withLock(\.isEmpty) {
      let peer = try await FakeMPRISPeer(faults, on: bus)
      peers.withLock { $0.append(peer) }
    }
    return MPRISRemotePlayer(program: "fake", on: bus.address)
  }

  func useControls(of player: any Player, _ use: RemoteUse) async throws -> Bool {
    guard let peer = peers.withLock(\.first) else { return false }
    switch use {
    case .controls(let action): peer.use(action)
    case .takeover: peer.open("fake:other")
    }
    return true
  }

  func cleanUp() async {
    for peer in peers.withLock(\.self) { peer.quit() }
  }
}

@Suite(
  "A player that controls another one over D-Bus",
  .tags(.local),
  .enabled(if: PrivateBus.isThere, "There is no D-Bus here."),
  .timeLimit(.minutes(2))
)
struct MPRISRemotePlayerTests {
  @Test("passes the contract of backends", arguments: BackendContract.checks)
  func keepsTheContract(check: BackendContract.Check) async throws {
    try await check.run(on: FakePeerHarness([]))
  }

  @Test(
    "passes it also if the other one behaves like mpv, VLC, Spotify, ncspot and finamp",
    arguments: [
      FakeMPRISPeer.Faults([.oneTrackID, .staysPaused]), [.oneTrackID, .staysStopped],
      [.manySeeked, .bounces, .keepsMetadata],
      [.textTrackID, .narrowPosition, .noSeeked, .noStop], [.noTrackID, .noSeeked, .bounces],
    ]
  )
  func keepsTheContractWithFaults(faults: FakeMPRISPeer.Faults) async throws {
    let names = [
      "A prepared track loads, and is then paused",
      "The end is told once, and leaves nothing loaded",
      "A missing track fails once, named, and is no end", "After the end, play begins anew",
      "After a failure, another track plays",
      "A seek reads at once, completes once, and playback goes on",
      "A track that is to begin elsewhere begins there",
      "A later track supersedes the earlier, of which nothing follows",
    ]
    let checks = BackendContract.checks.filter { names.contains($0.description) }
    #expect(checks.count == names.count)
    for check in checks { try await check.run(on: FakePeerHarness(faults)) }
  }

  @Test("fails if there is no bus or no such program, or if the program quits")
  func absence() async throws {
    let bus = try PrivateBus(isStarted: false)
    let nowhere = MPRISRemotePlayer(program: "fake", on: bus.address)
    nowhere.play(MPRISTrack("fake:long"))
    try await nowhere.wait(for: "the failure") { $0.error?.code == .noDevice }

    try bus.start()
    let player = MPRISRemotePlayer(program: FakeMPRISPeer.name, on: bus.address)
    player.play(MPRISTrack("fake:long"))
    try await player.wait(for: "the failure") { $0.error?.code == .noDevice }
    let peer = try await FakeMPRISPeer(on: bus)
    try await eventually("it is seen") {
      if player.state == .initial { player.play() }
      return player.state == .play
    }
    peer.quit()
    try await player.wait(for: "the failure") { $0.error?.code == .noDevice }
  }

  @Test("stops the other one when it is released")
  func lifetime() async throws {
    let bus = try PrivateBus()
    let peer = try await FakeMPRISPeer(on: bus)
    var player: MPRISRemotePlayer? = MPRISRemotePlayer(program: "fake", on: bus.address)
    player?.play(MPRISTrack("fake:long"))
    try await player?.wait(for: "the sound") { $0.state == .play }
    player = nil
    try await eventually("it stops") { peer.status == "Stopped" }
  }

  @Test("takes its turn in a queue: no two play at once, and nothing ends by mistake")
  func queue() async throws {
    let bus = try PrivateBus()
    let peer = try await FakeMPRISPeer([.bounces, .manySeeked], on: bus)
    let clock = SystemPlaybackClock()
    let local = FakePlayer(clock: clock) { _ in FakeMedia(duration: .milliseconds(500)) }
    let queue = QueuePlayer(players: [local, MPRISRemotePlayer(program: "fake", on: bus.address)])
    let both = Locked(false)
    let watch = clock.schedule(from: clock.now, every: .milliseconds(5)) {
      // Read twice, because one may end and the other begin between two reads.
      let sounds = local.isSounding && peer.status == "Playing" && local.isSounding
      if sounds { both.withLock { $0 = true } }
    }
    defer { watch.cancel() }
    let observer = RecordingObserver(of: queue)
    queue.append([FakeTrack("a"), MPRISTrack("fake:short"), FakeTrack("b")])
    queue.play()
    try await observer.wait(for: "the end of the queue") { events in
      events.contains { if case .ended = $0.change { true } else { false } }
    }
    let soundedTogether = both.withLock { $0 }
    #expect(!soundedTogether)
    #expect(local.preparedTracks.map(\.id) == ["a", "b"])
    #expect(peer.calls.elements.filter { $0 == "OpenUri" }.count == 1)
  }
}
