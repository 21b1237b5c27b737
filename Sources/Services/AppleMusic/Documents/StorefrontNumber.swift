import MusicCatalog

extension AppleMusic {
  /// The number by which the iTunes store knows a storefront: `143441` for `us`.
  public struct StorefrontNumber: Codable, Hashable, Sendable {
    /// The storefront, a country's code in lower case.
    public var code: String
    /// The number.
    public var number: Int

    /// Makes one.
    public init(code: String, number: Int) {
      self.code = code
      self.number = number
    }

    enum CodingKeys: String, CodingKey {
      case code
      case number = "storefrontId"
    }
  }
}
