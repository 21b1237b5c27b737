import HTTPTypes
import PlayerKitSystem

extension HTTPTransportResponse {
  private static let longestRetryAfter = 10 * 365 * 24 * 3600

  /// Returns how long the service asks to wait before the next request, from its `Retry-After`.
  /// `nil` if the field is missing or unreadable.
  ///
  /// Reads both forms: seconds (capped at ten years) and an HTTP date, which is compared with
  /// `now`. A date in the past gives zero.
  public func retryAfter(now: Date) -> Duration? {
    guard let text = fields[.retryAfter] else { return nil }
    let words = text.split { " \t".contains($0) }
    if words.count == 1, words[0].utf8.allSatisfy({ (48...57).contains($0) }) {
      return .seconds(min(Int(words[0]) ?? Self.longestRetryAfter, Self.longestRetryAfter))
    }
    guard let date = HTTPDate.date(text) else { return nil }
    let seconds = min(max(date.timeIntervalSince(now), 0), Double(Self.longestRetryAfter))
    return .milliseconds(Int((seconds * 1000).rounded(.up)))
  }
}
