import PlayerKitHTTP
import PlayerKitSystem

/// A server's caching rules for a response (RFC 9111). `immutable` is ignored: it only applies
/// within the stated time (RFC 8246), when the server is not asked anyway.
struct Freshness: Sendable, Equatable {
  /// Whether the response must not be stored, or not be used without asking.
  var isForbidden = false
  /// For how many seconds the server need not be asked again; `nil` if not stated.
  var lifetime: Int64?

  /// - Parameters:
  ///   - field: returns the value of a header field, with its name in any case.
  ///   - now: the time for a server that does not state one.
  init(now: Date = Date(), field: (String) -> String?) {
    if let control = field("Cache-Control") {
      let control = CacheControl(control)
      isForbidden = control.forbidsKeeping
      lifetime = control.maximumAge.map(Self.seconds)
    } else if field("Pragma")?.lowercased().contains("no-cache") == true {
      lifetime = 0
    }
    if lifetime == nil, let expires = field("Expires") {
      let start = field("Date").flatMap(HTTPDate.date) ?? now
      // An invalid date, such as 0, is in the past.
      let seconds = HTTPDate.date(expires)?.timeIntervalSince(start) ?? 0
      lifetime = Int64(max(0, seconds))
    }
    if let age = field("Age").map(Self.seconds), let lifetime {
      self.lifetime = max(0, lifetime - age)
    }
  }

  /// Parses seconds as in RFC 9111: too large a number means 68 years, and an invalid one 0.
  private static func seconds(_ text: String) -> Int64 {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber ? min(Int64(text) ?? .max, 1 << 31) : 0
  }
}
