import Foundation
import MusicCatalog

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
