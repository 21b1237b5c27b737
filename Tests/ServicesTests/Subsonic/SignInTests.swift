import Foundation
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitSubsonic

@Suite("Signing in at a Subsonic server", .tags(.pure))
struct SignInTests {
  private let encoded =
    "enc:" + SubsonicFixture.password.utf8.map { String(format: "%02x", $0) }.joined()

  /// A server that accepts only the password itself.
  private func oldServer(refusing code: Int) -> StubTransport {
    StubTransport { call in
      call.values("p").isEmpty ? SubsonicFixture.error(code) : SubsonicFixture.ok()
    }
  }

  @Test("sends a digest with a new salt each time, and never the password")
  func token() async throws {
    let transport = StubTransport { _ in SubsonicFixture.ok() }
    let client = try SubsonicFixture.client(transport)
    for _ in 0..<3 { try await client.ping() }
    for call in transport.calls {
      let salt = try #require(call.values("s").first)
      #expect(salt.count >= 6)
      #expect(call.values("t") == [MD5.hex(SubsonicFixture.password + salt)])
      #expect(call.values("u") == ["ann-17"])
      #expect(call.values("p").isEmpty && call.values("apiKey").isEmpty)
      #expect(call.values("f") == ["json"] && call.values("c") == ["PlayerKit"])
      #expect(call.values("v") == ["1.16.1"])
      #expect(call.request.path?.hasPrefix("/music/rest/ping.view?") == true)
    }
    #expect(Set(transport.calls.flatMap { $0.values("s") }).count == 3)
  }

  @Test("sends a key without a user")
  func apiKey() async throws {
    let transport = StubTransport { _ in SubsonicFixture.ok() }
    let key = SubsonicCredentials.apiKey(SubsonicFixture.key)
    try await SubsonicFixture.client(transport, credentials: key).ping()
    let call = try #require(transport.calls.first)
    #expect(call.values("apiKey") == [SubsonicFixture.key])
    #expect(["u", "t", "s", "p"].allSatisfy { call.values($0).isEmpty })
  }

  @Test(
    "falls back to the password on a safe connection, and remembers that",
    arguments: [10, 41, 42],
    ["https://music.example", "http://localhost:1", "http://127.8.0.1", "http://[::1]:4533"]
  )
  func fallsBack(code: Int, address: String) async throws {
    let transport = oldServer(refusing: code)
    let client = try SubsonicFixture.client(transport, at: address)
    try await client.ping()
    try await client.ping()
    #expect(transport.calls.map { $0.values("p") } == [[], [encoded], [encoded]])
    #expect(transport.calls.last?.values("t") == [])
  }

  @Test(
    "does not send the password over an unsafe network, unless that is allowed",
    arguments: [
      "http://music.example", "http://192.168.1.2", "http://127.evil.example",
      "http://127.0.0.1.example",
      "http://localhost.example",
    ]
  )
  func keepsThePassword(address: String) async throws {
    let transport = oldServer(refusing: 41)
    let client = try SubsonicFixture.client(transport, at: address)
    await #expect { try await client.ping() } throws: {
      ($0 as? CatalogError)?.code == .unauthorized
    }
    #expect(transport.calls.allSatisfy { $0.values("p").isEmpty })
    let allowed = try SubsonicFixture.client(transport, at: address, allowsPlainPassword: true)
    try await allowed.ping()
    #expect(transport.calls.last?.values("p") == [encoded])
  }

  @Test("does not send a key over an unsafe network, unless that is allowed")
  func keepsTheKey() async throws {
    let transport = StubTransport { _ in SubsonicFixture.ok() }
    let key = SubsonicCredentials.apiKey(SubsonicFixture.key)
    let address = "http://music.example"
    let client = try SubsonicFixture.client(transport, at: address, credentials: key)
    await #expect { try await client.ping() } throws: {
      ($0 as? CatalogError)?.code == .unauthorized
    }
    #expect(throws: CatalogError.self) { try client.signedURL("stream", []) }
    #expect(transport.calls.isEmpty)
    let allowed = try SubsonicFixture.client(
      transport,
      at: address,
      credentials: key,
      allowsPlainPassword: true
    )
    try await allowed.ping()
    #expect(transport.calls.first?.values("apiKey") == [SubsonicFixture.key])
  }

  @Test("does not send the password if a digest worked before, and a parameter is missing")
  func acceptedOnce() async throws {
    let transport = StubTransport(answers: [
      .success(SubsonicFixture.ok()), .success(SubsonicFixture.error(10)),
    ])
    let client = try SubsonicFixture.client(transport)
    try await client.ping()
    await #expect(throws: CatalogError.self) { try await client.ping() }
    #expect(transport.calls.count == 2)
    #expect(transport.calls.allSatisfy { $0.values("p").isEmpty })
  }

  @Test("does not interpret an answer that needs no sign-in as an accepted digest")
  func extensionsTeachNothing() async throws {
    let transport = StubTransport { call in
      if call.endpoint == "getOpenSubsonicExtensions" { return SubsonicFixture.ok() }
      return call.values("p").isEmpty ? SubsonicFixture.error(10) : SubsonicFixture.ok()
    }
    let client = try SubsonicFixture.client(transport)
    _ = try await client.extensions()
    try await client.ping()
    #expect(transport.calls.last?.values("p") == [encoded])
  }

  @Test("asks once if the password is wrong")
  func wrongPassword() async throws {
    let transport = StubTransport { _ in SubsonicFixture.error(40) }
    let client = try SubsonicFixture.client(transport)
    await #expect { try await client.ping() } throws: {
      ($0 as? CatalogError)?.code == .unauthorized
    }
    #expect(transport.calls.count == 1)
  }

  @Test("fails without a request if server or credentials are missing")
  func nothingSetUp() async throws {
    let transport = StubTransport { _ in SubsonicFixture.ok() }
    let bare = SubsonicClient(
      server: nil,
      credentials: .apiKey("k"),
      configuration: ClientConfiguration(transport: transport)
    )
    let unsigned = try SubsonicFixture.client(transport, credentials: nil)
    for client in [bare, unsigned] {
      await #expect { try await client.ping() } throws: {
        ($0 as? CatalogError)?.code == .missingCredential
      }
    }
    #expect(transport.calls.isEmpty)
  }

  @Test("accepts addresses with paths, and refuses invalid ones")
  func addresses() throws {
    func server(_ text: String) throws -> SubsonicServer {
      try SubsonicServer(try #require(URL(string: text)))
    }
    #expect(try server("https://a.example/music/rest/").url.path() == "/music")
    #expect(try server("https://u:p@a.example/?q=1#f").url.absoluteString == "https://a.example")
    #expect(try server("http://a.example:80/m").id != server("http://b.example:80/m").id)
    #expect(try server("http://a.example/m/").id == server("http://a.example/m").id)
    for text in ["ftp://a.example", "file:///tmp", "a.example", "http:///x"] {
      #expect(throws: CatalogError.self) { try server(text) }
    }
  }
}
