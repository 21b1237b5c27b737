import PlayerKitHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a server says of keeping its answer (RFC 9111). `immutable` adds nothing: it holds within the
/// stated time alone (RFC 8246), and then nobody asks anyway.
struct Freshness: Sendable, Equatable {
  /// Whether it must not be kept, or not be played from a disk without asking.
  var isForbidden = false
  /// For how many seconds the server need not be asked again; `nil`: it does not say.
  var lifetime: Int64?

  /// - Parameters:
  ///   - field: the value of a header field, its name in any case.
  ///   - now: for a server that does not tell the time.
  init(now: Date = Date(), field: (String) -> String?) {
    if let control = field("Cache-Control") {
      parse(control)
    } else if field("Pragma")?.lowercased().contains("no-cache") == true {
      lifetime = 0
    }
    if lifetime == nil, let expires = field("Expires") {
      let start = field("Date").flatMap(HTTPDate.date) ?? now
      // What is no date, such as 0, lies in the past.
      let seconds = HTTPDate.date(expires)?.timeIntervalSince(start) ?? 0
      lifetime = Int64(max(0, seconds))
    }
    if let age = field("Age").map(Self.seconds), let lifetime {
      self.lifetime = max(0, lifetime - age)
    }
  }

  /// `max-age=3600, public`
  private mutating func parse(_ control: String) {
    for directive in control.lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1).map {
        $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
      }
      switch parts.first {
      case "no-store", "no-cache": isForbidden = true
      case "max-age": lifetime = parts.count == 2 ? Self.seconds(parts[1]) : 0
      default: break
      }
    }
  }

  /// As RFC 9111 wants it: more than can be counted is 68 years, and what is no number is nothing.
  private static func seconds(_ text: String) -> Int64 {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber ? min(Int64(text) ?? .max, 1 << 31) : 0
  }
}
