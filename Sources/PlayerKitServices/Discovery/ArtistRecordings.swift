import PlayerKit

/// Lists all recordings of an artist that a service has, with what it says of them.
public protocol ArtistRecordingsSource: Sendable {
  /// What reads them, from the first page on. Sends nothing yet.
  func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader
}

/// Reads the recordings of one artist at one service, page by page. What is heard most comes first, where the
/// service knows. A page costs one request, or a few.
public protocol ArtistRecordingsReader: Sendable {
  /// The next page; `nil` after the last one, and where the service does not know the artist.
  ///
  /// After an error the next call asks for the same page again.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  mutating func nextPage() async throws -> ArtistRecordingsPage?
}

/// What a service says of an artist's recordings in one answer.
public struct ArtistRecordingsPage: Sendable {
  /// The recordings.
  public var recordings: [ArtistRecording]
  /// What is known of albums, also of those whose recordings come later or never.
  public var albums: [ArtistAlbum]
  /// How listeners label the artist: names, and how much each is used, 0 to 100.
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

/// A recording of an artist, as one service has it.
public struct ArtistRecording: Sendable {
  /// What is played.
  public var track: any Track
  /// How much it is heard, by the service's own measure: more is more. `nil`: the service does not say.
  public var popularity: Double?
  /// What the service calls the recording, such as `song` or `audiobook`; `nil`: it does not say.
  public var kind: String?
  /// How listeners label the recording: names, and how much each is used, 0 to 100.
  public var tags: [String: Int]

  /// Describes a recording.
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

/// What a service says of an album.
public struct ArtistAlbum: Sendable, Hashable {
  /// The title.
  public var title: String
  /// What kind of album it is, in the service's words, such as `Album`, `Live`, `Spokenword`.
  public var types: [String]
  /// The genres and styles, in the service's words.
  public var genres: [String]
  /// How listeners label the album: names, and how much each is used, 0 to 100.
  public var tags: [String: Int]

  /// Describes an album.
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
