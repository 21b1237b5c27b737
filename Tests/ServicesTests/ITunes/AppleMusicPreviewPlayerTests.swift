import PlayerKit
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A player of Apple's previews", .tags(.local), .timeLimit(.minutes(3)))
struct AppleMusicPreviewPlayerTests {
  @Test("passes the contract of backends", arguments: BackendContract.checks)
  func keepsTheContract(check: BackendContract.Check) async throws {
    let tracks = BackendContractTracks(
      short: AppleMusicTrack(id: "short"),
      long: AppleMusicTrack(id: "long"),
      missing: AppleMusicTrack(id: "missing"),
      garbage: AppleMusicTrack(id: "garbage")
    )
    let catalog = StubCatalog { id, _ in
      await Task.yield()
      if id == "missing" { throw CatalogError(.notFound, "There is no such song.") }
      return try StreamURL(at: id)
    }
    let harness = ManualClockBackendHarness(tracks: tracks, isResolvedLater: true) { clock in
      AppleMusicPreviewPlayer(
        finder: AppleMusicPreviewFinder(catalogs: [catalog]),
        engine: PreviewScripts.engine(clock),
        clock: clock
      )
    }
    try await check.run(on: harness)
  }

  @Test("reports which service failed, and that there is no preview")
  func reportsAMissingPreview() async throws {
    let clock = ManualClock()
    let catalog = StubCatalog { _, _ in nil }
    let player = AppleMusicPreviewPlayer(
      finder: AppleMusicPreviewFinder(catalogs: [catalog]),
      engine: FakeEngine(clock: clock),
      clock: clock
    )
    let observer = RecordingObserver(of: player)
    player.play(AppleMusicTrack(id: "1"))
    let events = try await observer.wait(for: "a failure") { !$0.failures.isEmpty }
    let error = try #require(events.failures.first)
    #expect(error.code == .noPreview)
    #expect(error.playerType == .appleMusicPreview)
    #expect(error.track?.id == "1")
    #expect(!error.isRetryable)
  }
}
