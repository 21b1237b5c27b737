import MusicCatalog

extension AppleMusic {
  /// A country's store. Its id is the country's code in lower case.
  public typealias Storefront = Resource<Storefronts>

  /// The kind `storefronts`.
  public struct Storefronts: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Storefronts())
    /// `storefronts`.
    public static let name = "storefronts"

    /// What describes a storefront. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The language of answers where none is asked for.
      public var defaultLanguageTag: String?
      /// What becomes of explicit content here.
      public var explicitContentPolicy: ExplicitContentPolicy?
      /// The store's number with iTunes; older answers only.
      public var storefrontId: Int?
      /// The languages that can be asked for.
      public var supportedLanguageTags: [String]?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
