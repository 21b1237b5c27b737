import Foundation
import MusicCatalog

extension AppleMusic {
  /// Reads the service's ISO 8601 times, `2026-11-22T07:00:00Z`, with or without fractions of a
  /// second; `nil` for anything else.
  public static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}

extension AppleMusic.Songs.Attributes {
  /// The day of release, or what is known of it.
  public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
  /// The length.
  public var duration: Duration? { durationInMillis.map { .milliseconds($0) } }
}

extension AppleMusic.Albums.Attributes {
  /// The day of release, or what is known of it.
  public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
}

extension AppleMusic.MusicVideos.Attributes {
  /// The day of release, or what is known of it.
  public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
  /// The length.
  public var duration: Duration? { durationInMillis.map { .milliseconds($0) } }
}

extension AppleMusic.LibrarySongs.Attributes {
  /// The day of release, or what is known of it.
  public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
  /// The length.
  public var duration: Duration? { durationInMillis.map { .milliseconds($0) } }
  /// When it came into the library.
  public var added: Date? { dateAdded.flatMap(AppleMusic.date) }
}

extension AppleMusic.Playlists.Attributes {
  /// When it changed last.
  public var lastModified: Date? { lastModifiedDate.flatMap(AppleMusic.date) }
}

extension AppleMusic.LibraryPlaylists.Attributes {
  /// When it changed last.
  public var lastModified: Date? { lastModifiedDate.flatMap(AppleMusic.date) }
}
