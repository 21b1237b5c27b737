/// The field names of a table of the Enterprise Partner Feed.
struct PartnerFeedNames: Sendable {
  /// Whether tabs separate fields and line feeds separate records.
  let isFlat: Bool
  let places: [String: Int]
  let count: Int

  /// Returns `nil` if the record does not name fields.
  ///
  /// - Parameter record: The first record, with or without its terminator.
  init?(_ record: String) {
    guard record.hasPrefix("#"), !record.hasPrefix("##") else { return nil }
    let separator: Character? = ["\u{1}", "\t"].first { record.contains($0) }
    guard let separator else { return nil }
    isFlat = separator == "\t"
    let names = record.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
      .map { name in
        name.filter { !["\u{2}", "\r", "\r\n", "\n"].contains($0) }.lowercased()
          .replacing(" ", with: "_")
      }
    count = names.count
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  var hasSongs: Bool {
    [PartnerFeedReading.ids, PartnerFeedReading.titles, PartnerFeedReading.artists]
      .allSatisfy { place(of: $0) != nil }
  }

  /// The position of the first of these names that exists.
  func place(of names: [String]) -> Int? { names.lazy.compactMap { places[$0] }.first }
}

/// Reads the songs of the Enterprise Partner Feed, in both of its forms.
struct PartnerFeedReading: DumpReading {
  static let ids = ["song_id", "track_id"]
  static let titles = ["name", "song_name", "track_name", "title"]
  static let artists = ["artist_display_name", "artist_name"]
  private static let albums = ["collection_display_name", "collection_name", "collection_title"]
  private static let lengths = ["track_length", "play_length"]

  let isFlat: Bool
  private(set) var declared: Int?
  private(set) var isIncremental = false
  private var names: PartnerFeedNames?

  init(isFlat: Bool) { self.isFlat = isFlat }

  var splitter: any RecordSplitter { isFlat ? LineSplitter() : PartnerFeedSplitter() }
  /// Each table of the relational form ends with its record count.
  var hasToDeclare: Bool { !isFlat }

  mutating func begin(_ record: ArraySlice<UInt8>) -> Bool {
    names = PartnerFeedNames(String(decoding: record, as: UTF8.self))
    return names != nil
  }

  mutating func read(_ record: ArraySlice<UInt8>) -> DumpRecord {
    switch row(record, Self.columns) {
    case .values(let values): Self.song(values).map { .song($0) } ?? .unreadable
    case .remark: .remark
    case .unreadable: .unreadable
    }
  }

  /// A record of any table.
  enum Row: Sendable {
    /// The value of each column.
    case values([String?])
    case remark
    case unreadable
  }

  /// - Parameter columns: The possible names of each column.
  mutating func row(_ record: ArraySlice<UInt8>, _ columns: [[String]]) -> Row {
    if record.first == 0x23 {
      remark(String(decoding: record.dropFirst(), as: UTF8.self))
      return .remark
    }
    guard let names else { return .unreadable }
    let end: UInt8 = isFlat ? 0x0D : 0x02
    let record = record.last == end ? record.dropLast() : record
    let fields = record.split(separator: isFlat ? 0x09 : 0x01, omittingEmptySubsequences: false)
    guard fields.count == names.count, String(validating: record, as: UTF8.self) != nil else {
      return .unreadable
    }
    return .values(
      columns.map { column in
        names.place(of: column).flatMap { fields[$0].isEmpty ? nil : fields[$0] }
          .map { String(decoding: $0, as: UTF8.self) }
      }
    )
  }

  private mutating func remark(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map { part in
      part.filter { $0 != "\u{2}" && !$0.isWhitespace }
    }
    guard parts.count == 2 else { return }
    if parts[0] == "recordsWritten" { declared = Int(parts[1]) ?? -1 }
    if parts[0] == "exportMode" { isIncremental = parts[1] == "INCREMENTAL" }
  }

  private static let columns = [
    ids, titles, artists, ["title_version"], albums, lengths, ["isrc"],
  ]

  private static func song(_ values: [String?]) -> DumpedSong? {
    guard let id = values[0].flatMap(Int64.init), let title = values[1], let artist = values[2]
    else { return nil }
    var song = DumpedSong(title: title, artist: artist)
    if let version = values[3], !title.contains(version) { song.title += " (\(version))" }
    song.album = values[4]
    song.milliseconds = values[5].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    song.isrc = values[6].flatMap(LibraryValues.isrc)
    song.apple = id
    return song
  }
}
