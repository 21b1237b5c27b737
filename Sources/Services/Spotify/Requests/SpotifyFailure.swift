import Foundation
import HTTPTypes
import Logging
import PlayerKitServices

/// Reads what an answer says of a failure: by its status first, by its body where there is one.
enum SpotifyFailure {
  /// The failure that `reply` states; `nil` where it is a success, which is any 2xx.
  ///
  /// `date` is the present, for a `Retry-After` that names a date.
  static func error(of reply: HTTPReply, at date: Date) -> CatalogError? {
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

  // The service's own words stay in the details: they may quote what was asked.
  private static func message(status: Int, details: [CatalogError.Detail]) -> String {
    let reason = details.compactMap(\.code).first { reason in
      reason.utf8.count <= 40
        && reason.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
    }
    return "The service answered \(status)" + (reason.map { ", \($0)." } ?? ".")
  }

  /// What the body says, in the form of the API or of the token endpoint. Some bodies are plain text,
  /// or empty.
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

  /// Whether this is how the service refuses what it has taken from the app's class: without any
  /// reason. (With one, the right, the subscription or a device is missing.)
  var mayMeanRemoved: Bool {
    (code == .forbidden || code == .notFound) && httpStatus != nil && spotifyReason == nil
  }

  /// What a log may hold of it.
  var spotifyMetadata: Logger.Metadata {
    ["status": "\(httpStatus ?? 0)", "reason": "\(spotifyReason?.rawValue.prefix(40) ?? "")"]
  }
}
