import Foundation
import PlayerKitHTTP
import HTTPTypes

extension HTTPTransportResponse {
  /// Returns how long the service asks to wait before the next request, from its `Retry-After`.
  /// `nil` if the field is missing or unreadable.
  ///
  /// Reads both forms: seconds (capped at ten years) and an HTTP date, which is compared with
  /// `now`. A date in the past gives zero.
  public func retryAfter(now: Date) -> Duration? {
    guard let field = response.headerFields[.retryAfter] else { return nil }
    return RetryAfter.duration(field, now: now)
  }
}

enum RetryAfter {
  private static let longest = 10 * 365 * 24 * 3600

  static func duration(_ field: String, now: Date) -> Duration? {
    let text = field.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      return .seconds(min(Int(text) ?? longest, longest))
    }
    guard let date = HTTPDate.date(text) else { return nil }
    let seconds = min(max(date.timeIntervalSince(now), 0), Double(longest))
    return .milliseconds(Int((seconds * 1000).rounded(.up)))
  }
}
