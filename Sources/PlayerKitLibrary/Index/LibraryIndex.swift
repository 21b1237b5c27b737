#if SQLite
  import Foundation
  import GRDB
  import MusicCatalog

  /// A catalog in a file: searched as people type, and by ids. Reads alone; ``LibraryImporter`` writes.
  ///
  /// May be used on any thread. A library that an import replaces meanwhile goes on as it was; open it anew to see
  /// the new one.
  public final class LibraryIndex: Sendable {
    /// How many songs a search finds at most.
    public static let mostFound = 1_000
    /// How many likely words stand for a mistyped one.
    private static let mostCorrections = 4
    /// How many words stand for a long beginning.
    private static let mostEnds = 50

    private let path: String
    private let connections: DatabasePool

    /// Opens a library.
    ///
    /// - Throws: ``LibraryError``.
    public init(path: String) throws(LibraryError) {
      self.path = path
      connections = try LibraryError.mapping(path) {
        guard FileManager.default.isReadableFile(atPath: path) else {
          throw LibraryError(.unreadable, "\(path): there is no such file.")
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "PlayerKit.library"
        configuration.maximumReaderCount = 4
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.read { try LibrarySchema.check($0, path: path) }
        return pool
      }
    }

    /// How many songs it has.
    public func count() throws(LibraryError) -> Int {
      try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM song") ?? 0 }
    }

    /// Finds songs by words of title, artist and album: in any order, without marks, the last word as the beginning
    /// of one, popular ones first. Where that finds little, words of five letters and more may have one mistake.
    public func songs(
      matching text: String,
      limit: Int = 25,
      offset: Int = 0
    ) throws(LibraryError) -> [LibrarySong] {
      let query = LibraryQuery(text)
      let limit = min(max(limit, 0), Self.mostFound)
      guard !query.words.isEmpty, limit > 0 else { return [] }
      return try read { database in
        let ends = try Self.words(from: query.words.last ?? "", database)
        let found = try Self.songs(database, query.match(ends: ends), limit, offset)
        guard found.isEmpty else { return found }
        let choices = try Self.corrections(of: query, database)
        guard !choices.isEmpty else { return [] }
        return try Self.songs(database, query.match(ends: ends, choices), limit, offset)
      }
    }

    /// The songs of a code, popular ones first.
    public func songs(isrc: String) throws(LibraryError) -> [LibrarySong] {
      guard let isrc = LibraryValues.isrc(isrc) else { return [] }
      return try songs(where: "isrc = ?", isrc)
    }

    /// The songs of a recording of MusicBrainz.
    public func songs(musicBrainzID: String) throws(LibraryError) -> [LibrarySong] {
      guard let id = LibraryValues.bytes(ofID: musicBrainzID) else { return [] }
      return try songs(where: "recording = ?", id)
    }

    /// The song of an id of Apple Music.
    public func song(appleMusicID: String) throws(LibraryError) -> LibrarySong? {
      guard let id = Int64(appleMusicID) else { return nil }
      return try songs(where: "apple = ?", id).first
    }

    // MARK: - Parts

    private static let columns = """
      SELECT song.title, artist.name, album.title, duration, isrc, recording, apple FROM song
      JOIN artist ON artist.id = song.artist LEFT JOIN album ON album.id = song.album
      """

    private func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
      try LibraryError.mapping(path) { try connections.read(body) }
    }

    private func songs(
      where condition: String,
      _ value: some DatabaseValueConvertible
    ) throws(LibraryError) -> [LibrarySong] {
      try read { database in
        try Row.fetchAll(
          database,
          sql: "\(Self.columns) WHERE \(condition) ORDER BY rank LIMIT 100",
          arguments: [value]
        )
        .map(LibrarySong.init)
      }
    }

    private static func songs(
      _ database: Database,
      _ match: String,
      _ limit: Int,
      _ offset: Int
    ) throws -> [LibrarySong] {
      // The hits come by their numbers, which are the ranks: no more are looked at than are wanted.
      let ranks = try Int64.fetchAll(
        database,
        sql: "SELECT rowid FROM songText WHERE songText MATCH ? ORDER BY rowid LIMIT ? OFFSET ?",
        arguments: [match, limit, max(offset, 0)]
      )
      let statement = try database.cachedStatement(sql: "\(columns) WHERE rank = ?")
      return try ranks.compactMap {
        try Row.fetchOne(statement, arguments: [$0]).map(LibrarySong.init)
      }
    }

    /// The words that begin so, where the index does not have the beginning: of a beginning, all songs would be
    /// gathered first. `nil`: the index has it, or there are too many.
    private static func words(from start: String, _ database: Database) throws -> [String]? {
      guard start.count > LibrarySchema.longestBeginning else { return nil }
      let words = try database.cachedStatement(
        sql: "SELECT term FROM word WHERE term > ? AND term < ? LIMIT \(mostEnds + 1)"
      )
      let found = try String.fetchAll(words, arguments: [start, start + "\u{10FFFF}"])
      return found.count > mostEnds ? nil : found
    }

    /// What words may have been meant that no song has.
    private static func corrections(
      of query: LibraryQuery,
      _ database: Database
    ) throws -> [Int: [String]] {
      let known = try database.cachedStatement(sql: "SELECT songs FROM word WHERE term = ?")
      var choices: [Int: [String]] = [:]
      let unknown = try query.words.indices.filter {
        try Int.fetchOne(known, arguments: [query.words[$0]]) == nil
      }
      // Where each word is one that songs have, any may be the mistaken one.
      for place in unknown.isEmpty ? Array(query.words.indices) : unknown {
        let word = query.words[place]
        var found: [(word: String, songs: Int)] = []
        for neighbor in LibraryQuery.neighbors(of: word) {
          if let songs = try Int.fetchOne(known, arguments: [neighbor]) {
            found.append((neighbor, songs))
          }
        }
        let likely = found.sorted { ($1.songs, $0.word) < ($0.songs, $1.word) }
          .prefix(mostCorrections).map(\.word)
        if !likely.isEmpty { choices[place] = likely }
      }
      return choices
    }
  }

  extension LibrarySong {
    fileprivate init(_ row: Row) {
      self.init(title: row[0], artist: row[1])
      album = row[2]
      duration = (row[3] as Int?).map { .milliseconds($0) }
      isrc = row[4]
      musicBrainzID = (row[5] as Data?).flatMap(LibraryValues.id)
      appleMusicID = (row[6] as Int64?).map(String.init)
    }
  }
#endif
