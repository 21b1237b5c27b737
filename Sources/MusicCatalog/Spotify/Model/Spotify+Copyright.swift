extension Spotify {
  /// Whose something is.
  public struct Copyright: Codable, Hashable, Sendable {
    /// As it is printed.
    public var text: String?
    /// `C`: the copyright; `P`: that of the recording.
    public var type: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
