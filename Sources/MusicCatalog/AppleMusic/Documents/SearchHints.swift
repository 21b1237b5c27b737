extension AppleMusic {
  /// Terms that others search for, beginning with what was typed.
  public struct SearchHints: Codable, Hashable, Sendable {
    /// The terms, the likeliest first.
    public var terms: [String]?

    /// Makes hints.
    public init(terms: [String]? = nil) { self.terms = terms }
  }

  /// Terms and things that what was typed may be the beginning of.
  public struct SearchSuggestions: Codable, Hashable, Sendable {
    /// The suggestions, the likeliest first.
    public var suggestions: TolerantList<SearchSuggestion>?

    /// Makes suggestions.
    public init(_ suggestions: [SearchSuggestion] = []) {
      self.suggestions = TolerantList(suggestions)
    }
  }

  /// A term to search for, or a thing of the catalog.
  public struct SearchSuggestion: Codable, Hashable, Sendable {
    /// Which of both: `terms` or `topResults`.
    public var kind: String?
    /// The term to search for.
    public var searchTerm: String?
    /// The term as it is to be shown.
    public var displayTerm: String?
    /// The thing.
    public var content: Item?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
