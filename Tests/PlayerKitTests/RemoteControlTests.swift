import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Changes by other users of a player's device, unsupported features of players, and the size of
/// queues.
@Suite("A queue on a device", .tags(.pure), .timeLimit(.minutes(3)))
struct RemoteControlTests {
  private static let remote = PlayerType(rawValue: "device")
  private static let near = PlayerType(rawValue: "local")

  private let clock = ManualClock()
  private let device: FakePlayer
  private let local: FakePlayer
  private let queue: QueuePlayer
  private let observer: RecordingObserver<QueuePlayerEvent>

  init() throws {
    device = FakePlayer(playerType: Self.remote, clock: clock, capabilities: [.seek])
    local = FakePlayer(playerType: Self.near, clock: clock)
    queue = QueuePlayer(players: [device, local], clock: clock)
    observer = RecordingObserver(of: queue)
    try queue.set([track("a", Self.remote), track("b", Self.remote), track("c", Self.near)])
  }

  private func track(_ id: String, _ type: PlayerType) -> FakeTrack {
    FakeTrack(id, playerTypes: [type])
  }

  private func play() {
    queue.play()
    clock.advance(by: .seconds(5))
  }

  private func changes() async -> [PlaybackChange] {
    await queue.events.delivered()
    return observer.events.changes
  }

  @Test("goes to the next entry and back if the user does so at the device")
  func skips() async throws {
    play()
    device.useControls(.next)
    #expect(queue.status.currentEntry?.track.id == "b")
    clock.advance(by: .seconds(1))
    #expect(device.soundingTrack?.id == "b")
    device.useControls(.previous)
    #expect(queue.status.currentEntry?.track.id == "a")
    clock.advance(by: .seconds(4))
    device.useControls(.previous)
    #expect(queue.status.currentEntry?.track.id == "a", "after 3 s it begins again")
    #expect(queue.position == .zero)
    await queue.events.delivered()
    #expect(observer.events.transitions.suffix(2).map(\.reason) == [.remote, .remote])
  }

  @Test("stays at its last entry if the user asks for the next one at the device")
  func staysAtTheEnd() throws {
    try queue.set([track("a", Self.remote)])
    play()
    device.useControls(.next)
    #expect(queue.status.currentEntry?.track.id == "a")
    #expect(queue.state == .play)
  }

  @Test("adopts pause, volume, and position from the device, with the reason")
  func takesOver() async throws {
    play()
    device.useControls(.pause)
    #expect(queue.state == .pause)
    #expect(queue.playback.wantsToPlayReason == .remote)
    device.useControls(.volume(0.3))
    #expect(queue.volume == 0.3)
    #expect(queue.playback.settingsReason == .remote)
    let anchor = PositionAnchor(position: .seconds(20), speed: 0, instant: clock.now)
    device.useControls(.seek(anchor))
    #expect(queue.position == .seconds(20))
    #expect(await changes().jumps.last?.reason == .remote)
  }

  @Test("keeps a pause that the user made at the device during an interruption")
  func pausesDuringInterruption() {
    play()
    queue.beginInterruption()
    device.useControls(.pause)
    queue.endInterruption()
    clock.advance(by: .seconds(1))
    #expect(queue.state == .pause)
    #expect(!device.isSounding)
  }

  @Test("stops if another app takes the device, and takes it back at its position on command")
  func givesTheDeviceAway() async throws {
    play()
    let commands = device.commands.count
    let foreign = ForeignTrack(id: "x", metadata: TrackMetadata(title: "Other"))
    device.takeOver(with: foreign)
    #expect(queue.status.endReason == .takenOver(by: foreign))
    #expect(queue.playback.endReason == .takenOver(by: foreign))
    #expect(queue.status.currentEntry?.track.id == "a", "the order stays")
    #expect(!queue.playback.wantsToPlay)
    clock.advance(by: .seconds(30))
    #expect(device.commands.count == commands, "the other app's track is disturbed")
    await queue.events.delivered()
    #expect(observer.events.transitions.count == 1, "a transition without a new current entry")
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(device.soundingTrack?.id == "a")
    #expect(queue.position >= .milliseconds(4_900))
  }

  @Test("reports what a player can't do, and uses the next player")
  func keepsSettings() async throws {
    play()
    #expect(queue.playback.capabilities == [.seek])
    queue.rate = 2
    queue.volume = 0.5
    #expect(await changes().unsupported == [.rate, .volume])
    #expect(queue.rate == 2)
    #expect(queue.playback.anchor?.speed == 1, "the device plays as recorded")
    let isCommanded = device.commands.contains { command in
      guard case .apply(let settings) = command else { return false }
      return settings.rate != 1 || settings.volume != 1
    }
    #expect(!isCommanded, "the device gets an unsupported command")
    try queue.play(queue.entries[2].id)
    clock.advance(by: .seconds(1))
    #expect(queue.playback.capabilities.contains(.rate))
    #expect(queue.playback.anchor?.speed == 2)
    let applied = local.commands.compactMap {
      if case .apply(let settings) = $0 { settings } else { nil }
    }
    #expect(applied.last?.volume == 0.5)
  }

  @Test("reports the buffered position at most once a second, and when everything is buffered")
  func tellsWhatIsBuffered() async throws {
    var media = FakeMedia(duration: .seconds(25))
    media.downloadRate = 10
    local.setMedia(media, for: "c")
    try queue.play(queue.entries[2].id)
    clock.advance(by: .seconds(10))
    #expect(queue.playback.bufferedPosition == .seconds(25))
    let told = await changes().bufferedPositions.compactMap(\.self)
    #expect(told == [.seconds(10), .seconds(20), .seconds(25)])
    guard let load = local.loads(of: "c").last else { return }
    local.inject(.buffered(.seconds(7)), of: load)
    #expect(queue.playback.bufferedPosition == .seconds(7))
    local.inject(.buffered(.seconds(8)), of: load)
    #expect(queue.playback.bufferedPosition == .seconds(7), "twice within a second")
    local.inject(.buffered(.seconds(40)), of: load)
    #expect(queue.playback.bufferedPosition == .seconds(25), "everything is buffered")
    clock.advance(by: .seconds(1))
    queue.seek(to: .seconds(3))
    #expect(queue.playback.bufferedPosition == .seconds(25))
  }
}
