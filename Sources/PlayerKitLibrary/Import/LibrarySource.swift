import Foundation

/// A dump of metadata that a library takes in.
public struct LibrarySource: Sendable, Hashable {
  /// How a dump is written.
  @nonexhaustive public enum Format: String, Sendable, CaseIterable {
    /// `canonical_musicbrainz_data.csv`, of MetaBrainz' derived dumps.
    case musicBrainz = "musicbrainz"
    /// The songs of the Apple Music Feed, one object of JSON a line, as DuckDB and pyarrow write its Parquet files.
    case appleMusicFeed = "apple-music-feed"
  }

  /// How it is written.
  public var format: Format
  /// Where it is.
  public var path: String

  /// Names a dump.
  public init(_ format: Format, path: String) {
    self.format = format
    self.path = path
  }

  /// Tells the format by the first bytes of a file.
  ///
  /// - Throws: ``LibraryError``: `unreadable` where the file is none of these.
  public init(path: String) throws(LibraryError) {
    let reader = try RecordReader(path: path, from: 0, LineSplitter())
    let line = try reader.next().map { String(decoding: $0, as: UTF8.self) } ?? ""
    if line.contains("recording_mbid"), line.contains("artist_credit_name") {
      self.init(.musicBrainz, path: path)
    } else if line.hasPrefix("{"), line.contains("\"nameDefault\"") {
      self.init(.appleMusicFeed, path: path)
    } else {
      throw LibraryError(.unreadable, "\(path): this is no dump that is known.")
    }
  }

  /// What tells it from other dumps in the rows.
  var number: Int {
    switch format {
    case .musicBrainz: 1
    case .appleMusicFeed: 2
    }
  }
}

/// A song on its way into a library.
struct DumpedSong: Sendable, Equatable {
  var title: String
  var artist: String
  var album: String?
  var milliseconds: Int?
  var isrc: String?
  var recording: Data?
  var apple: Int64?
  /// Smaller is more popular.
  var popularity = 0
}

/// Reads the records of a dump.
protocol DumpReading: Sendable {
  var splitter: any RecordSplitter { get }
  /// Takes the first record, where that names the fields.
  ///
  /// - Returns: whether it was such a record.
  mutating func begin(_ record: ArraySlice<UInt8>) -> Bool
  /// `nil`: the record makes no sense.
  func song(_ record: ArraySlice<UInt8>) -> DumpedSong?
}

/// MusicBrainz' canonical data.
struct CanonicalReading: DumpReading {
  private var places: [String: Int] = [:]

  var splitter: any RecordSplitter { CSVSplitter() }

  mutating func begin(_ record: ArraySlice<UInt8>) -> Bool {
    let names = CSVRecord.fields(record)
    guard names.contains("recording_mbid") else { return false }
    for (place, name) in names.enumerated() { places[name] = place }
    return true
  }

  func song(_ record: ArraySlice<UInt8>) -> DumpedSong? {
    let fields = CSVRecord.fields(record)
    guard fields.count == places.count else { return nil }
    func field(_ name: String) -> String? {
      places[name].map { fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let title = field("recording_name"), let artist = field("artist_credit_name"),
      let recording = field("recording_mbid").flatMap(LibraryValues.bytes)
    else { return nil }
    var song = DumpedSong(title: title, artist: artist)
    song.album = field("release_name")
    song.recording = recording
    song.popularity = field("score").flatMap(Int.init) ?? 0
    return song
  }
}

/// The songs of the Apple Music Feed.
struct AppleFeedReading: DumpReading {
  private struct Song: Decodable {
    struct Artist: Decodable {
      var name: String
    }

    var id: String
    var nameDefault: String
    var isrc: String?
    var durationInMillis: Int?
    var primaryArtists: [Artist]?
  }

  var splitter: any RecordSplitter { LineSplitter() }

  func begin(_ record: ArraySlice<UInt8>) -> Bool { false }

  func song(_ record: ArraySlice<UInt8>) -> DumpedSong? {
    guard let read = try? JSONDecoder().decode(Song.self, from: Data(record)),
      let id = Int64(read.id), !read.nameDefault.isEmpty
    else { return nil }
    let artists = (read.primaryArtists ?? []).map(\.name).filter { !$0.isEmpty }
    guard !artists.isEmpty else { return nil }
    var song = DumpedSong(title: read.nameDefault, artist: artists.joined(separator: ", "))
    song.milliseconds = read.durationInMillis.flatMap { $0 > 0 ? $0 : nil }
    song.isrc = read.isrc.flatMap(LibraryValues.isrc)
    song.apple = id
    return song
  }
}

extension LibrarySource.Format {
  var reading: any DumpReading {
    switch self {
    case .musicBrainz: CanonicalReading()
    case .appleMusicFeed: AppleFeedReading()
    }
  }
}
