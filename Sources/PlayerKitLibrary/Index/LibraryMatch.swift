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
    /// A song with more words is also found by its other words, so fewer are checked.
    private static let (manyWords, maximumGuessedOfMany) = (4, 2)

    /// An expression and the approximate number of songs that match it.
    typealias Part = (match: String, songs: Int)

    /// What a file has for the words of a query, by position in the query.
    struct Readings: Sendable {
      /// The words that misspelled words may mean.
      var corrections: [Int: Set<String>] = [:]
      /// The words that songs have. `nil` if not looked up yet.
      fileprivate var parts: [Int: Part]?
      /// The number of songs for each word that was looked up.
      fileprivate var songs: [String: Int] = [:]
    }

    /// If no song has this many of the rarest words, queries that require them are left out.
    private static let few = 3

    private let query: SearchQuery
    private let database: Database
    private(set) var readings: Readings

    init(_ query: SearchQuery, _ database: Database, _ readings: Readings = Readings()) {
      self.query = query
      self.database = database
      self.readings = readings
    }

    static func quoted(_ word: String) -> String { "\"\(word)\"" }

    /// Matches all words in any order. Returns `nil` if there are none.
    mutating func words(lastBegins: Bool = false) throws -> String? {
      let last = query.words.count - 1
      return Self.all(
        try query.words.enumerated().map { place, word in
          try part(word, begins: lastBegins && place == last)
        }
      )
    }

    /// Matches the required words, each as the beginning of a word.
    mutating func beginnings() throws -> String? {
      let last = query.words.indices.last
      return Self.all(
        try needed.map { place in
          let word = query.words[place]
          return try part(word, begins: place == last || word.typed.unicodeScalars.count > 1)
        }
      )
    }

    /// Matches the words that songs have. Other words are corrected or left out. Returns `nil` if
    /// that is no more than ``beginnings()`` matches.
    mutating func corrected() throws -> String? {
      let parts = try known()
      guard !readings.corrections.isEmpty || parts.count < needed.count else { return nil }
      return Self.all(Array(parts.values))
    }

    /// Matches the same, where words that songs have may be misspelled as well. Returns `nil` if
    /// none has a similar word.
    mutating func guessed() throws -> String? {
      var parts = try known()
      var isOther = false
      let isMany = parts.count > Self.manyWords
      let most = isMany ? Self.maximumGuessedOfMany : Self.maximumGuessed
      for (place, part) in Self.rarestFirst(parts).prefix(most)
      where readings.corrections[place] == nil {
        let near = try corrections(of: query.words[place].typed, isFar: false)
        guard !near.isEmpty else { continue }
        isOther = true
        readings.corrections[place] = Set(near.map(\.word))
        parts[place] = (
          Self.any([part.match] + near.map { Self.quoted($0.word) }),
          near.reduce(part.songs) { $0 + $1.songs }
        )
      }
      return isOther ? Self.all(Array(parts.values)) : nil
    }

    /// Matches fewer words: all words but one, then runs of three words or more, the longest first,
    /// as in a title with a line of the lyrics. Then the rarest word with one other word, and the
    /// rarest alone.
    mutating func reduced() throws -> [[String]] {
      let parts = try known()
      let rare = Self.rarestFirst(parts).map(\.value)
      guard let rarest = rare.first, rare.count > 1 else { return [] }
      // Songs that lack only a more frequent word have the rarest ones.
      let isNone = try rare.count > Self.few && !hasSongs(Self.all(Array(rare.prefix(Self.few))))
      let withoutOne = rare.indices.prefix(isNone ? Self.few : rare.count).compactMap { place in
        Self.all(rare.indices.filter { $0 != place }.map { rare[$0] })
      }
      let pairs = rare.dropFirst().compactMap { Self.all([rarest, $0]) }
      return [withoutOne] + runs(parts) + [pairs, [rarest.match]]
    }

    private func hasSongs(_ match: String?) throws -> Bool {
      let statement = try database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM songText WHERE songText MATCH ?)"
      )
      return try Bool.fetchOne(statement, arguments: [match]) ?? false
    }

    /// Matches words that stand next to each other in the query, by the length of the run.
    private func runs(_ parts: [Int: Part]) -> [[String]] {
      let words = parts.sorted { $0.key < $1.key }.map(\.value).prefix(Self.maximumRun)
      return stride(from: words.count - 2, through: 3, by: -1).map { length in
        (0...words.count - length).compactMap { start in
          let run = words[start..<start + length]
          // Frequent words alone take long.
          let isFast = run.contains { $0.songs <= Self.maximumSongs }
          return isFast ? Self.all(Array(run)) : nil
        }
      }
    }

    // MARK: - Parts

    /// The positions of the required words.
    private var needed: [Int] { query.words.indices.filter { !query.words[$0].isOptional } }

    private static func rarestFirst(_ parts: [Int: Part]) -> [(key: Int, value: Part)] {
      parts.sorted { ($0.value.songs, $0.key) < ($1.value.songs, $1.key) }
    }

    /// Matches what all parts match, the rarest first: `((a AND b) OR nothing) AND c`.
    ///
    /// FTS5 flattens plain `AND`s, and then looks up each part for each song of the rarest. The `OR`
    /// prevents this, so a part is looked up only for the songs that match all rarer ones.
    private static func all(_ parts: [Part]) -> String? {
      let sorted = parts.sorted { ($0.songs, $0.match) < ($1.songs, $1.match) }.map(\.match)
      guard let rarest = sorted.first else { return nil }
      return sorted.dropFirst().enumerated().reduce(rarest) { rarer, next in
        (next.offset == 0 ? rarer : any(["(\(rarer))", nothing]))
          + " AND " + next.element
      }
    }

    /// A token that no text has.
    private static let nothing = quoted("\u{E002}")

    private static func any(_ matches: [String]) -> String {
      matches.count == 1 ? matches[0] : "(" + matches.joined(separator: " OR ") + ")"
    }

    private mutating func part(_ word: SearchQuery.Word, begins: Bool) throws -> Part {
      // In a text without spaces, the index has a single letter only as the beginning of a pair.
      let begins = begins || word.isOfRun && word.typed.unicodeScalars.count == 1
      var matches: [String] = []
      var count = begins ? try songs(from: word.typed) : 0
      for (place, form) in word.forms.enumerated() {
        let songs = try songs(form)
        // Only a form as typed can be incomplete.
        let isOpen = begins && (place == 0 || form.joined() == word.typed)
        // Other forms that no song has would only take time.
        guard place == 0 || isOpen || songs > 0 else { continue }
        count += songs
        matches.append(
          try form.count == 1
            ? match(form[0], begins: isOpen)
            : "("
              + form.enumerated().map { try match($1, begins: isOpen && $0 == form.count - 1) }
              .joined(separator: " AND ") + ")"
        )
      }
      return (Self.any(matches), count)
    }

    private func match(_ word: String, begins: Bool) throws -> String {
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
    private mutating func songs(_ word: String) throws -> Int {
      if let songs = readings.songs[word] { return songs }
      let known = try database.cachedStatement(sql: "SELECT songs FROM word WHERE term = ?")
      let songs = try Int.fetchOne(known, arguments: [word]) ?? 0
      readings.songs[word] = songs
      return songs
    }

    /// Returns the number of songs with the rarest of some words.
    private mutating func songs(_ words: [String]) throws -> Int {
      var least = Int.max
      for word in words { least = min(least, try songs(word)) }
      return words.isEmpty ? 0 : least
    }

    /// Estimates how many songs have a longer word with this beginning.
    private func songs(from start: String) throws -> Int {
      let ends = try database.cachedStatement(
        sql: """
          SELECT SUM(songs) FROM
            (SELECT songs FROM word WHERE term > ? AND term < ? LIMIT \(Self.maximumEnds))
          """
      )
      return try Int.fetchOne(ends, arguments: [start, start + "\u{10FFFF}"]) ?? 0
    }

    /// The words that songs have, corrected if necessary. Looked up once per query.
    private mutating func known() throws -> [Int: Part] {
      if let parts = readings.parts { return parts }
      var parts: [Int: Part] = [:]
      for place in needed { parts[place] = try reading(place) }
      readings.parts = parts
      return parts
    }

    /// Returns what a word matches, or `nil` if no song has it or anything similar.
    private mutating func reading(_ place: Int) throws -> Part? {
      let word = query.words[place]
      let isLast = place == query.words.indices.last
      var count = 0
      for form in word.forms { count += try songs(form) }
      if count > 0 { return (try part(word, begins: isLast).match, count) }
      if isLast || word.typed.unicodeScalars.count > 1, word.forms[0].count == 1,
        try !terms(from: word.typed, 1).isEmpty
      {
        return (try part(word, begins: true).match, 50)
      }
      guard !word.isOfRun else { return nil }
      var near = try corrections(of: word.typed).map(\.word)
      if near.isEmpty, isLast { near = try correctedBeginnings(of: word.typed) }
      if !near.isEmpty {
        readings.corrections[place] = Set(near)
        return (Self.any(near.map(Self.quoted)), 10)
      }
      guard let split = try split(word.typed) else { return nil }
      readings.corrections[place] = Set(split)
      return ("(" + split.map(Self.quoted).joined(separator: " AND ") + ")", 10)
    }

    /// The most likely words that a misspelled word may mean.
    ///
    /// - Parameter isFar: Whether it may have two mistakes.
    private func corrections(of word: String, isFar: Bool = true) throws -> [Neighbor] {
      var found = try present(Array(SearchQuery.neighbors(of: word)))
      if found.isEmpty, isFar { found = try farCorrections(of: word) }
      return Array(
        found.sorted { ($1.songs, $0.word) < ($0.songs, $1.word) }.prefix(Self.maximumCorrections)
      )
    }

    private typealias Neighbor = (word: String, songs: Int)

    /// Returns those of the words that songs have. Asks for many words at once.
    private func present(_ words: [String]) throws -> [Neighbor] {
      var found: [Neighbor] = []
      for start in stride(from: 0, to: words.count, by: Self.wordsAtOnce) {
        let some = words[start...].prefix(Self.wordsAtOnce)
        let statement = try database.cachedStatement(sql: Self.knownWords)
        // `NULL` equals no word.
        let missing = [String?](repeating: nil, count: Self.wordsAtOnce - some.count)
        let arguments = StatementArguments(some.map(Optional.some) + missing)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
          guard let word = String.fromDatabaseValue(row[0]) else { continue }
          found.append((word, Int.fromDatabaseValue(row[1]) ?? 0))
        }
      }
      return found
    }

    private static let wordsAtOnce = 250
    private static let knownWords = """
      SELECT term, songs FROM word WHERE term IN (\(databaseQuestionMarks(count: wordsAtOnce)))
      """

    /// Words with two mistakes that share the first three letters, or the first and the last three.
    private func farCorrections(of word: String) throws -> [Neighbor] {
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
        var found: [Neighbor] = []
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
    private mutating func split(_ word: String) throws -> [String]? {
      guard word.unicodeScalars.count > SearchQuery.shortestCorrected else { return nil }
      var best: (words: [String], songs: Int)?
      for place in word.indices.dropFirst(2) where word.distance(from: place, to: word.endIndex) > 1
      {
        let parts = [String(word[..<place]), String(word[place...])]
        let count = try songs(parts)
        if count > best?.songs ?? 0 { best = (parts, count) }
      }
      return best?.words
    }
  }
#endif
