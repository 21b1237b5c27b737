/// A parsed `Cache-Control` field (RFC 9111). Pure.
package struct CacheControl: Sendable {
  /// Whether the response must not be stored, or not be used without asking.
  package private(set) var forbidsKeeping = false
  /// The text of `max-age`, empty if it is malformed; `nil` if there is none.
  package private(set) var maximumAge: String?

  /// Parses `max-age=3600, public`.
  package init(_ field: String?) {
    for directive in (field ?? "").lowercased().split(separator: ",") {
      let parts = directive.split { "=\" \t".contains($0) }
      switch parts.first {
      case "no-store", "no-cache": forbidsKeeping = true
      case "max-age": maximumAge = parts.count == 2 ? String(parts[1]) : ""
      default: break
      }
    }
  }
}
