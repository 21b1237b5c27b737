extension Spotify {
  /// An answer that holds tracks.
  ///
  /// What was asked for and does not exist is `null` at its place, and stands in
  /// ``TolerantList/unreadable``.
  public struct TracksDocument: Codable, Hashable, Sendable {
    /// The tracks.
    public var tracks: TolerantList<Track>?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension Spotify {
  /// An answer that holds albums.
  ///
  /// What was asked for and does not exist is `null` at its place, and stands in
  /// ``TolerantList/unreadable``.
  public struct AlbumsDocument: Codable, Hashable, Sendable {
    /// The albums.
    public var albums: TolerantList<Album>?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension Spotify {
  /// An answer that holds artists.
  ///
  /// What was asked for and does not exist is `null` at its place, and stands in
  /// ``TolerantList/unreadable``.
  public struct ArtistsDocument: Codable, Hashable, Sendable {
    /// The artists.
    public var artists: TolerantList<Artist>?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension Spotify {
  /// An answer that holds devices.
  public struct DevicesDocument: Codable, Hashable, Sendable {
    /// The devices.
    public var devices: TolerantList<Device>?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
