import PlayerKit
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The resolver of Apple's previews", .tags(.local))
struct ResolverContractTests {
  @Test("passes the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let clock = ManualClock()
    let catalog = StubCatalog { id, _ in
      if id == "missing" { throw CatalogError(.notFound, "There is no such song.") }
      return try StreamURL(at: id, expiring: clock.date.addingTimeInterval(300))
    }
    let finder = AppleMusicPreviewFinder(catalogs: [catalog])
    try await check.run(
      on: MediaResolverFixture(
        resolver: StreamURLResolver(finder: finder, clock: clock),
        track: AppleMusicTrack(id: "1"),
        missing: AppleMusicTrack(id: "missing"),
        foreign: URLTrack(path: "a.mp3"),
        lookups: { catalog.asked.count },
        expire: { clock.advance(by: .seconds(300)) }
      )
    )
  }
}
