/// Parses the query of an encoded path.
package enum RequestQuery {
  /// Returns the decoded names.
  package static func names(in target: String) -> Set<String> {
    Set(items(in: target).map(\.name))
  }

  /// Returns the decoded names and values, each with its encoded text `name=value`.
  package static func items(in target: String) -> [(name: String, value: String, text: Substring)] {
    guard let mark = target.firstIndex(of: "?") else { return [] }
    return target[target.index(after: mark)...].split(separator: "&").map { text in
      let name = text.prefix { $0 != "=" }
      return (
        PercentEncoding.decodedQuery(name),
        PercentEncoding.decodedQuery(text.dropFirst(name.count + 1)),
        text
      )
    }
  }

  /// Returns the path without the query.
  package static func path(of target: String) -> Substring {
    target.prefix { $0 != "?" }
  }
}

extension String {
  /// Adds a name and a value to a path's query.
  package mutating func append(item name: String, _ value: String) {
    append(part: "\(PercentEncoding.value(name))=\(PercentEncoding.value(value))")
  }

  /// Adds an encoded part to a path's query.
  package mutating func append(part: String) {
    if contains("?") {
      if !hasSuffix("?"), !hasSuffix("&") { append("&") }
    } else {
      append("?")
    }
    append(part)
  }
}
