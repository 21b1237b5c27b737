import Foundation
import PlayerKit
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The resolver of previews", .tags(.pure))
struct PreviewResolverTests {
  let clock = ManualClock()

  func makeResolver(
    capacity: Int = 1_000,
    lifetime: Duration = .seconds(3_600),
    _ catalogs: StubCatalog...
  ) -> StreamURLResolver<AppleMusicPreviewFinder> {
    StreamURLResolver(
      finder: AppleMusicPreviewFinder(catalogs: catalogs),
      capacity: capacity,
      lifetime: lifetime,
      clock: clock
    )
  }

  /// Returns a new address for each song with every request.
  func makeNumberingCatalog(expiringAfter seconds: TimeInterval? = nil) -> StubCatalog {
    let numbers = Counter()
    return StubCatalog { [clock] id, _ in
      try StreamURL(
        at: "\(id)-\(numbers.next())",
        expiring: seconds.map { clock.date.addingTimeInterval($0) }
      )
    }
  }

  @Test("knows nothing at first, and requests the catalog once")
  func asksOnce() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(catalog)
    let track = AppleMusicTrack(id: "7")
    #expect(try resolver.resolveNow(track) == nil)
    let source = try await resolver.resolve(track)
    #expect(source.fakeName == "https://media.example/7-1")
    #expect(try resolver.resolveNow(track)?.fakeName == "https://media.example/7-1")
    #expect(try await resolver.resolve(track).fakeName == "https://media.example/7-1")
    #expect(catalog.asked == ["7"])
  }

  @Test("distinguishes the songs of two storefronts")
  func tellsStorefrontsApart() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(catalog)
    for storefront in ["us", "jp", "us"] {
      _ = try await resolver.resolve(AppleMusicTrack(id: "7", storefront: storefront))
    }
    #expect(catalog.asked == ["us/7", "jp/7"])
  }

  @Test("requests again a minute before an address expires, not earlier")
  func asksAgainBeforeTheExpiration() async throws {
    let catalog = makeNumberingCatalog(expiringAfter: 300)
    let resolver = makeResolver(catalog)
    let track = AppleMusicTrack(id: "7")
    _ = try await resolver.resolve(track)
    clock.advance(by: .seconds(239))
    #expect(try resolver.resolveNow(track) != nil)
    clock.advance(by: .seconds(2))
    #expect(try resolver.resolveNow(track) == nil)
    #expect(try await resolver.resolve(track).fakeName == "https://media.example/7-2")
  }

  @Test("requests again when the remembered address is old")
  func asksAgainWhenOld() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(lifetime: .seconds(100), catalog)
    let track = AppleMusicTrack(id: "7")
    _ = try await resolver.resolve(track)
    clock.advance(by: .seconds(101))
    _ = try await resolver.resolve(track)
    #expect(catalog.asked == ["7", "7"])
  }

  @Test("replaces a refused address once for all tracks that hold it")
  func renewsOnce() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(catalog)
    let track = AppleMusicTrack(id: "7")
    let first = try await resolver.resolve(track)
    let second = try await resolver.resolve(track)
    let renewFirst = try #require(first.renewal)
    let renewSecond = try #require(second.renewal)
    #expect(try await renewFirst().fakeName == "https://media.example/7-2")
    #expect(try await renewSecond().fakeName == "https://media.example/7-2")
    #expect(catalog.asked == ["7", "7"])
    #expect(try resolver.resolveNow(track)?.fakeName == "https://media.example/7-2")
  }

  @Test("requests again after the track has failed")
  func forgetsWhatFailed() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(catalog)
    let track = AppleMusicTrack(id: "7")
    _ = try await resolver.resolve(track)
    resolver.forget(track, after: PlayerError(.unsupportedFormat, ""))
    #expect(try resolver.resolveNow(track) == nil)
    #expect(try await resolver.resolve(track).fakeName == "https://media.example/7-2")
    #expect(try resolver.resolveNow(track)?.fakeName == "https://media.example/7-2")
    #expect(catalog.asked == ["7", "7"])
  }

  @Test("forgets the least recently used address if it remembers too many")
  func forgetsTheOldest() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(capacity: 2, catalog)
    for id in ["1", "2", "1", "3"] {
      _ = try await resolver.resolve(AppleMusicTrack(id: id))
    }
    #expect(try resolver.resolveNow(AppleMusicTrack(id: "1")) != nil)
    #expect(try resolver.resolveNow(AppleMusicTrack(id: "2")) == nil)
    #expect(try resolver.resolveNow(AppleMusicTrack(id: "3")) != nil)
  }

  @Test("does not remember that there was no preview")
  func remembersNoFailure() async throws {
    let catalog = StubCatalog { _, _ in nil }
    let resolver = makeResolver(catalog)
    for _ in 1...2 {
      await #expect(throws: PlayerError.self) {
        try await resolver.resolve(AppleMusicTrack(id: "7"))
      }
    }
    #expect(catalog.asked == ["7", "7"])
  }

  @Test("refuses a track of another service at once")
  func refusesForeignTracks() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(catalog)
    let error = #expect(throws: PlayerError.self) {
      try resolver.resolveNow(URLTrack(path: "a.mp3"))
    }
    #expect(error?.code == .invalidItem)
    #expect(catalog.asked.isEmpty)
  }

  @Test(
    "uses the second catalog if the first fails",
    arguments: [
      CatalogError.Code.missingCredential, .invalidCredential, .unauthorized, .forbidden,
      .rateLimited, .serverError,
    ]
  )
  func fallsBack(code: CatalogError.Code) async throws {
    let first = StubCatalog { _, _ in throw CatalogError(code, "no") }
    let second = makeNumberingCatalog()
    let source = try await makeResolver(first, second).resolve(AppleMusicTrack(id: "7"))
    #expect(source.fakeName == "https://media.example/7-1")
  }

  @Test("throws the last catalog's error, and requests none after an answer")
  func tellsTheLastFailure() async throws {
    let refused = StubCatalog { _, _ in throw CatalogError(.unauthorized, "no", httpStatus: 401) }
    let busy = StubCatalog { _, _ in throw CatalogError(.rateLimited, "no") }
    let without = StubCatalog { _, _ in throw CatalogError(.missingCredential, "no") }
    let error = await #expect(throws: PlayerError.self) {
      try await makeResolver(refused, busy, without).resolve(AppleMusicTrack(id: "8"))
    }
    #expect(error?.code == .rateLimited)
    let absent = StubCatalog { _, _ in throw CatalogError(.notFound, "no") }
    let second = makeNumberingCatalog()
    await #expect(throws: PlayerError.self) {
      try await makeResolver(absent, second).resolve(AppleMusicTrack(id: "9"))
    }
    #expect(second.asked.isEmpty)
  }

  @Test(
    "maps a catalog's error to the track's",
    arguments: [
      (CatalogError.Code.notFound, PlayerError.Code.notFound, false),
      (.rateLimited, .rateLimited, true), (.unreachable, .unreachable, true),
      (.forbidden, .forbidden, false), (.malformedReply, .serverError, false),
      (.missingCredential, .unauthorized, false), (.invalidArgument, .invalidItem, false),
      (CatalogError.Code(rawValue: "brandNew"), .serverError, false),
    ]
  )
  func translatesFailures(
    code: CatalogError.Code,
    expected: PlayerError.Code,
    isRetryable: Bool
  ) async throws {
    let resolver = makeResolver(StubCatalog { _, _ in throw CatalogError(code, "no") })
    let error = await #expect(throws: PlayerError.self) {
      try await resolver.resolve(AppleMusicTrack(id: "7"))
    }
    #expect(error?.code == expected)
    #expect(error?.isRetryable == isRetryable)
    #expect(error?.underlying is CatalogError)
  }
}

