import Foundation
import PlayerKit

/// Where a resource is requested, and how to find out where it has gone.
struct HTTPAddress: Sendable {
  let url: URL
  let headers: [String: String]
  let renewal: (@Sendable () async throws -> MediaSource)?

  init(
    url: URL,
    headers: [String: String] = [:],
    renewal: (@Sendable () async throws -> MediaSource)? = nil
  ) {
    self.url = url
    self.headers = headers
    self.renewal = renewal
  }

  /// Asks a source's renewal. Only what lies on a server can take the place of what did.
  static func renewed(
    by renewal: @Sendable () async throws -> MediaSource
  ) async -> Result<HTTPAddress, PlayerError> {
    do {
      let source = try await renewal()
      guard case .remote(let url) = source.location, RedirectRule.isAllowed(url) else {
        return .failure(HTTPFailure.blocked)
      }
      return .success(HTTPAddress(url: url, headers: source.headers))
    } catch {
      return .failure(PlayerError(resolving: error))
    }
  }
}
