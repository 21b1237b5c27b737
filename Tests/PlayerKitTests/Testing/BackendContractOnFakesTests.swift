import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The fake player", .tags(.local), .timeLimit(.minutes(3)))
struct FakeBackendContractTests {
  @Test("keeps the contract of backends", arguments: BackendContract.checks)
  func keepsTheContract(check: BackendContract.Check) async throws {
    try await check.run(on: FakePlayerHarness.make { FakePlayer(clock: $0, media: $1) })
  }

  @Test("keeps it also if it can play only whole tracks", arguments: BackendContract.checks)
  func keepsTheContractWithoutClips(check: BackendContract.Check) async throws {
    try await check.run(
      on: FakePlayerHarness.make { FakePlayer(clock: $0, capabilities: .whole, media: $1) }
    )
  }

  @Test("keeps it also if only its volume can be set", arguments: BackendContract.checks)
  func keepsTheContractWithVolumeAlone(check: BackendContract.Check) async throws {
    try await check.run(
      on: FakePlayerHarness.make { FakePlayer(clock: $0, capabilities: .volume, media: $1) }
    )
  }

  @Test("keeps it also if it is slow and in a group", arguments: BackendContract.checks, lateness)
  func keepsTheContractLateInGroup(check: BackendContract.Check, lateness: Lateness) async throws {
    try await check.run(
      on: FakePlayerHarness.make(tolerance: .milliseconds(300)) {
        FakePlayer(group: FakePlayer.Group(clock: $0, lateness: lateness), media: $1)
      }
    )
  }

  @Test("keeps it also in a group", arguments: BackendContract.checks)
  func keepsTheContractInGroup(check: BackendContract.Check) async throws {
    let harness = FakePlayerHarness.make { clock, media in
      FakePlayer(
        playerType: PlayerType(rawValue: "fake"),
        group: FakePlayer.Group(clock: clock),
        media: media
      )
    }
    try await check.run(on: harness)
  }

  @Test("keeps it also if it is slow", arguments: BackendContract.checks, lateness)
  func keepsTheContractLate(check: BackendContract.Check, lateness: Lateness) async throws {
    try await check.run(
      on: FakePlayerHarness.make(tolerance: .milliseconds(300)) {
        FakePlayer(clock: $0, lateness: lateness, media: $1)
      }
    )
  }

  @Test("uses checks with unique names")
  func checksHaveNames() {
    let names = BackendContract.checks.map(\.description)
    #expect(Set(names).count == names.count)
  }
}

@Suite("A URL player on the fake engine", .tags(.local), .timeLimit(.minutes(3)))
struct URLBackendContractTests {
  @Test("keeps the contract of backends", arguments: BackendContract.checks)
  func keepsTheContract(check: BackendContract.Check) async throws {
    let harness = FakePlayerHarness.make { clock, media in
      let engine = FakeEngine(clock: clock) { media(FakeTrack($0.fakeName)) }
      return URLPlayer(engine: engine, clock: clock)
    }
    try await check.run(on: harness)
  }

  @Test("keeps it also if the source has to be looked up", arguments: BackendContract.checks)
  func keepsTheContractWhenResolving(check: BackendContract.Check) async throws {
    let harness = FakePlayerHarness.make(isResolvedLater: true) { clock, media in
      let engine = FakeEngine(clock: clock) { media(FakeTrack($0.fakeName)) }
      return EnginePlayer(resolver: YieldingResolver(), engine: engine, clock: clock)
    }
    try await check.run(on: harness)
  }
}

/// Each failure shows its seed.
private let lateness = [Lateness(seed: 1), Lateness(seed: 2), Lateness()]

/// Resolves each track, but not at once.
struct YieldingResolver: MediaResolver {
  var playerType: PlayerType { .url }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    await Task.yield()
    return MediaSource(.file(path: track.id))
  }
}

/// The contract's tracks as scripts of fakes.
enum FakePlayerHarness {
  typealias Script = @Sendable (any Track) -> FakeMedia

  static let tracks = BackendContractTracks(
    short: URLTrack(path: "short"),
    long: URLTrack(path: "long"),
    missing: URLTrack(path: "missing"),
    garbage: URLTrack(path: "garbage")
  )

  static let script: Script = { track in
    switch track.id {
    case "short": FakeMedia(duration: .seconds(1))
    case "long": FakeMedia(duration: .seconds(30))
    case "garbage": .failing(.unsupportedFormat)
    default: .failing(.notFound)
    }
  }

  static func make(
    tolerance: Duration = .milliseconds(1),
    isResolvedLater: Bool = false,
    _ make: @escaping @Sendable (ManualClock, @escaping Script) -> any Player
  ) -> ManualClockBackendHarness {
    ManualClockBackendHarness(
      tracks: tracks,
      tolerance: tolerance,
      isResolvedLater: isResolvedLater
    ) { make($0, script) }
  }
}
