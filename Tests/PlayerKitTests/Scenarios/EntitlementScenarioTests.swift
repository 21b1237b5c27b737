import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// The numbered acceptance scenarios for the choice of a player: a service with a remote-controlled
/// player of full tracks, and a player of previews.
@Suite(.tags(.local)) struct EntitlementScenarioTests {
  private let clock = ManualClock()
  private let full: FakePlayer
  private let previews: FakeEngine
  private let queue: QueuePlayer
  private let log = QueueLog()
  private let isPremium = Locked(true)

  init() {
    // It is remote-controlled, so it gets no tracks ahead of time.
    full = FakePlayer(playerType: .two, clock: clock) { _ in FakeMedia(duration: .seconds(200)) }
    previews = FakeEngine(clock: clock)
    for name in ["a", "b", "c"] {
      previews.setMedia(FakeMedia(duration: .seconds(30)), for: name)
    }
    queue = QueuePlayer(clock: clock)
    queue.addSendableObserver(log, positionInterval: nil)
    queue.add(full)
    queue.add(
      EnginePlayer(resolver: PathResolver(playerType: .one), engine: previews, clock: clock)
    )
  }

  private func track(_ id: String) -> AnyTrack {
    AnyTrack(id: id) { [isPremium] in isPremium.withLock(\.self) ? [.two, .one] : [.one] }
  }

  @Test("26 An entitlement lost between two tracks takes effect without an edit")
  func entitlementLostBetween() throws {
    try queue.set([track("a"), track("b"), track("c")])
    let version = queue.status.entries.version
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(full.soundingTrack?.id == "a")
    isPremium.withLock { $0 = false }
    clock.advance(by: .seconds(200))
    #expect(queue.status.currentEntry?.track.id == "b")
    #expect(queue.state == .play)
    #expect(previews.openedSources.first == "b")
    #expect(previews.soundingLoad != nil)
    #expect(!full.isSounding)
    #expect(queue.status.entries.version == version)
  }

  @Test("26 An entitlement gained takes effect with the next track, too")
  func entitlementGainedTakes() throws {
    isPremium.withLock { $0 = false }
    try queue.set([track("a"), track("b")])
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(previews.soundingLoad != nil)
    isPremium.withLock { $0 = true }
    queue.next()
    clock.advance(by: .seconds(1))
    #expect(full.soundingTrack?.id == "b")
    #expect(previews.soundingLoad == nil)
  }

  @Test(
    "27 If a player refuses, the track's next type is tried before the track is skipped",
    arguments: [PlayerError.Code.notEntitled, .noDevice]
  )
  func playerRefusesGives(
    code: PlayerError.Code
  ) async throws {
    full.setMedia(.failing(code), for: "a")
    try queue.set([track("a"), track("b")])
    queue.play()
    clock.advance(by: .seconds(1))
    let told = try await log.words.wait(for: "play") { $0.contains("play") }
    #expect(told.filter { $0.hasPrefix("failed") } == ["failed a \(code.rawValue) alternative"])
    #expect(queue.status.currentEntry?.track.id == "a")
    #expect(previews.soundingLoad != nil)
  }

  /// An address that may be a page.
  private struct Guess: GuessedMedia {
    let id = "a"
    let metadata = TrackMetadata(title: "a")
    var playerTypes: [PlayerType] { [.two, .one] }
  }

  @Test(
    "27 A guess that an address is media is no failure if it is a page, and one for other reasons",
    arguments: [
      (PlayerError.Code.unsupportedFormat, []), (.forbidden, ["failed a forbidden alternative"]),
    ]
  )
  func guess(code: PlayerError.Code, failures: [String]) async throws {
    full.setMedia(.failing(code), for: "a")
    try queue.set([Guess(), track("b")])
    queue.play()
    clock.advance(by: .seconds(1))
    let told = try await log.words.wait(for: "play") { $0.contains("play") }
    #expect(told.filter { $0.hasPrefix("failed") } == failures)
    #expect(queue.status.currentEntry?.track.id == "a")
    #expect(previews.soundingLoad != nil)
  }

  @Test("27 A failed guess is reported if no other player is left")
  func lastGuess() async throws {
    full.setMedia(.failing(.unsupportedFormat), for: "a")
    previews.setMedia(.failing(.unsupportedFormat), for: "a")
    try queue.set([Guess(), track("b")])
    queue.play()
    clock.advance(by: .seconds(1))
    let told = try await log.words.wait(for: "play") { $0.contains("play") }
    #expect(told.filter { $0.hasPrefix("failed") } == ["failed a unsupportedFormat skip"])
  }

  @Test("27 A track that all its players refuse is skipped, and reported once for each")
  func trackAllPlayers() async throws {
    full.setMedia(.failing(.noDevice), for: "a")
    previews.setMedia(.failing(.noPreview), for: "a")
    try queue.set([track("a"), track("b")])
    queue.play()
    clock.advance(by: .seconds(1))
    let told = try await log.words.wait(for: "play") { $0.contains("play") }
    #expect(
      told.filter { $0.hasPrefix("failed") } == [
        "failed a noDevice alternative", "failed a noPreview skip",
      ]
    )
    #expect(queue.status.currentEntry?.track.id == "b")
  }
}
