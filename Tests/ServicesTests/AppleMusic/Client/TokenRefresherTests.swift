import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Refused tokens of the Apple Music client", .tags(.pure))
struct TokenRefresherTests {
  @Test("Every request has the developer token, and only personal ones the user's")
  func fields() async throws {
    let developer = try TurningTokens()
    let bench = try ClientBench(
      developerTokens: developer,
      userTokens: TurningUserTokens(["me"]),
      script: [.songs(["1"]), .list([])]
    )
    _ = try await bench.client.songs(["1"])
    _ = try await bench.client.list(AppleMusic.LibrarySongs.self)
    #expect(bench.field("Authorization") == [developer.fields[0], developer.fields[0]])
    #expect(bench.field("Music-User-Token") == [nil, "me"])
    #expect(bench.field("Accept") == ["application/json", "application/json"])
  }

  @Test("A refused developer token is renewed once, and the request is sent again")
  func renewedDeveloper() async throws {
    let tokens = try TurningTokens(count: 2)
    let bench = try ClientBench(developerTokens: tokens, script: [.empty(401), .songs(["1"])])
    #expect(try await bench.client.songs(["1"]).resources.count == 1)
    #expect(bench.field("Authorization") == tokens.fields)
    #expect(tokens.refusals == 1)
  }

  @Test("A developer token refused twice is an error, without a third attempt")
  func unauthorized() async throws {
    let tokens = try TurningTokens(count: 5)
    let bench = try ClientBench(developerTokens: tokens) { _ in .empty(401) }
    #expect(await codeThrown { _ = try await bench.client.songs(["1"]) } == .unauthorized)
    #expect(bench.transport.calls.count == 2)
    #expect(tokens.refusals == 1)
  }

  @Test("If the provider has no other token, nothing is sent again")
  func onlyOne() async throws {
    let tokens = try TurningTokens()
    let bench = try ClientBench(developerTokens: tokens) { _ in .empty(401) }
    #expect(await codeThrown { try await bench.client.checkDeveloperToken() } == .unauthorized)
    #expect(bench.asked == ["GET test"])
    #expect(tokens.refusals == 1)
  }

  @Test("A refused user token is renewed once, and the request is sent again")
  func renewedUser() async throws {
    let users = try TurningUserTokens(["old", "new"])
    let bench = try ClientBench(
      userTokens: users,
      script: [.error(403, code: "40300"), .list([])]
    )
    _ = try await bench.client.list(AppleMusic.LibraryAlbums.self)
    #expect(bench.field("Music-User-Token") == ["old", "new"])
    #expect(users.refusals == 1)
  }

