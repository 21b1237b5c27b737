import Foundation

/// A dump of metadata that can be imported into a library.
public struct LibrarySource: Sendable, Hashable {
  /// The format of a dump.
  @nonexhaustive public enum Format: String, Sendable, CaseIterable {
    /// `canonical_musicbrainz_data.csv` from MetaBrainz' derived dumps.
    case musicBrainz = "musicbrainz"
    /// The songs of the Apple Music Feed, one JSON object per line, as DuckDB and pyarrow convert
    /// its Parquet files.
    case appleMusicFeed = "apple-music-feed"
    /// The unpacked table `song` of the relational Enterprise Partner Feed. The feed has no music
    /// since March 2025.
    case partnerFeed = "epf"
    /// The music of one country in EPF Flat, unpacked: lines of tab-separated fields.
    case partnerFeedFlat = "epf-flat"
  }

  /// The format.
  public var format: Format
  /// The path of the file.
  public var path: String

  /// Makes a source from a format and a path.
  public init(_ format: Format, path: String) {
    self.format = format
    self.path = path
  }

  /// Detects the format from the first bytes of a file.
  ///
  /// - Throws: ``LibraryError``: `unreadable` if the file has none of these formats.
  public init(path: String) throws(LibraryError) {
    let reader = try RecordReader(path: path, from: 0, LineSplitter())
    let first = try reader.next() ?? []
    if let kind = Self.packing(of: first) {
      throw LibraryError(.unreadable, "\(path): this is \(kind) takes it in.")
    }
    let line = String(decoding: first, as: UTF8.self)
    let feed = PartnerFeedNames(line)
    if line.contains("recording_mbid"), line.contains("artist_credit_name") {
      self.init(.musicBrainz, path: path)
    } else if line.hasPrefix("{"), line.contains("\"nameDefault\"") {
      self.init(.appleMusicFeed, path: path)
    } else if let feed, feed.hasSongs {
      self.init(feed.isFlat ? .partnerFeedFlat : .partnerFeed, path: path)
    } else if feed != nil {
      throw LibraryError(.unreadable, "\(path): this table of the feed has no songs; “song” has.")
    } else {
      throw LibraryError(
        .unreadable,
        "\(path): the format of this dump is unknown. See the help for the known ones."
      )
    }
  }

  /// The packed format of a dump that must be unpacked first, with the necessary step, for an error
  /// message.
  private static func packing(of first: ArraySlice<UInt8>) -> String? {
    let packed: [[UInt8]] = [
      [0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58, 0x5A], Array("BZh".utf8),
      [0x50, 0x4B, 0x03, 0x04],
    ]
    if first.starts(with: "PAR1".utf8) { return "a Parquet file; written as JSON lines, a library" }
    let isArchive = first.dropFirst(257).starts(with: "ustar".utf8)
    guard isArchive || packed.contains(where: { first.starts(with: $0) }) else { return nil }
    return "an archive; unpacked, a library"
  }

  /// The number of the format in the rows. Both forms of the partner feed share one.
  var number: Int {
    switch format {
    case .musicBrainz: 1
    case .appleMusicFeed: 2
    case .partnerFeed, .partnerFeedFlat: 3
    }
  }
}
