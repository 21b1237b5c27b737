import Foundation
import HTTPTypes
import Logging
import PlayerKitServices

/// Extracts the failure from a reply: from its status first, and from its body if there is one.
enum SpotifyFailure {
  /// Returns the failure of `reply`. `nil` for a success, which is any 2xx.
  ///
  /// `date` is the current date, for a `Retry-After` with a date.
  static func error(of reply: HTTPTransportResponse, at date: Date) -> CatalogError? {
    let status = reply.response.status.code
    guard !(200..<300).contains(status) else { return nil }
    let details = details(of: reply.body)
    let isUsedUp = details.contains { $0.code == Spotify.Reason.quotaExceeded.rawValue }
    return CatalogError(
      CatalogError.Code(httpStatus: status),
      message(status: status, details: details),
      service: .spotify,
      httpStatus: status,
      details: details,
      retryAfter: reply.retryAfter(now: date),
      isRetryable: status == 501 || isUsedUp ? false : nil
    )
  }

  // The service's own text stays in the details: it may quote the request.
  private static func message(status: Int, details: [CatalogError.Detail]) -> String {
    let reason = details.compactMap(\.code).first { reason in
      reason.utf8.count <= 40
        && reason.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
    }
    return "The service answered \(status)" + (reason.map { ", \($0)." } ?? ".")
  }

  /// Returns the details in the body, in the form of the API or of the token endpoint. Some bodies
  /// are plain text, or empty.
  static func details(of body: Data) -> [CatalogError.Detail] {
    let document = try? JSONDecoder().decode(JSONValue.self, from: body)
    switch document?["error"] {
    case .string(let name):
      return [CatalogError.Detail(code: name, text: document?["error_description"]?.string)]
    case .object(let failure):
      return [
        CatalogError.Detail(code: failure["reason"]?.string, text: failure["message"]?.string)
      ]
    case .some, nil: return []
    }
  }
}

extension CatalogError {
  static func spotify(_ code: Code, _ message: String) -> CatalogError {
    CatalogError(code, message, service: .spotify)
  }

  /// Whether the service may have removed the feature from the app's class: it refuses without a
  /// reason. With a reason, a scope, the subscription or a device is missing.
  var mayMeanRemoved: Bool {
    (code == .forbidden || code == .notFound) && httpStatus != nil && spotifyReason == nil
  }

  /// The details that may be logged.
  var spotifyMetadata: Logger.Metadata {
    ["status": "\(httpStatus ?? 0)", "reason": "\(spotifyReason?.rawValue.prefix(40) ?? "")"]
  }
}
