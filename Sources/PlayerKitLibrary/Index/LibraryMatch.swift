#if SQLite
  import GRDB

  /// Writes what FTS5 looks for, by the words that a file has.
  struct LibraryMatch {
    /// How many likely words stand for a mistyped one.
    private static let mostCorrections = 4
    /// How many words stand for a long beginning.
    private static let mostEnds = 50
    /// In so many words a mistake is looked for if songs have each of them.
    private static let mostGuessed = 4

    private let query: LibraryQuery
    private let database: Database
    /// What mistaken words may have meant, by their places.
    private(set) var corrections: [Int: Set<String>] = [:]
    /// The words that songs have, with what stands for them, by their places.
    private var readings: [Int: (match: String, songs: Int)] = [:]

    init(_ query: LibraryQuery, _ database: Database) {
      self.query = query
      self.database = database
    }

    static func quoted(_ word: String) -> String { "\"\(word)\"" }

    /// All words, in any order; `nil` if there is none.
    func words(lastBegins: Bool = false) throws -> String? {
      let last = query.words.count - 1
      return Self.all(
        try query.words.enumerated().map { place, word in
          try match(word, begins: lastBegins && place == last)
        }
      )
    }

    /// The words that have to be there, each as the beginning of one.
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

    /// The words that songs have; others are corrected, or left out.
    ///
    /// - Parameter all: whether words that songs have may be mistaken as well.
    mutating func corrected(all: Bool) throws -> String? {
      if !all {
        for place in needed { readings[place] = try reading(place) }
      } else {
        let rare = readings.sorted { ($0.value.songs, $0.key) < ($1.value.songs, $1.key) }
        var isOther = false
        for (place, reading) in rare.prefix(Self.mostGuessed) where corrections[place] == nil {
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

    /// What is looked for with fewer words, after ``corrected(all:)``: without one of them, the rarest one with each
    /// other one, the rarest one alone.
    mutating func reduced() throws -> [[String]] {
      _ = try corrected(all: false)
      let rare = readings.sorted { ($0.value.songs, $0.key) < ($1.value.songs, $1.key) }
        .map(\.value.match)
      guard let rarest = rare.first, rare.count > 1 else { return [] }
      let withoutOne = rare.indices.map { place in
        Self.all(rare.indices.filter { $0 != place }.map { rare[$0] }) ?? rarest
      }
      let pairs = rare.dropFirst().map { Self.all([rarest, $0]) ?? rarest }
      return [withoutOne, pairs, [rarest]]
    }

    // MARK: - Parts

    /// The places of the words that have to be there.
    private var needed: [Int] { query.words.indices.filter { !query.words[$0].isOptional } }

    private static func all(_ matches: [String]) -> String? {
      matches.isEmpty ? nil : matches.joined(separator: " AND ")
    }

    private static func any(_ matches: [String]) -> String {
      matches.count == 1 ? matches[0] : "(" + matches.joined(separator: " OR ") + ")"
    }

    private func match(_ word: LibraryQuery.Word, begins: Bool) throws -> String {
      // One letter of a text without spaces is in the index as the beginning of two.
      let begins = begins || word.isOfRun && word.typed.unicodeScalars.count == 1
      var matches: [String] = []
      for (place, form) in word.forms.enumerated() {
        // What is not typed is not being typed.
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

    /// The words that begin so, where the index does not have the beginning: of a beginning, all songs would be
    /// gathered first. `nil`: the index has it, or there are too many.
    private func words(from start: String) throws -> [String]? {
      guard start.unicodeScalars.count > LibrarySchema.longestBeginning else { return nil }
      let found = try terms(from: start, Self.mostEnds + 1)
      return found.count > Self.mostEnds ? nil : found
    }

    private func terms(from start: String, _ limit: Int) throws -> [String] {
      let words = try database.cachedStatement(
        sql: "SELECT term FROM word WHERE term > ? AND term < ? LIMIT ?"
      )
      return try String.fetchAll(words, arguments: [start, start + "\u{10FFFF}", limit])
    }

    /// How many songs have a word.
    private func songs(_ word: String) throws -> Int? {
      let known = try database.cachedStatement(sql: "SELECT songs FROM word WHERE term = ?")
      return try Int.fetchOne(known, arguments: [word])
    }

    /// What stands for a word; `nil` if no song has it or anything near.
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

    /// The likeliest words that may have been meant by one.
    ///
    /// - Parameter isFar: whether it may have two mistakes.
    private func corrections(of word: String, isFar: Bool = true) throws -> [String] {
      var found: [(word: String, songs: Int)] = []
      for neighbor in LibraryQuery.neighbors(of: word) {
        if let songs = try songs(neighbor) { found.append((neighbor, songs)) }
      }
      if found.isEmpty, isFar { found = try farCorrections(of: word) }
      return found.sorted { ($1.songs, $0.word) < ($0.songs, $1.word) }
        .prefix(Self.mostCorrections).map(\.word)
    }

    /// Words with two mistakes, which have the first three letters, or the first and the last three.
    private func farCorrections(of word: String) throws -> [(word: String, songs: Int)] {
      let letters = Array(word.utf8)
      guard letters.count >= LibraryQuery.shortestCorrectedTwice, letters.count <= 32,
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
            LibraryQuery.isNear(letters, Array(term.utf8))
          else { continue }
          found.append((term, Int.fromDatabaseValue(row[1]) ?? 0))
        }
        if !found.isEmpty { return found }
      }
      return []
    }

    /// Words that begin nearly so, while one is being typed.
    private func correctedBeginnings(of word: String) throws -> [String] {
      guard word.unicodeScalars.count > LibraryQuery.shortestCorrected else { return [] }
      var found: [String] = []
      for neighbor in LibraryQuery.neighbors(of: word).sorted() where found.count < 12 {
        found += try terms(from: neighbor, 2)
      }
      return found
    }

    /// Two words that were written as one.
    private func split(_ word: String) throws -> [String]? {
      guard word.unicodeScalars.count > LibraryQuery.shortestCorrected else { return nil }
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