extension PreviewResolverTests {
  @Test("uses the address that a track knows, until it is refused")
  func usesWhatTheTrackKnows() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(catalog)
    let track = AppleMusicTrack(id: "7", preview: try StreamURL(at: "known"))
    let source = try #require(try resolver.resolveNow(track))
    #expect(source.fakeName == "https://media.example/known")
    #expect(catalog.asked.isEmpty)
    let renew = try #require(source.renewal)
    #expect(try await renew().fakeName == "https://media.example/7-1")
    #expect(try resolver.resolveNow(track)?.fakeName == "https://media.example/7-1")
  }

  @Test("does not return the track's own address after that has failed")
  func forgetsWhatTheTrackKnows() async throws {
    let resolver = makeResolver(makeNumberingCatalog())
    let track = AppleMusicTrack(id: "7", preview: try StreamURL(at: "known"))
    #expect(try resolver.resolveNow(track)?.fakeName == "https://media.example/known")
    resolver.forget(track, after: PlayerError(.unsupportedFormat, ""))
    #expect(try resolver.resolveNow(track) == nil)
    #expect(try await resolver.resolve(track).fakeName == "https://media.example/7-1")
  }

  @Test("requests a new address if the track's own has expired")
  func asksWhereWhatIsKnownHasExpired() async throws {
    let catalog = makeNumberingCatalog()
    let resolver = makeResolver(catalog)
    let old = try StreamURL(at: "known", expiring: clock.date.addingTimeInterval(-1))
    let track = AppleMusicTrack(id: "7", preview: old)
    #expect(try resolver.resolveNow(track) == nil)
    #expect(try await resolver.resolve(track).fakeName == "https://media.example/7-1")
  }
}
