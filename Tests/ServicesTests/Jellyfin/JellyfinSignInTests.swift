import Foundation
import HTTPTypes
import PlayerKitJellyfin
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Signing in at Jellyfin", .tags(.local))
struct JellyfinSignInTests {
  private func code(_ work: () async throws -> Void) async -> CatalogError.Code? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? CatalogError)?.code
    }
  }

  @Test("exchanges the password once for a token, which is stored and used by the next client")
  func password() async throws {
    try await JellyfinBench.with { bench in
      let store = JellyfinMemorySessionStore()
      let client = try bench.client(bench.password, store: store)
      #expect(try await client.user().name == bench.simulator.jellyfinUser.name)
      #expect(try await client.songCount() ?? 0 > 0)
      let session = try #require(await store.load())
      #expect(session.server == "home" && session.deviceID?.isEmpty == false)
      let next = try bench.client(nil, store: store)
      #expect(try await next.user().name == bench.simulator.jellyfinUser.name)
      #expect(bench.count("/Users/AuthenticateByName") == 1)
    }
  }

  @Test("fails with a wrong password, and without any credential")
  func refusals() async throws {
    try await JellyfinBench.with { bench in
      let name = bench.simulator.jellyfinUser.name
      let wrong = try bench.client(.password(user: name, password: "wrong"))
      #expect(await code { _ = try await wrong.user() } == .unauthorized)
      let nobody = try bench.client(nil)
      #expect(await code { _ = try await nobody.user() } == .missingCredential)
      let noToken = try bench.client(.token("0123"))
      #expect(await code { _ = try await noToken.user() } == .unauthorized)
    }
  }

  @Test("happens again by itself with a password, but not with a stored sign-in that was revoked")
  func revoked() async throws {
    try await JellyfinBench.with { bench in
      let store = JellyfinMemorySessionStore()
      let client = try bench.client(bench.password, store: store)
      _ = try await client.user()
      bench.simulator.endJellyfinSessions()
      _ = try await client.user()
      #expect(bench.count("/Users/AuthenticateByName") == 2)
      bench.simulator.endJellyfinSessions()
      let stored = try bench.client(nil, store: store)
      #expect(await code { _ = try await stored.user() } == .signInRequired)
    }
  }

  @Test("works by an API key, which needs the user's name, and by a user's token, which does not")
  func tokens() async throws {
    try await JellyfinBench.with { bench in
      let (key, name) = (bench.simulator.jellyfinAPIKey, bench.simulator.jellyfinUser.name)
      #expect(try await bench.client(.token(key, user: name)).user().name == name)
      let unnamed = try bench.client(.token(key))
      #expect(await code { _ = try await unnamed.user() } == .missingCredential)
      let unknown = try bench.client(.token(key, user: "bob"))
      #expect(await code { _ = try await unknown.user() } == .unauthorized)
      let (user, password) = bench.simulator.jellyfinUser
      let session = try await bench.client(nil).signIn(user: user, password: password)
      #expect(try await bench.client(.token(session.accessToken)).user().name == name)
    }
  }

  @Test("by Quick Connect shows a code, and ends when the user has entered it")
  func quickConnect() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client(nil)
      let shown = Recorded<String>()
      let session = try await client.signInByQuickConnect { code in
        shown.append(code)
        #expect(bench.simulator.enterJellyfinCode(code))
      }
      #expect(shown.elements.count == 1 && shown.elements[0].count == 6)
      #expect(session.userName == bench.simulator.jellyfinUser.name)
      #expect(try await client.user().name == session.userName)
    }
  }

  @Test("by Quick Connect ends in time without a code, and reports a server without Quick Connect")
  func noQuickConnect() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client(nil)
      let shown = Recorded<String>()
      let late = await code { try await client.signInByQuickConnect { shown.append($0) } }
      #expect(late == .timedOut && shown.elements.count == 1)
      bench.simulator.setJellyfinQuickConnect(false)
      #expect(
        await code { try await client.signInByQuickConnect { shown.append($0) } } == .unavailable
      )
      bench.simulator.setJellyfinIsEmby(true)
      #expect(
        await code { try await client.signInByQuickConnect { shown.append($0) } } == .unavailable
      )
      #expect(shown.elements.count == 1)
    }
  }

  @Test("is a service's sign-in: by the password if it is known, or else by a shown code")
  func userSignIn() async throws {
    try await JellyfinBench.with { bench in
      struct Receiver: RedirectReceiver {
        let simulator: ServiceSimulator
        let shown = Recorded<SignInCode>()

        func answer<Request: RedirectSignIn>(
          to request: (String) throws(CatalogError) -> Request
        ) async throws -> Request.Answer {
          throw CatalogError(.invalidArgument, "There is no redirect.")
        }

        func show(_ code: SignInCode) async throws {
          shown.append(code)
          simulator.enterJellyfinCode(code.text)
        }
      }
      let receiver = Receiver(simulator: bench.simulator)
      let byCode = JellyfinService(client: try bench.client(nil))
      try await byCode.userSignIn?.signIn(by: receiver)
      #expect(receiver.shown.elements.map(\.page?.path) == ["/jellyfin/web"])
      _ = try await byCode.client.user()
      let byPassword = JellyfinService(client: try bench.client())
      try await byPassword.userSignIn?.signIn(by: receiver)
      #expect(receiver.shown.elements.count == 1)
      try await byPassword.userSignIn?.signOut()
      #expect(bench.count("/Sessions/Logout") == 1)
    }
  }

  @Test("is stored in a file for its owner alone, and its token goes to no other server")
  func files() async throws {
    try await JellyfinBench.with { bench in
      let folder = ScratchFolder()
      defer { folder.remove() }
      let file = folder.url.appending(path: "state/jellyfin-tokens.json")
      let store = try JellyfinFileSessionStore(file: file)
      let session = try await bench.client(bench.password, store: store).user()
      #expect(session.id != nil)
      #expect(try folder.mode(of: "state/jellyfin-tokens.json") == 0o600)
      let stub = StubTransport { _ in .empty(500) }
      let other = JellyfinClient(
        server: try JellyfinServer(try #require(URL(string: "https://other.example"))),
        sessions: store,
        configuration: ClientConfiguration(transport: stub, clock: bench.clock)
      )
      #expect(await code { _ = try await other.user() } == .missingCredential)
      #expect(stub.calls.isEmpty)
    }
  }

  @Test("sends nothing secret over a connection that others can read, unless that is allowed")
  func plain() async throws {
    let address = "http://music.example:8096/jf"
    let transport = JellyfinFixture.transport()
    let client = try JellyfinFixture.client(transport, at: address)
    #expect(await code { _ = try await client.songCount() } == .unauthorized)
    let byCode = try JellyfinFixture.client(transport, at: address, credentials: nil)
    #expect(await code { try await byCode.signInByQuickConnect { _ in } } == .unauthorized)
    #expect(transport.calls.isEmpty)
    let allowed = try JellyfinFixture.client(transport, at: address, allowsPlainPassword: true)
    #expect(try await allowed.item("7").id == "7")
  }

  @Test("shows its secrets in no description")
  func descriptions() async throws {
    try await JellyfinBench.with { bench in
      let store = JellyfinMemorySessionStore()
      let client = try bench.client(bench.password, store: store)
      _ = try await client.user()
      let session = try #require(await store.load())
      var text = "\(session) \(bench.password)"
      dump(session, to: &text)
      dump(bench.password, to: &text)
      #expect(!text.contains(session.accessToken))
      #expect(!text.contains(bench.simulator.jellyfinUser.password))
    }
  }
}
