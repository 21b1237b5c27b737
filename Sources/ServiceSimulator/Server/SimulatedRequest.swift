import Foundation

/// A request as the simulated services see it: already parsed, path without the service's prefix.
struct SimulatedRequest: Sendable {
  var method: String
  /// Raw, still percent-encoded, e.g. `/v1/catalog/us/songs/1`.
  var path: String
  /// Decoded, `+` as space, in order.
  var query: [(name: String, value: String)]
  /// Names lower-cased.
  var headers: [String: String]
  var body: Data
  /// The simulator's clock.
  var now: Date
  /// For example `http://127.0.0.1:8080/media`.
  var mediaBase: String
  /// Where the service itself is, for example `http://127.0.0.1:8080/applemusic`.
  var serviceBase: String
}

/// What a simulated service answers.
struct SimulatedResponse: Sendable {
  var status: Int
  var headers: [(String, String)] = []
  var body = Data()
}
