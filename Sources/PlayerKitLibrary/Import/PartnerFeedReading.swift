/// The names of the fields of a table of the Enterprise Partner Feed.
struct PartnerFeedNames: Sendable {
  /// Whether fields end with tabs, and records with lines.
  let isFlat: Bool
  let places: [String: Int]
  let count: Int

  /// - Parameter record: the first one, with or without its end; `nil`: it does not name fields.
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

  /// The place of the first of these that is there.
  func place(of names: [String]) -> Int? { names.lazy.compactMap { places[$0] }.first }
}

/// The songs of the Enterprise Partner Feed, in both of its forms.
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
  /// Each table of the relational form ends with its count.
  var hasToDeclare: Bool { !isFlat }

  mutating func begin(_ record: ArraySlice<UInt8>) -> Bool {
    names = PartnerFeedNames(String(decoding: record, as: UTF8.self))
    return names != nil
  }

  mutating func read(_ record: ArraySlice<UInt8>) -> DumpRecord {
    if record.first == 0x23 {
      remark(String(decoding: record.dropFirst(), as: UTF8.self))
      return .remark
    }
    return song(record).map { .song($0) } ?? .unreadable
  }

  private mutating func remark(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map { part in
      part.filter { $0 != "\u{2}" && !$0.isWhitespace }
    }
    guard parts.count == 2 else { return }
    if parts[0] == "recordsWritten" { declared = Int(parts[1]) ?? -1 }
    if parts[0] == "exportMode" { isIncremental = parts[1] == "INCREMENTAL" }
  }

  private func song(_ record: ArraySlice<UInt8>) -> DumpedSong? {
    guard let names else { return nil }
    let ends: [UInt8] = isFlat ? [0x0D] : [0x02]
    let record = record.last.map(ends.contains) == true ? record.dropLast() : record
    let fields = record.split(separator: isFlat ? 0x09 : 0x01, omittingEmptySubsequences: false)
    guard fields.count == names.count, String(validating: record, as: UTF8.self) != nil else {
      return nil
    }
    func field(_ some: [String]) -> String? {
      names.place(of: some).flatMap { fields[$0].isEmpty ? nil : fields[$0] }
        .map { String(decoding: $0, as: UTF8.self) }
    }
    guard let id = field(Self.ids).flatMap(Int64.init), let title = field(Self.titles),
      let artist = field(Self.artists)
    else { return nil }
    var song = DumpedSong(title: title, artist: artist)
    if let version = field(["title_version"]), !title.contains(version) {
      song.title += " (\(version))"
    }
    song.album = field(Self.albums)
    song.milliseconds = field(Self.lengths).flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    song.isrc = field(["isrc"]).flatMap(LibraryValues.isrc)
    song.apple = id
    return song
  }
}
