extension Spotify {
  /// A picture.
  public struct Image: Codable, Hashable, Sendable {
    /// Where it is.
    public var url: String?
    /// In pixels; often unknown.
    public var height: Int?
    /// In pixels; often unknown.
    public var width: Int?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