  @Test("A user token refused twice is an error, with the service's text")
  func forbidden() async throws {
    let users = try TurningUserTokens(["a", "b", "c"])
    let bench = try ClientBench(userTokens: users) { _ in .error(403, code: "40300") }
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.list(.recentlyPlayed)
    }
    #expect(error?.code == .forbidden)
    #expect(error?.details.map(\.code) == ["40300"])
    #expect(bench.transport.calls.count == 2)
  }

  @Test("Both tokens can be renewed in one request, each once")
  func both() async throws {
    let answers: [Int] = [403, 401, 401, 403]
    let bench = try ClientBench(
      developerTokens: TurningTokens(count: 3),
      userTokens: TurningUserTokens(["a", "b", "c"]),
      script: answers.map { .empty($0) }
    )
    #expect(await codeThrown { _ = try await bench.client.list(.heavyRotation) } == .forbidden)
    let rotation = "GET me/history/heavy-rotation"
    #expect(bench.asked == [rotation, rotation, "GET test", rotation])
  }

  @Test("A 401 about the user renews the user's token, and does not affect the catalog")
  func userUnauthorized() async throws {
    let developer = try TurningTokens()
    let users = try TurningUserTokens(["old", "new"])
    let bench = try ClientBench(developerTokens: developer, userTokens: users) { call in
      let isRefused = call.request.headerFields.contains { $0.value == "old" }
      return call.request.path?.hasSuffix("/v1/test") == true
        ? .empty(200) : isRefused ? .empty(401) : .list([])
    }
    _ = try await bench.client.list(AppleMusic.LibrarySongs.self)
    #expect(users.refusals == 1)
    #expect(developer.refusals == 0)
    #expect(bench.client.capabilities.present.canReadCatalog == true)
  }

  @Test("A user who is not accepted can still use the catalog")
  func userRefused() async throws {
    let token = try SampleToken.make()
    let tokens = FetchedDeveloperTokenProvider(clock: ManualClock()) { token }
    let bench = try ClientBench(
      developerTokens: tokens,
      userTokens: TurningUserTokens(["me"])
    ) { call in
      let path = call.request.path ?? ""
      return path.contains("/me/")
        ? .empty(401) : path.hasSuffix("/test") ? .empty(200) : .songs(["1"])
    }
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.list(AppleMusic.LibrarySongs.self)
    }
    #expect(error?.code == .forbidden)
    #expect(error?.httpStatus == 401)
    #expect(try await bench.client.songs(["1"]).resources.count == 1)
    #expect(bench.client.capabilities.present.canReadCatalog == true)
    #expect(bench.client.capabilities.present.canPlayCatalogContent == false)
  }

  @Test("A 403 without a user token renews nothing")
  func plainForbidden() async throws {
    let users = try TurningUserTokens(["a", "b"])
    let bench = try ClientBench(userTokens: users) { _ in .empty(403) }
    #expect(await codeThrown { _ = try await bench.client.songs(["1"]) } == .forbidden)
    #expect(bench.transport.calls.count == 1)
    #expect(users.refusals == 0)
  }

  @Test("Without a user token, no personal request is sent")
  func noUser() async throws {
    let none = try ClientBench(script: [])
    #expect(
      await codeThrown { _ = try await none.client.list(AppleMusic.LibrarySongs.self) }
        == .missingCredential
    )
    let out = try ClientBench(userTokens: StaticUserTokenProvider(nil), script: [])
    #expect(
      await codeThrown { _ = try await out.client.list(AppleMusic.LibrarySongs.self) }
        == .missingCredential
    )
    #expect(none.transport.calls.isEmpty && out.transport.calls.isEmpty)
  }

  @Test("An unusable token is reported as such, and nothing is sent")
  func malformed() async throws {
    let tokens = StaticDeveloperTokenProvider("not.a.token", clock: ManualClock())
    let bench = try ClientBench(developerTokens: tokens, script: [])
    #expect(await codeThrown { _ = try await bench.client.songs(["1"]) } == .invalidCredential)
    #expect(bench.transport.calls.isEmpty)
  }

  @Test("A failure of a provider is not reported as the service's")
  func failingProvider() async throws {
    struct Failing: DeveloperTokenProvider {
      func token() async throws -> DeveloperToken {
        throw CatalogError(.unreachable, "The app's server is not there.")
      }
    }
    let bench = try ClientBench(developerTokens: Failing(), script: [])
    let error = await #expect(throws: CatalogError.self) { try await bench.client.songs(["1"]) }
    #expect(error?.code == .unreachable)
    #expect(error?.service == nil)
  }

  @Test("Answers update the user's capabilities")
  func capabilities() async throws {
    let bench = try ClientBench(
      userTokens: TurningUserTokens(["me"]),
      script: [.list([]), .error(400, code: "40015")]
    )
    let client = bench.client
    #expect(client.capabilities.present == AppleMusic.Capabilities())
    _ = try await client.list(AppleMusic.LibrarySongs.self)
    #expect(client.capabilities.present.canPlayCatalogContent == true)
    #expect(
      await codeThrown { _ = try await client.list(AppleMusic.LibrarySongs.self) } == .forbidden
    )
    #expect(client.capabilities.present.canAddToLibrary == false)
  }

  @Test("The capabilities are requested through the client")
  func probes() async throws {
    let bench = try ClientBench(
      userTokens: TurningUserTokens(["me"]),
      script: [.empty(200), .list([]), .list([])]
    )
    let known = try await bench.client.capabilities.refresh()
    #expect(known.canAddToLibrary == true)
    #expect(bench.asked == ["GET test", "GET me/storefront", "GET me/library/songs?limit=1"])
    #expect(bench.field("Music-User-Token") == [nil, "me", "me"])
  }

  @Test("Library data of catalog items is requested with the user's token")
  func libraryOfCatalog() async throws {
    let bench = try ClientBench(userTokens: TurningUserTokens(["me"])) { _ in .songs(["1"]) }
    let client = bench.client
    _ = try await client.song("1", with: [\.library])
    _ = try await client.list(\.library, of: AppleMusic.Songs.self, id: "1")
    _ = try await client.song("1", with: [\.albums])
    #expect(bench.field("Music-User-Token") == ["me", "me", nil])
  }

  @Test("No error shows a token or a query")
  func secrets() async throws {
    let tokens = try TurningTokens()
    let bench = try ClientBench(
      developerTokens: tokens,
      userTokens: TurningUserTokens(["user-secret"])
    ) { _ in .error(403, code: "40300") }
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.search("private", for: [.librarySongs])
    }
    let shown = everythingShown(of: error as Any)
    #expect(!shown.contains("user-secret") && !shown.contains("private"))
    #expect(!shown.contains(tokens.fields[0].dropFirst(7)))
  }
}
