import HTTPTypes

/// Selects the parts of a request or reply that may be shown. Used wherever one is logged or
/// described.
///
/// Uses allowlists, so anything unknown stays hidden.
public enum Redaction {
  /// The placeholder for hidden text.
  public static let mark = "…"

  /// The header fields whose values may be shown.
  static let harmlessFields: Set<HTTPField.Name> = [
    .accept, .acceptEncoding, .acceptLanguage, .age, .cacheControl, .contentEncoding,
    .contentLength, .contentType, .date, .expires, .retryAfter, .server, .userAgent, .vary,
  ]

  private static let longestAddress = 300

  /// Returns an address without its user, the values of its query and path parameters, and its
  /// fragment.
  ///
  /// - Parameter address: The address, which need not be valid.
  /// - Parameter showsNames: Whether to show the names of query parameters, as a single line of
  ///   limited length. Otherwise the whole query is replaced, and the rest stays unchanged.
  public static func address(_ address: String, showsNames: Bool = true) -> String {
    var rest = address[...]
    var text = ""
    if let scheme = rest.firstRange(of: "://"),
      rest[..<scheme.lowerBound].allSatisfy({ !"/?#".contains($0) })
    {
      text += rest[..<scheme.upperBound]
      rest = rest[scheme.upperBound...]
      let authority = rest.prefix { !"/?#".contains($0) }
      text += authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      rest = rest[authority.endIndex...]
    }
    rest = rest.prefix { $0 != "#" }
    let path = rest.prefix { $0 != "?" }
    text += path.split(separator: "/", omittingEmptySubsequences: false).map(segment)
      .joined(separator: "/")
    if path.endIndex < rest.endIndex {
      text += "?" + (showsNames ? query(rest[path.endIndex...].dropFirst()) : mark)
    }
    return showsNames ? printable(text) : text
  }

  /// Returns the redacted address of a request, as in ``address(_:showsNames:)``.
  public static func address(of request: HTTPRequest) -> String {
    address("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")")
  }

  /// Returns header fields with only the values of the harmless ones.
  public static func fields(_ fields: HTTPFields) -> String {
    let shown = fields.map { field in
      "\(field.name.rawName): \(harmlessFields.contains(field.name) ? field.value : mark)"
    }
    return "[" + printable(shown.joined(separator: ", ")) + "]"
  }

  private static func segment(_ segment: Substring) -> String {
    guard let semicolon = segment.firstIndex(of: ";") else { return String(segment) }
    return segment[..<semicolon] + ";" + mark
  }

  private static func query(_ query: Substring) -> String {
    query.split(separator: "&").map { pair in
      // Without a name, the whole text may be the secret.
      pair.firstIndex(of: "=").map { pair[..<$0] + "=" + mark } ?? mark
    }
    .joined(separator: "&")
  }

  /// Returns a single line of limited length.
  private static func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(longestAddress) {
      let isControl = scalar.properties.generalCategory == .control
      shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text.unicodeScalars.count > longestAddress ? shown + mark : shown
  }
}
