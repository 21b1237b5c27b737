import PlayerKit

/// Lists all recordings of an artist that a service has, with details.
public protocol ArtistRecordingsSource: Sendable {
  /// Returns a reader that starts at the first page. Sends no request yet.
  func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader
}

/// Reads the recordings of one artist at one service, page by page. The most played come first if
/// the service knows them. A page costs one request, or a few.
public protocol ArtistRecordingsReader: Sendable {
  /// Returns the next page. `nil` after the last one, and if the service does not know the artist.
  ///
  /// After an error, the next call requests the same page again.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  mutating func nextPage() async throws -> ArtistRecordingsPage?
}

/// One page of an artist's recordings.
public struct ArtistRecordingsPage: Sendable {
  /// The recordings.
  public var recordings: [ArtistRecording]
  /// The known albums, including albums whose recordings come later or never.
  public var albums: [ArtistAlbum]
  /// The listeners' tags for the artist, each with its weight from 0 to 100.
  public var tags: [String: Int]

  /// Makes a page.
  public init(
    _ recordings: [ArtistRecording] = [],
    albums: [ArtistAlbum] = [],
    tags: [String: Int] = [:]
  ) {
    self.recordings = recordings
    self.albums = albums
    self.tags = tags
  }
}

/// A recording of an artist at one service.
public struct ArtistRecording: Sendable {
  /// The track to play.
  public var track: any Track
  /// The popularity, on the service's own scale. Higher is more popular. `nil` if the service does
  /// not state it.
  public var popularity: Double?
  /// The service's name for the kind of recording, such as `song` or `audiobook`. `nil` if unknown.
  public var kind: String?
  /// The listeners' tags for the recording, each with its weight from 0 to 100.
  public var tags: [String: Int]

  /// Makes a recording.
  public init(
    _ track: any Track,
    popularity: Double? = nil,
    kind: String? = nil,
    tags: [String: Int] = [:]
  ) {
    self.track = track
    self.popularity = popularity
    self.kind = kind
    self.tags = tags
  }
}

/// A service's description of an album.
public struct ArtistAlbum: Sendable, Hashable {
  /// The title.
  public var title: String
  /// The kinds of album in the service's terms, such as `Album`, `Live`, `Spokenword`.
  public var types: [String]
  /// The genres and styles in the service's terms.
  public var genres: [String]
  /// The listeners' tags for the album, each with its weight from 0 to 100.
  public var tags: [String: Int]

  /// Makes an album.
  public init(
    _ title: String,
    types: [String] = [],
    genres: [String] = [],
    tags: [String: Int] = [:]
  ) {
    self.title = title
    self.types = types
    self.genres = genres
    self.tags = tags
  }
}
