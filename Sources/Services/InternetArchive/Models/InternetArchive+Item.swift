import Foundation
import PlayerKit
import PlayerKitServices

extension InternetArchive {
  /// A search result.
  public struct Summary: Codable, Hashable, Identifiable, Sendable {
    /// The item's identifier.
    public var id: String
    /// The title.
    public var title: Texts?
    /// The creator.
    public var creator: Texts?
    /// The date, `1977-05-08T00:00:00Z` or less precise.
    public var date: Texts?
    /// The collections.
    public var collection: Texts?
    /// The number of downloads.
    public var downloads: Int?

    private enum CodingKeys: String, CodingKey {
      case id = "identifier"
      case title, creator, date, collection, downloads
    }
  }

  /// An item: a concert, an album, a collection.
  public struct Item: Codable, Hashable, Sendable {
    /// The metadata of the item.
    public var metadata: Metadata?
    /// All files, including those that are not audio.
    public var files: LossyArray<File>?
    /// Whether the item was removed.
    public var isDark: Bool?

    private enum CodingKeys: String, CodingKey {
      case isDark = "is_dark"
      case metadata, files
    }
  }

  /// The metadata of an item.
  public struct Metadata: Codable, Hashable, Sendable {
    /// The item's identifier.
    public var identifier: Texts?
    /// The title.
    public var title: Texts?
    /// The creator.
    public var creator: Texts?
    /// The date of the recording or performance.
    public var date: Texts?
    /// The year.
    public var year: Texts?
    /// `audio`, `etree` (a concert), `collection` …
    public var mediaType: Texts?
    /// The collections.
    public var collection: Texts?
    /// The venue.
    public var venue: Texts?
    /// The URL of the license.
    public var license: Texts?
    /// A description of the rights.
    public var rights: Texts?

    private enum CodingKeys: String, CodingKey {
      case mediaType = "mediatype"
      case license = "licenseurl"
      case identifier, title, creator, date, year, collection, venue, rights
    }
  }

  /// A file of an item.
  public struct File: Codable, Hashable, Sendable {
    /// The name, with folders. It is part of the id of an ``InternetArchiveTrack``.
    public var name: String
    /// `original`, `derivative` or `metadata`.
    public var source: Texts?
    /// The name of the file from which a derivative was made.
    public var original: Texts?
    /// The format, such as `Flac`, `VBR MP3` or `Ogg Vorbis`.
    public var format: Texts?
    /// The duration in seconds, `213.40`, or as `MM:SS`. ``duration`` parses it.
    public var length: Texts?
    /// The track number, as `3`, `03` or `3/12`.
    public var track: Texts?
    /// The title.
    public var title: Texts?
    /// The artist.
    public var artist: Texts?
    /// The creator.
    public var creator: Texts?
    /// The album.
    public var album: Texts?
    /// The size in bytes.
    public var size: Int?
    /// Whether access is restricted.
    public var isPrivate: Bool?

    private enum CodingKeys: String, CodingKey {
      case isPrivate = "private"
      case name, source, original, format, length, track, title, artist, creator, album, size
    }
  }
}

extension InternetArchive.Item {
  /// The identifier.
  public var id: String? { metadata?.identifier?.first }

  /// Whether the item is a collection of other items.
  public var isCollection: Bool { metadata?.mediaType?.first == "collection" }
}

extension InternetArchive.File {
  /// The duration. `nil` if it is unknown or implausible.
  public var duration: Duration? {
    guard let parts = length?.first?.split(separator: ":", omittingEmptySubsequences: false),
      (1...3).contains(parts.count)
    else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), number >= 0, number < 1e7 else { return nil }
      seconds = seconds * 60 + number
    }
    guard seconds < 1e9 else { return nil }
    return Duration.milliseconds(Int64((seconds * 1_000).rounded())).ifPlausible
  }

  /// The track number on its disc. `nil` if there is none.
  public var trackNumber: Int? {
    let text = track?.first?.prefix { $0 != "/" }.trimmingCharacters(in: .whitespaces)
    return text.flatMap { $0.isASCIIDigits ? Int($0) : nil }
      .flatMap { (1...9_999).contains($0) ? $0 : nil }
  }
}
