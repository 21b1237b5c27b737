import MusicCatalog

/// The names and values of a redirect's query.
struct CallbackQuery {
  private let fields: [(name: String, value: String)]

  init(_ query: String) {
    fields = query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        PercentEncoding.decodedQuery(parts[0]),
        parts.count > 1 ? PercentEncoding.decodedQuery(parts[1]) : ""
      )
    }
  }

  /// The value of a name that is there once: of two, nobody knows which one counts.
  func single(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }
}
