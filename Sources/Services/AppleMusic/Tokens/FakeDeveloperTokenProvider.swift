import Foundation
import MusicCatalog

/// Gives a developer token that is well-formed, never expires, and that nobody signed: for clients
/// whose transport is a stub. No service accepts it.
///
/// ```swift
/// let transport = StubTransport { _ in .text(#"{"data":[{"id":"1","type":"songs"}]}"#) }
/// let client = AppleMusicClient(
///   developerTokens: FakeDeveloperTokenProvider(),
///   storefront: "us",
///   configuration: .init(transport: transport, lookupWindow: .zero)
/// )
/// let song = try await client.song("1")
/// ```
public struct FakeDeveloperTokenProvider: DeveloperTokenProvider {
  /// Makes a provider.
  public init() {}

  /// The token.
  public func token() async throws -> DeveloperToken {
    let parts = [
      Data(#"{"alg":"ES256","kid":"FAKEKEY000"}"#.utf8),
      // From 2026 to 2100.
      Data(#"{"iss":"FAKETEAM00","iat":1767225600,"exp":4102444800}"#.utf8), Data(count: 64),
    ]
    return try DeveloperToken(parts.map(Self.base64URL).joined(separator: "."))
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
