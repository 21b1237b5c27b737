#if SQLite
  import GRDB
  import PlayerKitServices

  /// Writes the FTS5 query for a search, based on the words in a file.
  struct LibraryMatch {
    /// The maximum number of corrections for a misspelled word.
    private static let maximumCorrections = 4
    /// The maximum number of words that replace a long beginning.
    private static let maximumEnds = 50
    /// Only runs within the first words of a query are searched for.
    private static let maximumRun = 6
    /// A run is only searched for if at most this many songs have one of its words.
    private static let maximumSongs = 2_000
    /// If songs have every word, at most this many words are checked for mistakes.
    private static let maximumGuessed = 4

    private let query: SearchQuery
    private let database: Database
    /// The words that misspelled words may mean, by position in the query.
    private(set) var corrections: [Int: Set<String>] = [:]
    /// The matching expression and number of songs of each word that songs have, by position in the
    /// query.
    private var readings: [Int: (match: String, songs: Int)] = [:]

    init(_ query: SearchQuery, _ database: Database) {
      self.query = query
      self.database = database
    }

    static func quoted(_ word: String) -> String { "\"\(word)\"" }

    /// Matches all words in any order. Returns `nil` if there are none.
    func words(lastBegins: Bool = false) throws -> String? {
      let last = query.words.count - 1
      return Self.all(
        try query.words.enumerated().map { place, word in
          try match(word, begins: lastBegins && place == last)
        }
      )
    }

    /// Matches the required words, each as the beginning of a word.
    func beginnings() throws -> String? {
      let last = query.words.indices.last
      return Self.all(
        try needed.map { place in
          let word = query.words[place]
          let begins = place == last || word.typed.unicodeScalars.count > 1
          return try match(word, begins: begins)
        }
      )
    }

    /// Matches the words that songs have. Other words are corrected or left out.
    ///
    /// - Parameter all: Whether words that songs have may be misspelled as well.
    mutating func corrected(all: Bool) throws -> String? {
      if !all {
        for place in needed { readings[place] = try reading(place) }
      } else {
        let rare = readings.sorted { ($0.value.songs, $0.key) < ($1.value.songs, $1.key) }
        var isOther = false
        for (place, reading) in rare.prefix(Self.maximumGuessed) where corrections[place] == nil {
          let near = try corrections(of: query.words[place].typed, isFar: false)
          guard !near.isEmpty else { continue }
          isOther = true
          corrections[place] = Set(near)
          readings[place]?.match = Self.any([reading.match] + near.map(Self.quoted))
        }
        guard isOther else { return nil }
      }
      return Self.all(readings.sorted { $0.key < $1.key }.map(\.value.match))
    }

    /// Matches fewer words, after ``corrected(all:)``: all words but one, then runs of three words or
    /// more, the longest first, as in a title with a line of the lyrics. Then the rarest word with
    /// one other word, and the rarest alone.
    mutating func reduced() throws -> [[String]] {
      _ = try corrected(all: false)
      let rare = readings.sorted { ($0.value.songs, $0.key) < ($1.value.songs, $1.key) }
        .map(\.value.match)
      guard let rarest = rare.first, rare.count > 1 else { return [] }
      let withoutOne = rare.indices.map { place in
        Self.all(rare.indices.filter { $0 != place }.map { rare[$0] }) ?? rarest
      }
      let pairs = rare.dropFirst().map { Self.all([rarest, $0]) ?? rarest }
      return [withoutOne] + runs() + [pairs, [rarest]]
    }

    /// Matches words that stand next to each other in the query, by the length of the run.
    private func runs() -> [[String]] {
      let words = readings.sorted { $0.key < $1.key }.map(\.value).prefix(Self.maximumRun)
      return stride(from: words.count - 2, through: 3, by: -1).map { length in
        (0...words.count - length).compactMap { start in
          let run = words[start..<start + length]
          // Frequent words alone take long.
          let isFast = run.contains { $0.songs <= Self.maximumSongs }
          return isFast ? Self.all(run.map(\.match)) : nil
        }
      }
    }

    // MARK: - Parts

    /// The positions of the required words.
    private var needed: [Int] { query.words.indices.filter { !query.words[$0].isOptional } }

    private static func all(_ matches: [String]) -> String? {
      matches.isEmpty ? nil : matches.joined(separator: " AND ")
    }

    private static func any(_ matches: [String]) -> String {
      matches.count == 1 ? matches[0] : "(" + matches.joined(separator: " OR ") + ")"
    }

    private func match(_ word: SearchQuery.Word, begins: Bool) throws -> String {
      // In a text without spaces, the index has a single letter only as the beginning of a pair.
      let begins = begins || word.isOfRun && word.typed.unicodeScalars.count == 1
      var matches: [String] = []
      for (place, form) in word.forms.enumerated() {
        // Only a form as typed can be incomplete.
        let isOpen = begins && (place == 0 || form.joined() == word.typed)
        matches.append(
          try form.count == 1
            ? part(form[0], begins: isOpen)
            : "("
              + form.enumerated().map { try part($1, begins: isOpen && $0 == form.count - 1) }
              .joined(separator: " AND ") + ")"
        )
      }
      return Self.any(matches)
    }

    private func part(_ word: String, begins: Bool) throws -> String {
      guard begins else { return Self.quoted(word) }
      if let ends = try words(from: word) { return Self.any(([word] + ends).map(Self.quoted)) }
      return Self.quoted(word) + " *"
    }

    /// The words with this beginning, if it is too long for the index. FTS5 would first collect the
    /// songs of all of them. Returns `nil` if the index has the beginning, or if there are too many
    /// words.
    private func words(from start: String) throws -> [String]? {
      guard start.unicodeScalars.count > LibrarySchema.longestBeginning else { return nil }
      let found = try terms(from: start, Self.maximumEnds + 1)
      return found.count > Self.maximumEnds ? nil : found
    }

    private func terms(from start: String, _ limit: Int) throws -> [String] {
      let words = try database.cachedStatement(
        sql: "SELECT term FROM word WHERE term > ? AND term < ? LIMIT ?"
      )
      return try String.fetchAll(words, arguments: [start, start + "\u{10FFFF}", limit])
    }

    /// Returns the number of songs with a word.
    private func songs(_ word: String) throws -> Int? {
      let known = try database.cachedStatement(sql: "SELECT songs FROM word WHERE term = ?")
      return try Int.fetchOne(known, arguments: [word])
    }

    /// Returns what a word matches, or `nil` if no song has it or anything similar.
    private mutating func reading(_ place: Int) throws -> (match: String, songs: Int)? {
      let word = query.words[place]
      let isLast = place == query.words.indices.last
      var count = 0
      for form in word.forms {
        let each = try form.map { try songs($0) ?? 0 }
        count += each.min() ?? 0
      }
      if count > 0 { return (try match(word, begins: isLast), count) }
      if isLast || word.typed.unicodeScalars.count > 1, word.forms[0].count == 1 {
        let ends = try terms(from: word.typed, 1)
        if !ends.isEmpty { return (try match(word, begins: true), 50) }
      }
      guard !word.isOfRun else { return nil }
      var near = try corrections(of: word.typed)
      if near.isEmpty, isLast { near = try correctedBeginnings(of: word.typed) }
      if !near.isEmpty {
        corrections[place] = Set(near)
        return (Self.any(near.map(Self.quoted)), 10)
      }
      guard let split = try split(word.typed) else { return nil }
      corrections[place] = Set(split)
      return ("(" + split.map(Self.quoted).joined(separator: " AND ") + ")", 10)
    }

    /// The most likely words that a misspelled word may mean.
    ///
    /// - Parameter isFar: Whether it may have two mistakes.
    private func corrections(of word: String, isFar: Bool = true) throws -> [String] {
      var found: [(word: String, songs: Int)] = []
      for neighbor in SearchQuery.neighbors(of: word) {
        if let songs = try songs(neighbor) { found.append((neighbor, songs)) }
      }
      if found.isEmpty, isFar { found = try farCorrections(of: word) }
      return found.sorted { ($1.songs, $0.word) < ($0.songs, $1.word) }
        .prefix(Self.maximumCorrections).map(\.word)
    }

    /// Words with two mistakes that share the first three letters, or the first and the last three.
    private func farCorrections(of word: String) throws -> [(word: String, songs: Int)] {
      let letters = Array(word.utf8)
      guard letters.count >= SearchQuery.shortestCorrectedTwice, letters.count <= 32,
        letters.allSatisfy({ $0 < 0x80 })
      else { return [] }
      for count in [3, 1] {
        let start = String(word.prefix(count))
        let statement = try database.cachedStatement(
          sql: """
            SELECT term, songs FROM word WHERE term > ? AND term < ?
            AND length(term) BETWEEN ? AND ?\(count == 1 ? " AND substr(term, -3) = ?" : "")
            """
        )
        var arguments: StatementArguments = [
          start, start + "\u{10FFFF}", letters.count - 2, letters.count + 2,
        ]
        if count == 1 { arguments += [String(word.suffix(3))] }
        var found: [(word: String, songs: Int)] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
          guard let term = String.fromDatabaseValue(row[0]),
            SearchQuery.isNear(letters, Array(term.utf8))
          else { continue }
          found.append((term, Int.fromDatabaseValue(row[1]) ?? 0))
        }
        if !found.isEmpty { return found }
      }
      return []
    }

    /// Words with a similar beginning, for an unfinished word.
    private func correctedBeginnings(of word: String) throws -> [String] {
      guard word.unicodeScalars.count > SearchQuery.shortestCorrected else { return [] }
      var found: [String] = []
      for neighbor in SearchQuery.neighbors(of: word).sorted() where found.count < 12 {
        found += try terms(from: neighbor, 2)
      }
      return found
    }

    /// Splits a word that may be two words written as one.
    private func split(_ word: String) throws -> [String]? {
      guard word.unicodeScalars.count > SearchQuery.shortestCorrected else { return nil }
      var best: (words: [String], songs: Int)?
      for place in word.indices.dropFirst(2) where word.distance(from: place, to: word.endIndex) > 1
      {
        let parts = [String(word[..<place]), String(word[place...])]
        guard let first = try songs(parts[0]), let second = try songs(parts[1]) else { continue }
        let count = min(first, second)
        if count > best?.songs ?? 0 { best = (parts, count) }
      }
      return best?.words
    }
  }
#endif
