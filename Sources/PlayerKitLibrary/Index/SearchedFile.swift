#if SQLite
  import Foundation
  import GRDB

  /// One of the files of a library, as a search sees it: words and their songs. What comes of dumps and what comes of
  /// folders has the same tables of words.
  struct SearchedFile: Sendable {
    /// How many likely words stand for a mistyped one.
    private static let mostCorrections = 4
    /// How many words stand for a long beginning.
    private static let mostEnds = 50

    /// What it has.
    enum Content: Sendable { case dumps, folders }

    private let connections: ReadConnections
    private let path: String
    private let content: Content

    /// - Returns: `nil` where there is no such file.
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

    /// How many songs it has.
    func count() throws(LibraryError) -> Int {
      try read { database in
        let table = content == .dumps ? "song" : "file WHERE title IS NOT NULL"
        return try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
      }
    }

    // MARK: - By words

    /// What FTS5 looks for.
    func match(_ query: LibraryQuery) throws(LibraryError) -> String {
      try read { try query.match(ends: Self.words(from: query.words.last ?? "", $0)) }
    }

    /// The same, where words may be mistaken; `nil`: no other words are near.
    func correctedMatch(_ query: LibraryQuery) throws(LibraryError) -> String? {
      try read { database in
        let choices = try Self.corrections(of: query, database)
        guard !choices.isEmpty else { return nil }
        return try query.match(ends: Self.words(from: query.words.last ?? "", database), choices)
      }
    }

    func hasSongs(matching match: String) throws(LibraryError) -> Bool {
      try read { database in
        try Int64.fetchOne(
          database,
          sql: "SELECT rowid FROM songText WHERE songText MATCH ? LIMIT 1",
          arguments: [match]
        ) != nil
      }
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

    /// The hits come by their numbers, which are the ranks: no more are looked at than are wanted.
    func songs(matching match: String, limit: Int, offset: Int) throws(LibraryError)
      -> [LibrarySong]
    {
      try read { database in
        let numbers = try Int64.fetchAll(
          database,
          sql: """
            SELECT rowid FROM songText WHERE songText MATCH ? ORDER BY rowid LIMIT ? OFFSET ?
            """,
          arguments: [match, limit, offset]
        )
        let statement = try database.cachedStatement(sql: "\(columns) WHERE \(number) = ?")
        return try numbers.compactMap {
          try Row.fetchOne(statement, arguments: [$0]).map(LibrarySong.init)
        }
      }
    }

    // MARK: - By ids

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

    /// The words that begin so, where the index does not have the beginning: of a beginning, all songs would be
    /// gathered first. `nil`: the index has it, or there are too many.
    private static func words(from start: String, _ database: Database) throws -> [String]? {
      guard start.unicodeScalars.count > LibrarySchema.longestBeginning else { return nil }
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
    /// What a damaged file has in the place of something else, is nothing.
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
