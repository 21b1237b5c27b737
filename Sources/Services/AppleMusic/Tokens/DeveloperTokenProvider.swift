import Foundation
import PlayerKitServices

/// Gives the developer token that every call of the Apple Music API needs.
///
/// Who calls the service asks for a token before each request. Where the service answers 401, it
/// says so by ``refused(_:)``, asks once more, and sends again only if it gets *another* token:
///
///     let token = try await provider.token()
///     var reply = try await send(token)
///     if reply.response.status == .unauthorized {
///       await provider.refused(token)
///       let next = try await provider.token()
///       if next != token { reply = try await send(next) }
///     }
///
/// Both may be called at any time, from any number of tasks.
public protocol DeveloperTokenProvider: Sendable {
  /// A token to send now. Quick where one is at hand: nobody else needs to keep it.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/invalidCredential`` where there is only one that
  ///   cannot be used, or what kept the provider from getting one; `CancellationError`.
  func token() async throws -> DeveloperToken

  /// Hears that the service refused `token` (HTTP 401). Does not wait for another one.
  ///
  /// Told twice of the same token, or of one that has been replaced: no effect.
  func refused(_ token: DeveloperToken) async
}

extension DeveloperTokenProvider {
  /// Does nothing: right for who has only one token.
  public func refused(_ token: DeveloperToken) async {}
}

/// Gives one developer token, such as one from a setting, for as long as it is valid.
///
/// What is wrong with the token shows where it is asked for, so that an app can be set up with
/// whatever its user wrote. Descriptions hold no token.
public struct StaticDeveloperTokenProvider: DeveloperTokenProvider {
  private let reading: Result<DeveloperToken, CatalogError>
  private let clock: any CatalogClock

  /// Makes a provider of a token that has been read.
  public init(_ token: DeveloperToken, clock: any CatalogClock = SystemCatalogClock()) {
    reading = .success(token)
    self.clock = clock
  }

  /// Makes a provider of a token that need not be well-formed.
  public init(_ text: String, clock: any CatalogClock = SystemCatalogClock()) {
    do throws(CatalogError) {
      reading = .success(try DeveloperToken(text))
    } catch {
      reading = .failure(error)
    }
    self.clock = clock
  }

  /// The token.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` where it is malformed or has expired.
  public func token() async throws -> DeveloperToken {
    let token = try reading.get()
    guard !token.isExpired(at: clock.date) else { throw CatalogError.expired(token) }
    return token
  }
}

/// Gives a developer token that is well-formed, never expires, and that nobody signed: for clients
/// whose transport is a stub. No service accepts it.
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

  /// The token.
  public func token() async throws -> DeveloperToken {
    let parts = [
      Data(#"{"alg":"ES256","kid":"FAKEKEY000"}"#.utf8),
      // From 2026 to 2100.
      Data(#"{"iss":"FAKETEAM00","iat":1767225600,"exp":4102444800}"#.utf8), Data(count: 64),
    ]
    return try DeveloperToken(parts.map(Base64URL.encode).joined(separator: "."))
  }
}
