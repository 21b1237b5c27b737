#if SQLite
  import Foundation
  import GRDB
  import PlayerKitServices

  /// One of the two files of a library, with words and their songs. The files for dumps and for
  /// folders have the same tables of words.
  struct SearchedFile: Sendable {
    /// The origin of the songs.
    enum Content: Sendable { case dumps, folders }

    private let connections: ReadConnections
    private let path: String
    let content: Content

    /// Returns `nil` if there is no such file.
    init?(_ content: Content, path: String) throws(LibraryError) {
      guard FileManager.default.isReadableFile(atPath: path) else { return nil }
      self.path = path
      self.content = content
      connections = try LibraryError.mapping(path) {
        try ReadConnections(path: path) { database in
          switch content {
          case .dumps: try LibrarySchema.check(database, path: path)
          case .folders: try FolderSchema.check(database, path: path)
          }
        }
      }
    }

    /// Returns the number of songs.
    func count() throws(LibraryError) -> Int {
      try read { database in
        let table = content == .dumps ? "song" : "file WHERE title IS NOT NULL"
        return try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
      }
    }

    // MARK: - Search

    /// The stages of a search, strictest first.
    enum Stage: Sendable {
      /// Titles that equal the typed text.
      case title
      /// Songs that have all words. The last one may be the beginning of a word.
      case words
      /// Each word may be the beginning of a word, and words such as `by` may be missing.
      case beginnings
      /// Words that no song has may be corrected or left out.
      case corrected
      /// Some words may be missing, because no song has all of them together.
      case reduced
    }

    /// The results of a stage.
    struct Hits: Sendable {
      /// The numbers of the songs, in their order.
      var numbers: [Int64] = []
      /// The FTS5 query, if there may be more results.
      var match: String?
      /// What the file has for the words, for the next stage.
      var readings = LibraryMatch.Readings()
      /// The FTS5 queries that were made.
      var queries: [String] = []
    }

    /// Returns the first songs of a stage, at most ``maximumHits`` per query.
    func hits(
      _ query: SearchQuery,
      _ stage: Stage,
      _ readings: LibraryMatch.Readings
    ) throws(LibraryError) -> Hits {
      try read { database in
        var search = LibraryMatch(query, database, readings)
        var hits = Hits()
        func find(_ match: String?, _ limit: Int = Self.maximumHits) throws {
          guard let match else { return }
          hits.queries.append(match)
          let numbers = try Self.numbers(database, match, limit)
          hits.numbers += numbers.filter { !hits.numbers.contains($0) }
          hits.match = numbers.count == Self.maximumHits ? match : nil
        }
        switch stage {
        case .title:
          if !query.key.isEmpty { try find(LibraryMatch.quoted(SearchWords.whole(query.key))) }
        case .words:
          try find(search.words(lastBegins: true))
          // Songs with the whole last word may come later.
          if let match = hits.match {
            try find(search.words())
            hits.match = match
          }
        case .beginnings:
          let match = try search.beginnings()
          // If no longer words begin with the typed ones, this is the previous stage again.
          if match != (try search.words(lastBegins: true)) { try find(match) }
        case .corrected:
          try find(search.corrected())
          if hits.numbers.isEmpty { try find(search.guessed()) }
        case .reduced:
          for (place, matches) in try search.reduced().enumerated() {
            // All words but one are enough, even for a single song.
            guard hits.numbers.count < (place == 1 ? 1 : LibraryIndex.few) else { break }
            for match in matches { try find(match, Self.maximumHits / 4) }
          }
        }
        hits.readings = search.readings
        return hits
      }
    }

    /// The number of songs per stage that are sorted by how well they match.
    static let maximumHits = 60

    private static func numbers(
      _ database: Database,
      _ match: String,
      _ limit: Int,
      offset: Int = 0,
      without: [Int64] = []
    ) throws -> [Int64] {
      let others = without.map(String.init).joined(separator: ",")
      return try Int64.fetchAll(
        database,
        sql: """
          SELECT rowid FROM songText WHERE songText MATCH ? AND rowid NOT IN (\(others))
          ORDER BY rowid LIMIT ? OFFSET ?
          """,
        arguments: [match, limit, offset]
      )
    }

    func countSongs(matching match: String) throws(LibraryError) -> Int {
      try read { database in
        try Int.fetchOne(
          database,
          sql: "SELECT COUNT(*) FROM songText WHERE songText MATCH ?",
          arguments: [match]
        ) ?? 0
      }
    }

    /// The FTS5 query that requires all words, whole.
    func match(_ query: SearchQuery) throws(LibraryError) -> String? {
      try read { database in
        var search = LibraryMatch(query, database)
        return try search.words()
      }
    }

    /// Returns the songs with these numbers, in the given order.
    func songs(_ numbers: [Int64]) throws(LibraryError) -> [(number: Int64, song: LibrarySong)] {
      try read { try songs(numbers, $0) }
    }

    /// Returns songs in the order of their numbers, which are the ranks. No more rows are read than
    /// requested.
    ///
    /// - Parameter without: The numbers of songs to leave out.
    func songs(matching match: String, limit: Int, offset: Int, without: [Int64] = [])
      throws(LibraryError) -> [LibrarySong]
    {
      try read { database in
        try songs(
          Self.numbers(database, match, limit, offset: offset, without: without),
          database
        )
        .map(\.song)
      }
    }

    private func songs(_ numbers: [Int64], _ database: Database) throws
      -> [(number: Int64, song: LibrarySong)]
    {
      let statement = try database.cachedStatement(sql: "\(columns) WHERE \(number) = ?")
      return try numbers.compactMap { number in
        try Row.fetchOne(statement, arguments: [number]).map { (number, LibrarySong($0)) }
      }
    }

    // MARK: - Lookup by id

    enum ID: Sendable {
      case isrc(String)
      case recording(Data)
      case apple(Int64)
      /// See ``LibraryFileKey``.
      case file(Int64)
    }

    func songs(of id: ID) throws(LibraryError) -> [LibrarySong] {
      let (column, value): (String, DatabaseValue) =
        switch id {
        case .isrc(let code): ("isrc", code.databaseValue)
        case .recording(let id): ("recording", id.databaseValue)
        case .apple(let id): ("apple", id.databaseValue)
        case .file(let key): ("key", key.databaseValue)
        }
      switch (id, content) {
      case (.apple, .folders), (.file, .dumps): return []
      default: break
      }
      return try read { database in
        try Row.fetchAll(
          database,
          sql: "\(columns) WHERE \(column) = ? ORDER BY \(number) LIMIT 100",
          arguments: [value]
        )
        .map(LibrarySong.init)
      }
    }

    /// Returns recordings of folders with a MusicBrainz id, each with the artist of a file.
    func credits(limit: Int) throws(LibraryError) -> [(recording: Data, artist: String)] {
      guard content == .folders else { return [] }
      return try read { database in
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT DISTINCT recording, artist FROM file
            WHERE recording IS NOT NULL AND artist IS NOT NULL ORDER BY recording LIMIT ?
            """,
          arguments: [limit]
        )
        return rows.compactMap { row in
          guard let id = Data.fromDatabaseValue(row[0]), let name = String.fromDatabaseValue(row[1])
          else { return nil }
          return (id, name)
        }
      }
    }

    // MARK: - Parts

    private var number: String { content == .dumps ? "rank" : "file.id" }

    private var columns: String {
      switch content {
      case .dumps:
        """
        SELECT song.title, artist.name, album.title, duration, isrc, recording, apple, NULL FROM song
        JOIN artist ON artist.id = song.artist LEFT JOIN album ON album.id = song.album
        """
      case .folders:
        """
        SELECT title, artist, album, duration, isrc, recording, NULL, folder.path || '/' || name FROM file
        JOIN folder ON folder.id = file.folder
        """
      }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
      try LibraryError.mapping(path) { try connections.read(body) }
    }
  }

  extension LibrarySong {
    /// Values of the wrong type, as in a damaged file, are treated as missing.
    fileprivate init(_ row: Row) {
      func text(_ column: Int) -> String? { String.fromDatabaseValue(row[column]) }
      func number(_ column: Int) -> Int64? { Int64.fromDatabaseValue(row[column]) }
      self.init(title: text(0) ?? "", artist: text(1) ?? "")
      album = text(2)
      duration = number(3).map { .milliseconds($0) }
      isrc = text(4)
      musicBrainzID = Data.fromDatabaseValue(row[5]).flatMap(LibraryValues.id)
      appleMusicID = number(6).map(String.init)
      path = text(7)
    }
  }
#endif
