import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

extension CatalogService {
  fileprivate static let tonewheel = CatalogService(rawValue: "tonewheel")
}

extension OAuthConfiguration {
  /// Tonewheel's accounts. This value is all that its sign-in needs.
  fileprivate static func tonewheel(clientID: String, accounts: URL) -> OAuthConfiguration {
    OAuthConfiguration(
      service: .tonewheel,
      authorizationURL: accounts.appending(path: "authorize"),
      tokenURL: accounts.appending(path: "token"),
      clientID: clientID,
      scopes: ["catalog", "playback"]
    )
  }
}

/// The parts of an invented service that its guide shows: its sign-in, and a client that uses it.
private struct Tonewheel {
  struct Song: Codable, Sendable {
    var title: String?
  }

  let userSignIn: (any UserSignIn)?
  private let requester: ServiceRequester

  init(_ setup: ServiceSetup, clientID: String, tokenFile: URL) throws {
    let session = try OAuthSession(
      .tonewheel(
        clientID: clientID,
        accounts: try #require(setup.bases["tonewheel-accounts"])
      ),
      store: OAuthFileTokenStore(file: tokenFile, service: .tonewheel),
      transport: setup.network,
      clock: setup.clock
    )
    let policy = ServicePolicy(
      service: .tonewheel,
      limit: RateLimit(
        interval: .milliseconds(100),
        burst: 10,
        firstPause: .seconds(1),
        longestPause: .seconds(60),
        maximumWait: .seconds(30)
      ),
      cache: nil
    )
    var requester = ServiceRequester(
      policy: policy,
      host: "api.tonewheel.example",
      configuration: setup.configuration(policy, address: "tonewheel")
    )
    requester.authorize(by: session)
    self.requester = requester
    userSignIn = session
  }

  func song(_ id: String) async throws -> Song {
    try await requester.value(of: CatalogRequest(segments: ["v1", "songs", id]), as: Song.self)
  }
}

/// The other side: accounts with proof keys and refresh tokens that work once, and a catalog.
private final class TonewheelServer: Sendable {
  private struct State {
    var challenge: String?
    var access: String?
    var refresh: String?
    var issued = 0
    var isDown = false
  }

  private let state = Locked(State())

  /// The user consents on the page, which then redirects to this address.
  func redirect(from page: URL) throws -> URL {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    #expect(page.path() == "/authorize")
    #expect(fields["scope"] == "catalog playback")
    #expect(fields["code_challenge_method"] == "S256")
    state.withLock { $0.challenge = fields["code_challenge"] }
    let target = try #require(fields["redirect_uri"])
    let state = try #require(fields["state"])
    return try #require(URL(string: "\(target)?code=the-code&state=\(state)"))
  }

  /// The catalog does not accept the access token any more.
  func expireAccess() { state.withLock { $0.access = nil } }

  /// The user takes the consent back.
  func revoke() {
    state.withLock { state in
      state.access = nil
      state.refresh = nil
    }
  }

  func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

