import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The fake provider of developer tokens", .tags(.pure))
struct FakeDeveloperTokenProviderTests {
  @Test("allows tests of a client with a stub network and without an account")
  func servesAClient() async throws {
    let transport = StubTransport { _ in
      .text(#"{"data":[{"id":"1","type":"songs","attributes":{"name":"A"}}]}"#)
    }
    let client = AppleMusicClient(
      developerTokens: FakeDeveloperTokenProvider(),
      storefront: "us",
      lookupWindow: .zero,
      configuration: .init(transport: transport)
    )
    #expect(try await client.song("1").name == "A")
    #expect(transport.calls.count == 1)
  }
}
