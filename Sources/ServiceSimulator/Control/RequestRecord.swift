import Foundation

/// A request that a simulated service has got.
package struct RequestRecord: Sendable, Codable, Hashable {
  /// The name of the service, as in `ServiceName`.
  package var service: String
  package var method: String
  /// The path as it came, with the service's folder.
  package var path: String
  /// The query as it came, without the question mark.
  package var query: String
  /// Names lower-cased; the values of headers that hold secrets are not kept.
  package var headers: [String: String]
  /// Seconds since 1970, by the simulator's clock.
  package var time: Double

  private static let secret: Set<String> = [
    "authorization", "cookie", "music-user-token", "proxy-authorization",
  ]

  init(
    service: ServiceName,
    method: String,
    path: String,
    query: String,
    headers: [String: String],
    time: Date
  ) {
    self.service = service.rawValue
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers.reduce(into: [:]) { kept, header in
      kept[header.key] = Self.secret.contains(header.key) ? "(hidden)" : header.value
    }
    self.time = time.timeIntervalSince1970
  }
}