  func reply(to call: HTTPTransportRequest) throws -> HTTPTransportResponse {
    guard call.host == "accounts.tonewheel.example" else {
      let access = state.withLock { $0.access }
      let sent = call.request.headerFields[.authorization]
      guard let access, sent == "Bearer \(access)" else {
        return .text("{}", status: .unauthorized)
      }
      return .text(#"{"title":"Opening Night"}"#)
    }
    let form = AccountsFixture.form(of: call)
    return try state.withLock { state in
      if state.isDown { throw CatalogError(.unreachable, "The server is down") }
      let isKnown =
        switch form["grant_type"] {
        case "authorization_code":
          form["code"] == "the-code" && form["client_id"] == "app-id" && state.challenge != nil
            && state.challenge
              == form["code_verifier"].map { verifier in
                Base64URL.encode(Data(SHA256Digest.digest(of: verifier)))
              }
        case "refresh_token": state.refresh != nil && form["refresh_token"] == state.refresh
        default: false
        }
      guard isKnown else {
        return .text(#"{"error":"invalid_grant"}"#, status: .badRequest)
      }
      state.issued += 1
      let (access, refresh) = ("access-\(state.issued)", "refresh-\(state.issued)")
      state.access = access
      state.refresh = refresh
      return .text(
        #"{"access_token":"\#(access)","expires_in":3600,"refresh_token":"\#(refresh)"}"#
      )
    }
  }
}

/// Shows a page to the user, who consents.
private struct ConsentingUser: RedirectReceiver {
  let server: TonewheelServer

  func answer<Request: RedirectSignIn>(
    to request: (_ redirect: String) throws(CatalogError) -> Request
  ) async throws -> Request.Answer {
    let request = try request("tonewheel-app://callback")
    return try request.answer(from: try server.redirect(from: request.url))
  }
}

@Suite("A service whose sign-in is a configuration value", .tags(.local))
struct OAuthServiceTests {
  private let server = TonewheelServer()
  private let clock = ManualClock()

  /// Runs `body` with the network, and with a function that starts the service as an app does.
  private func withService(
    _ body: (StubTransport, URL, () throws -> Tonewheel) async throws -> Void
  ) async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let file = folder.url.appending(path: "state/tonewheel-tokens.json")
    let network = StubTransport { [server] in try server.reply(to: $0) }
    let accounts = try #require(URL(string: "https://accounts.tonewheel.example"))
    try await body(network, file) {
      try Tonewheel(
        ServiceSetup(
          bases: ["tonewheel-accounts": accounts],
          network: network,
          clock: clock
        ),
        clientID: "app-id",
        tokenFile: file
      )
    }
  }

  private func signIn(to service: Tonewheel) async throws {
    try await service.userSignIn?.signIn(by: ConsentingUser(server: server))
  }

  @Test("signs in with a proof key, and sends its token with each request")
  func signsIn() async throws {
    try await withService { network, _, start in
      let service = try start()
      #expect(await codeThrown { _ = try await service.song("7") } == .missingCredential)
      try await signIn(to: service)
      #expect(try await service.song("7").title == "Opening Night")
      #expect(network.calls.last?.path == "/v1/songs/7")
      try await service.userSignIn?.signOut()
      #expect(await codeThrown { _ = try await service.song("7") } == .missingCredential)
    }
  }

  @Test("refreshes its token when it expires, and when the service refuses it")
  func refreshes() async throws {
    try await withService { network, _, start in
      let service = try start()
      try await signIn(to: service)
      clock.advance(by: .seconds(3_600))
      #expect(try await service.song("7").title == "Opening Night")
      server.expireAccess()
      #expect(try await service.song("8").title == "Opening Night")
      let forms = network.calls.map(AccountsFixture.form)
      #expect(forms.compactMap { $0["refresh_token"] } == ["refresh-1", "refresh-2"])
    }
  }

  @Test("is still signed in after a restart, by its file")
  func restores() async throws {
    try await withService { network, file, start in
      try await signIn(to: try start())
      let count = network.calls.count
      #expect(try await start().song("7").title == "Opening Night")
      #expect(network.calls.count == count + 1)
      // The file also has the refresh token.
      clock.advance(by: .seconds(3_600))
      #expect(try await start().song("7").title == "Opening Night")
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
    }
  }

  @Test("needs another sign-in only if the consent was revoked, not if the network fails")
  func revoked() async throws {
    try await withService { _, file, start in
      let service = try start()
      let path = file.path(percentEncoded: false)
      try await signIn(to: service)
      clock.advance(by: .seconds(3_600))
      server.setDown(true)
      #expect(await codeThrown { _ = try await service.song("7") } == .unreachable)
      #expect(FileManager.default.fileExists(atPath: path))
      server.setDown(false)
      clock.advance(by: .seconds(2))
      #expect(try await service.song("7").title == "Opening Night")
      server.revoke()
      #expect(await codeThrown { _ = try await service.song("7") } == .signInRequired)
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(await codeThrown { _ = try await start().song("7") } == .missingCredential)
      try await signIn(to: service)
      #expect(try await service.song("7").title == "Opening Night")
    }
  }
}
