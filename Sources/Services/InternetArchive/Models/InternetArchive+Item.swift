import Foundation
import PlayerKitServices
import PlayerKit

extension InternetArchive {
  /// What the search tells of an item.
  public struct Summary: Codable, Hashable, Identifiable, Sendable {
    /// The item's identifier.
    public var id: String
    /// Its title.
    public var title: Texts?
    /// Who made it.
    public var creator: Texts?
    /// When: `1977-05-08T00:00:00Z` or less.
    public var date: Texts?
    /// Its collections.
    public var collection: Texts?
    /// How often it was fetched.
    public var downloads: Int?

    private enum CodingKeys: String, CodingKey {
      case id = "identifier"
      case title, creator, date, collection, downloads
    }
  }

  /// An item: a concert, an album, a collection.
  public struct Item: Codable, Hashable, Sendable {
    /// What is known of the whole.
    public var metadata: Metadata?
    /// All of its files, also those that are no audio.
    public var files: LossyArray<File>?
    /// Whether it was taken away.
    public var isDark: Bool?

    private enum CodingKeys: String, CodingKey {
      case isDark = "is_dark"
      case metadata, files
    }
  }

  /// What is known of an item.
  public struct Metadata: Codable, Hashable, Sendable {
    /// The item's identifier.
    public var identifier: Texts?
    /// Its title.
    public var title: Texts?
    /// Who made it.
    public var creator: Texts?
    /// When it was made or played.
    public var date: Texts?
    /// The year.
    public var year: Texts?
    /// `audio`, `etree` (a concert), `collection` …
    public var mediaType: Texts?
    /// Its collections.
    public var collection: Texts?
    /// Where it was played.
    public var venue: Texts?
    /// The address of its license.
    public var license: Texts?
    /// What may be done with it, in words.
    public var rights: Texts?

    private enum CodingKeys: String, CodingKey {
      case mediaType = "mediatype"
      case license = "licenseurl"
      case identifier, title, creator, date, year, collection, venue, rights
    }
  }

  /// A file of an item.
  public struct File: Codable, Hashable, Sendable {
    /// The name, with folders; ``InternetArchiveTrack`` is known by it.
    public var name: String
    /// `original`, `derivative` or `metadata`.
    public var source: Texts?
    /// Of a derivative, the name of what it was made of.
    public var original: Texts?
    /// Such as `Flac`, `VBR MP3` or `Ogg Vorbis`.
    public var format: Texts?
    /// Seconds, as `213.40`, or `MM:SS`. ``duration`` reads it.
    public var length: Texts?
    /// The track's number, as `3`, `03` or `3/12`.
    public var track: Texts?
    /// Its title.
    public var title: Texts?
    /// Its artist.
    public var artist: Texts?
    /// Who made it.
    public var creator: Texts?
    /// The album that it is on.
    public var album: Texts?
    /// In bytes.
    public var size: Int?
    /// Whether only some may have it.
    public var isPrivate: Bool?

    private enum CodingKeys: String, CodingKey {
      case isPrivate = "private"
      case name, source, original, format, length, track, title, artist, creator, album, size
    }
  }
}

extension InternetArchive.Item {
  /// Its identifier.
  public var id: String? { metadata?.identifier?.first }

  /// Whether it stands for other items.
  public var isCollection: Bool { metadata?.mediaType?.first == "collection" }
}

extension InternetArchive.File {
  /// How long it is; `nil` where that is unknown, or can't be.
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

  /// The number on its disc; `nil` where there is none.
  public var trackNumber: Int? {
    let text = track?.first?.prefix { $0 != "/" }.trimmingCharacters(in: .whitespaces)
    return text.flatMap { $0.isASCIIDigits ? Int($0) : nil }
      .flatMap { (1...9_999).contains($0) ? $0 : nil }
  }
}
