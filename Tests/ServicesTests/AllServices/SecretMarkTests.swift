import Foundation
import HTTPTypes
import Logging
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitLastFM
import PlayerKitListenBrainz
import PlayerKitPodcasts
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSoundCloud
import PlayerKitSpotify
import PlayerKitSubsonic
import PlayerKitSystem
import PlayerKitTesting
import PlayerKitYouTube
import TestSupport
import Testing

/// Every credential contains a mark. A server sends the whole request back in all that it answers.
/// The mark must not be in a log message, an error, or a description.
@Suite("Marked secrets in all clients", .tags(.pure))
struct SecretMarkTests {
  private static let mark = "geheim0123456789GEHEIM"

  /// All forms in which the mark is sent.
  private static let forms = [
    mark, Data(mark.utf8).base64EncodedString(), Data("id:\(mark)".utf8).base64EncodedString(),
    mark.utf8.map { String($0, radix: 16) }.joined(), MD5.hex(mark + "salt"),
  ]

  /// What a server does.
  enum Manner: CaseIterable, Sendable {
    case answer, refuseRequest, refuseToken, forbid, refuseRate, fail, redirect, sendPage, breakOff
  }

  struct Flow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (Wire) async throws -> Void
  }

  /// The network, and all that was said about it.
  final class Wire: Sendable {
    let lines = Recorded<String>()
    let sent = Recorded<String>()
    let clock = ManualClock(skipsWaits: true)
    private let manner: Manner

    init(_ manner: Manner) { self.manner = manner }

    var logger: Logger { Logger(label: "test") { _ in NotedLog(self.lines) } }

    /// All layers of the library around the network.
    var transport: any HTTPTransport {
      ServiceTransport(
        StubTransport { [self] in try answer(to: $0) },
        policy: .spotify,
        clock: clock,
        random: { 0.5 },
        logger: logger
      )
    }

    var configuration: ClientConfiguration {
      ClientConfiguration(transport: transport, clock: clock, logger: logger)
    }

    /// Makes a call, and notes all that its error or result shows.
    func call(_ body: () async throws -> some Sendable) async {
      do { _ = try await body() } catch {
        // The error of an app's own transport says what that transport wants.
        guard !(error is Telltale) else { return }
        lines.append(everythingShown(of: error) + error.localizedDescription)
        lines.append(everythingShown(of: PlayerError(.unreachable, "it", underlying: error)))
      }
    }

    private func answer(to call: HTTPTransportRequest) throws -> HTTPTransportResponse {
      let request = call.request
      let fields = request.headerFields.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
      let body = call.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
      let all = "\(request.path ?? "") \(fields) \(body)"
      sent.append(all)
      lines.append(everythingShown(of: call))
      let text = String(decoding: try JSONEncoder().encode(all), as: UTF8.self)
      let json = """
        {"error":{"status":400,"code":40,"message":\(text)},"error_description":\(text),
        "message":\(text),"errors":[{"title":\(text),"detail":\(text),"code":\(text)}],
        "subsonic-response":{"status":"failed","error":{"code":40,"message":\(text)}},"id":\(text)}
        """
      let status: HTTPResponse.Status =
        switch manner {
        case .answer, .sendPage: .ok
        case .refuseRequest: .badRequest
        case .refuseToken: .unauthorized
        case .forbid: .forbidden
        case .refuseRate: .tooManyRequests
        case .fail: .internalServerError
        case .redirect: .found
        case .breakOff: throw Telltale(description: all)
        }
      var reply = HTTPTransportResponse.text(
        manner == .sendPage ? "<p>\(all)" : json,
        status: status
      )
      reply.response.headerFields[.location] = "https://example.com/?" + all
      reply.response.headerFields[.wwwAuthenticate] = all
      lines.append(everythingShown(of: reply))
      return reply
    }
  }

  private struct Telltale: Error, CustomStringConvertible {
    let description: String
  }

  private struct DeveloperTokens: DeveloperTokenProvider {
    func token() async throws -> DeveloperToken {
      let head = Data(#"{"alg":"ES256","kid":"KEY0000000"}"#.utf8)
      let claims = Data(#"{"iss":"TEAM000000","iat":1767225600,"exp":4102444800}"#.utf8)
      let signature = mark + String(repeating: "A", count: 86 - mark.count)
      return try DeveloperToken(
        [Base64URL.encode(head), Base64URL.encode(claims), signature].joined(separator: ".")
      )
    }
    func refused(_ token: DeveloperToken) async {}
  }

  private struct UserTokens: UserTokenProvider {
    func token() async throws -> MusicUserToken { try MusicUserToken(mark) }
    func refused(_ token: MusicUserToken) async {}
  }

  private struct SoundCloudToken: OAuthTokenProvider {
    func accessToken() async throws -> OAuthAccessToken { OAuthAccessToken(mark) }
    func refused(_ token: OAuthAccessToken) async {}
  }

  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  static let flows = [
    Flow(testDescription: "Spotify's catalog") { wire in
      let client = SpotifyClient(
        tokens: FixedSpotifyToken(token: mark),
        configuration: wire.configuration
      )
      await wire.call { try await client.track("4uLU6hMCjMI75M1A2tKUQC") }
      await wire.call { try await client.search("a", for: [.track]) }
      await wire.call { try await client.play() }
      wire.lines.append(everythingShown(of: OAuthAccessToken(mark)))
    },
    Flow(testDescription: "Spotify's accounts") { wire in
      let configuration = OAuthConfiguration.spotify(clientID: "id", clientSecret: mark)
      let provider = try OAuthSession(
        configuration,
        of: .app,
        transport: wire.transport,
        clock: wire.clock
      )
      wire.lines.append(everythingShown(of: configuration))
      await wire.call { try await provider.accessToken() }
      wire.lines.append(everythingShown(of: provider))
    },
    Flow(testDescription: "Apple Music") { wire in
      let client = AppleMusicClient(
        developerTokens: DeveloperTokens(),
        userTokens: UserTokens(),
        storefront: "us",
        configuration: wire.configuration
      )
      await wire.call { try await client.song("1440857907") }
      await wire.call { try await client.userStorefront() }
      wire.lines.append(everythingShown(of: try await DeveloperTokens().token()))
      wire.lines.append(everythingShown(of: try await UserTokens().token()))
    },
    Flow(testDescription: "SoundCloud") { wire in
      let client = SoundCloudClient(tokens: SoundCloudToken(), configuration: wire.configuration)
      await wire.call { try await client.me() }
      await wire.call { try await client.myLikedTracks() }
      let configuration = OAuthConfiguration.soundCloud(clientID: "id", clientSecret: mark)
      let provider = try OAuthSession(
        configuration,
        of: .app,
        transport: wire.transport,
        clock: wire.clock
      )
      await wire.call { try await provider.accessToken() }
      let user = try OAuthSession(configuration, transport: wire.transport, clock: wire.clock)
      await wire.call {
        try await user.signIn(with: OAuthCode(mark, redirectURI: "a:b", verifier: mark))
      }
      wire.lines.append(everythingShown(of: configuration))
      wire.lines.append(everythingShown(of: user))
      wire.lines.append(everythingShown(of: OAuthAccessToken(mark)))
    },
    Flow(testDescription: "a Subsonic server") { wire in
      let credentials: [SubsonicCredentials] = [
        .password(user: "ann", password: mark), .apiKey(mark),
      ]
      for credential in credentials {
        let client = SubsonicClient(
          server: try SubsonicServer(url("https://music.example/rest"), id: "home"),
          credentials: credential,
          configuration: wire.configuration,
          salt: { "salt" }
        )
        await wire.call { try await client.song("1") }
        await wire.call { try await client.scrobble("1", at: nil) }
        // A signed address.
        await wire.call {
          let source = try await SubsonicResolver(client: client, clock: wire.clock)
            .resolve(SubsonicTrack(id: "1", server: "home"))
          wire.lines.append(everythingShown(of: source))
        }
        wire.lines.append(everythingShown(of: client))
        wire.lines.append(everythingShown(of: credential))
      }
    },
    Flow(testDescription: "Last.fm") { wire in
      let session = LastFMSession(name: "ann", key: mark)
      let client = LastFMClient(
        key: mark,
        secret: mark,
        session: session,
        configuration: wire.configuration
      )
      let play = Listen(artist: "A", title: "T", date: wire.clock.date)
      await wire.call { try await client.token() }
      await wire.call { try await client.session(for: mark) }
      await wire.call { try await client.updateNowPlaying(play) }
      await wire.call { try await client.scrobble([play]) }
      wire.lines.append(everythingShown(of: client))
      wire.lines.append(everythingShown(of: session))
    },
    Flow(testDescription: "ListenBrainz") { wire in
      let client = ListenBrainzClient(token: mark, configuration: wire.configuration)
      let listen = Listen(artist: "A", title: "T", date: wire.clock.date)
      await wire.call { try await client.userName() }
      await wire.call { try await client.submit([listen]) }
      wire.lines.append(everythingShown(of: client))
    },
    Flow(testDescription: "YouTube") { wire in
      let client = YouTubeClient(key: mark, configuration: wire.configuration)
      await wire.call { try await client.search("a") }
      await wire.call { try await client.video("aB3_-xyZ09k") }
      await wire.call { try await client.channel("@a") }
      wire.lines.append(everythingShown(of: client))
      wire.lines.append(
        everythingShown(of: YouTubeService(ServiceSetup(), key: mark))
      )
    },
    Flow(testDescription: "podcasts") { wire in
      let index = PodcastIndexClient(
        key: mark,
        secret: mark,
        configuration: wire.configuration
      )
      await wire.call { try await index.search("a") }
      wire.lines.append(everythingShown(of: index))
      let client = PodcastClient(network: wire.transport, clock: wire.clock, logger: wire.logger)
      for address in [
        "https://example.com/feed?token=\(mark)", "https://ann:\(mark)@example.com/feed",
      ] {
        await wire.call { try await client.feed(at: url(address)) }
        wire.lines.append(everythingShown(of: PodcastFeed(address: try url(address))))
      }
    },
  ]

  @Test("show no mark, whatever the server sends back", arguments: flows, Manner.allCases)
  func noMark(flow: Flow, manner: Manner) async throws {
    let wire = Wire(manner)
    try await flow.run(wire)
    let isSent = wire.sent.elements.contains { line in Self.forms.contains(where: line.contains) }
    #expect(isSent, "the flow sends its secret")
    for line in wire.lines.elements {
      let form = Self.forms.first(where: line.contains)
      #expect(form == nil, "\(line.prefix(2_000))")
    }
  }
}
