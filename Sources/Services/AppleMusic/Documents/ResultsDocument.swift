import MusicCatalog

extension AppleMusic {
  /// An answer with groups of results: of a search, of charts, of hints.
  ///
  /// The groups read through: `answer.songs`.
  @dynamicMemberLookup
  public struct ResultsDocument<Results: Member>: Codable, Hashable, Sendable {
    /// The groups.
    public var results: Results
    /// What the service says about the answer.
    public var meta: JSONValue?

    /// Makes an answer.
    public init(results: Results, meta: JSONValue? = nil) {
      self.results = results
      self.meta = meta
    }

    /// The names of the groups, the most relevant first; empty where the service does not say.
    public var order: [String] { names("order") }

    /// The same before the editors changed it.
    public var rawOrder: [String] { names("rawOrder") }

    private func names(_ key: String) -> [String] {
      meta?["results"]?[key]?.array?.compactMap(\.string) ?? []
    }

    /// A group.
    public subscript<Value>(dynamicMember path: KeyPath<Results, Value>) -> Value {
      results[keyPath: path]
    }
  }

  /// The answer to a search, of a catalog or a library.
  public typealias SearchDocument = ResultsDocument<SearchResults>
  /// The answer to a request for charts.
  public typealias ChartsDocument = ResultsDocument<ChartResults>
  /// The answer to a request for hints: terms to search for.
  public typealias HintsDocument = ResultsDocument<SearchHints>
  /// The answer to a request for suggestions.
  public typealias SuggestionsDocument = ResultsDocument<SearchSuggestions>
}
