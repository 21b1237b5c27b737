import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The finder of previews of Spotify's tracks", .tags(.local))
struct SpotifyPreviewFinderTests {
  private let recording = Recording(title: "A", artists: ["B"], isrc: "USXX12100001")

  private func client(_ json: String, status: Int = 200) -> SpotifyClient {
    let transport = StubTransport { _ in .text(json, status: .init(code: status)) }
    return SpotifyClient(
      tokens: FixedTokens(),
      configuration: .init(transport: transport)
    )
  }

  private func trackJSON(preview: String) -> String {
    """
    {"id":"3333333333333333333333","type":"track","name":"A","artists":[{"name":"B","type":"artist"}],
     "external_ids":{"isrc":"USXX12100001"},"duration_ms":1000,"preview_url":\(preview)}
    """
  }

  private let track = SpotifyTrack(id: "3333333333333333333333")

  @Test("uses Spotify's own preview if there is one, and asks no other service")
  func takesSpotifysOwn() async throws {
    let other = StubSubstitute { _ in try StreamURL(at: "other") }
    let finder = SpotifyPreviewFinder(
      client: client(trackJSON(preview: #""https://p.example/1""#)),
      substitutes: [other]
    )
    #expect(try await finder.address(of: track)?.url.absoluteString == "https://p.example/1")
    #expect(other.asked.isEmpty)
  }

  @Test("asks the others in the app's order, by the recording")
  func asksInOrder() async throws {
    let first = StubSubstitute { _ in nil }
    let second = StubSubstitute { _ in try StreamURL(at: "second") }
    let third = StubSubstitute { _ in try StreamURL(at: "third") }
    let finder = SpotifyPreviewFinder(
      client: client(trackJSON(preview: "null")),
      substitutes: [first, second, third]
    )
    #expect(try await finder.address(of: track)?.url.lastPathComponent == "second")
    #expect(first.asked.map(\.isrc) == ["USXX12100001"])
    #expect(second.asked.map(\.title) == ["A"])
    #expect(third.asked.isEmpty)
  }

  @Test("continues with the others if Spotify's own is refused and returned again")
  func goesOnAfterARefusal() async throws {
    let other = StubSubstitute { _ in try StreamURL(at: "other") }
    let finder = SpotifyPreviewFinder(
      client: client(trackJSON(preview: #""https://p.example/1""#)),
      substitutes: [other]
    )
    let resolver = StreamURLResolver(finder: finder)
    let source = try await resolver.resolve(track)
    #expect(source.fakeName == "https://p.example/1")
    let renew = try #require(source.renewal)
    #expect(try await renew().fakeName == "https://media.example/other")
    #expect(try resolver.resolveNow(track)?.fakeName == "https://media.example/other")
  }

  @Test("finds none if no service has one")
  func findsNone() async throws {
    let finder = SpotifyPreviewFinder(
      client: client(trackJSON(preview: "null")),
      substitutes: [StubSubstitute { _ in nil }]
    )
    #expect(try await finder.address(of: track) == nil)
  }

  @Test("does not interpret a refusal as a missing preview")
  func reportsFailures() async throws {
    let throttled = StubSubstitute { _ in throw CatalogError(.rateLimited, "later") }
    let finder = SpotifyPreviewFinder(
      client: client(trackJSON(preview: "null")),
      substitutes: [throttled, StubSubstitute { _ in nil }]
    )
    let error = await #expect(throws: CatalogError.self) { try await finder.address(of: track) }
    #expect(error?.code == .rateLimited)
  }

  @Test("uses the track's own facts if Spotify can't be asked")
  func goesByTheTrack() async throws {
    let other = StubSubstitute { _ in try StreamURL(at: "other") }
    let known = SpotifyTrack(id: track.id, metadata: TrackMetadata(recording))
    let down = SpotifyPreviewFinder(client: client("", status: 404), substitutes: [other])
    #expect(try await down.address(of: known)?.url.lastPathComponent == "other")
    let without = SpotifyPreviewFinder(client: nil, substitutes: [other])
    #expect(try await without.address(of: known)?.url.lastPathComponent == "other")
    let error = await #expect(throws: CatalogError.self) { try await without.address(of: track) }
    #expect(error?.code == .missingCredential)
  }

  @Test(
    "A player of Spotify's previews passes the contract of backends",
    arguments: BackendContract.checks
  )
  func keepsTheContract(check: BackendContract.Check) async throws {
    let tracks = BackendContractTracks(
      short: SpotifyTrack(id: "short", metadata: .init(title: "short", artist: "B")),
      long: SpotifyTrack(id: "long", metadata: .init(title: "long", artist: "B")),
      missing: SpotifyTrack(id: "missing", metadata: .init(title: "missing", artist: "B")),
      garbage: SpotifyTrack(id: "garbage", metadata: .init(title: "garbage", artist: "B"))
    )
    let substitute = StubSubstitute { recording in
      if recording.title == "missing" { throw CatalogError(.notFound, "no") }
      return try StreamURL(at: recording.title)
    }
    let harness = ManualClockBackendHarness(tracks: tracks, isResolvedLater: true) { clock in
      SpotifyPreviewPlayer(
        finder: SpotifyPreviewFinder(client: nil, substitutes: [substitute]),
        engine: PreviewScripts.engine(clock),
        clock: clock
      )
    }
    try await check.run(on: harness)
  }
}

private struct FixedTokens: OAuthTokenProvider {
  func accessToken() async throws -> OAuthAccessToken { OAuthAccessToken("token") }
  func refused(_ token: OAuthAccessToken) async {}
}
