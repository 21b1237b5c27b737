import Foundation
import PlayerKit
import PlayerKitServices

/// Provides the developer token that every call of the Apple Music API needs.
///
/// The caller requests a token before each request. If the service replies with 401, the caller
/// calls ``refused(_:)``, requests a token again, and resends only if it gets *another* one:
///
///     let token = try await provider.token()
///     var reply = try await send(token)
///     if reply.response.status == .unauthorized {
///       await provider.refused(token)
///       let next = try await provider.token()
///       if next != token { reply = try await send(next) }
///     }
///
/// Both methods may be called at any time, from any number of tasks.
public protocol DeveloperTokenProvider: Sendable {
  /// Returns a token to send now. Fast if one is cached, so callers need not keep it.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/invalidCredential`` if the only
  ///   token is unusable, or the error that prevented the provider from getting one;
  ///   `CancellationError`.
  func token() async throws -> DeveloperToken

  /// Reports that the service refused `token` (HTTP 401). Does not wait for another one.
  ///
  /// Has no effect if the token was already reported or has been replaced.
  func refused(_ token: DeveloperToken) async
}

extension DeveloperTokenProvider {
  /// Does nothing, which is right for a provider with a single token.
  public func refused(_ token: DeveloperToken) async {}
}

/// Provides a single developer token, such as one from a setting, while it is valid.
///
/// A malformed token throws only when it is requested, so an app can be configured with any user
/// input. Descriptions contain no token.
public struct StaticDeveloperTokenProvider: DeveloperTokenProvider {
  private let reading: Result<DeveloperToken, CatalogError>
  private let clock: any PlaybackClock

  /// Makes a provider of a parsed token.
  public init(_ token: DeveloperToken, clock: any PlaybackClock = SystemPlaybackClock()) {
    reading = .success(token)
    self.clock = clock
  }

  /// Makes a provider of a token that may be malformed.
  public init(_ text: String, clock: any PlaybackClock = SystemPlaybackClock()) {
    do throws(CatalogError) {
      reading = .success(try DeveloperToken(text))
    } catch {
      reading = .failure(error)
    }
    self.clock = clock
  }

  /// Returns the token.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it is malformed or has expired.
  public func token() async throws -> DeveloperToken {
    let token = try reading.get()
    guard !token.isExpired(at: clock.date) else { throw CatalogError.expired(token) }
    return token
  }
}

/// Provides a well-formed developer token without a valid signature, for clients with a stub
/// transport. It is valid until 2100. No service accepts it.
///
/// ```swift
/// let transport = StubTransport { _ in .text(#"{"data":[{"id":"1","type":"songs"}]}"#) }
/// let client = AppleMusicClient(
///   developerTokens: FakeDeveloperTokenProvider(),
///   storefront: "us",
///   lookupWindow: .zero,
///   configuration: .init(transport: transport)
/// )
/// let song = try await client.song("1")
/// ```
public struct FakeDeveloperTokenProvider: DeveloperTokenProvider {
  /// Makes a provider.
  public init() {}

  /// Returns the token.
  public func token() async throws -> DeveloperToken {
    let parts = [
      Data(#"{"alg":"ES256","kid":"FAKEKEY000"}"#.utf8),
      // From 2026 to 2100.
      Data(#"{"iss":"FAKETEAM00","iat":1767225600,"exp":4102444800}"#.utf8), Data(count: 64),
    ]
    return try DeveloperToken(parts.map(Base64URL.encode).joined(separator: "."))
  }
}
