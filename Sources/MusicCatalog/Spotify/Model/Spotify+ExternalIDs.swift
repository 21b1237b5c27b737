extension Spotify {
  /// Codes that stand for the same thing at other services.
  public struct ExternalIDs: Codable, Hashable, Sendable {
    /// Of a recording.
    public var isrc: String?
    /// Of a release.
    public var upc: String?
    /// Of a release, in the European form.
    public var ean: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
