#if SQLite
  import Foundation
  import PlayerKitServices

  /// A catalog in a file. It is searched with words as people type them, and by ids.
  ///
  /// An index only reads. ``LibraryImporter`` and ``LibraryFolders`` write. Songs of folders come
  /// first and are always up to date.
  ///
  /// May be used on any thread. If an import replaces the library, an open index keeps reading the
  /// old one. Open a new index to read the new library, or the first added folder.
  public final class LibraryIndex: Sendable {
    /// The maximum number of songs that a search returns.
    public static let maximumFound = 1_000

    let files: [SearchedFile]

    /// Opens a library.
    ///
    /// - Throws: ``LibraryError``: `unreadable` if no dump was imported and no folder was added,
    ///   `notALibrary` if a file is something else, `newer` if a newer version wrote it.
    public init(path: String) throws(LibraryError) {
      let folders = try SearchedFile(.folders, path: LibraryFolders.file(of: path))
      let dumps = try SearchedFile(.dumps, path: path)
      files = [folders, dumps].compactMap(\.self)
      guard !files.isEmpty else {
        throw LibraryError(.unreadable, "\(path): there is no library yet. Add music first.")
      }
    }

    /// Returns the number of songs.
    public func count() throws(LibraryError) -> Int {
      var count = 0
      for file in files { count += try file.count() }
      return count
    }

    /// Finds songs by words of title, artist, and album.
    ///
    /// Words may be in any order, without accents and punctuation, and may be beginnings of words.
    /// `and` matches `&`, and number words match numbers. Songs of files come before songs of
    /// dumps, and the best matches of each come first. Equally good ones keep their order.
    ///
    /// If no song has all words, a word of at least four letters may have one mistake, and a word
    /// of at least eight letters two. Words that no song has are ignored. Returns at most
    /// ``maximumFound`` songs.
    public func songs(
      matching text: String,
      limit: Int = 25,
      offset: Int = 0
    ) throws(LibraryError) -> [LibrarySong] {
      let query = SearchQuery(text)
      let (limit, offset) = (min(max(limit, 0), Self.maximumFound), max(offset, 0))
      guard !query.words.isEmpty, limit > 0 else { return [] }
      let found = try candidates(query)
      var ranked: [(tier: Int, score: Int, song: LibrarySong)] = []
      let ranking = SearchRanking(query: query, corrections: found.corrections)
      for (place, file) in files.enumerated() {
        let numbers = found.numbers[place]
        let strict = Set(numbers.prefix(found.strict[place]))
        for (number, song) in try file.songs(numbers.sorted()) {
          // Songs that have all words come before others, even if they are in a later file.
          let tier = place + (strict.contains(number) ? 0 : files.count)
          let score = ranking.score(
            title: song.title,
            artist: song.artist,
            album: song.album ?? ""
          )
          ranked.append((tier, score, song))
        }
      }
      let sorted = ranked.enumerated().sorted {
        ($0.element.tier, $1.element.score, $0.offset)
          < ($1.element.tier, $0.element.score, $1.offset)
      }
      let some = sorted.dropFirst(offset).prefix(limit).map(\.element.song)
      guard some.count < limit else { return some }
      let rest = zip(found.matches, zip(files, found.numbers)).compactMap { match, file in
        match.map { (file: file.0, match: $0, without: file.1) }
      }
      return try some
        + Self.songs(rest, limit - some.count, max(0, offset - ranked.count))
    }

    /// The songs to rank, by file.
    private struct Candidates {
      var numbers: [[Int64]]
      /// How many of the first songs have all words, in each file.
      var strict: [Int]
      /// The FTS5 query that finds more songs, in each file.
      var matches: [String?]
      var corrections: [Int: Set<String>] = [:]
      /// The FTS5 queries that were made.
      var queries: [String] = []
    }

    /// With fewer songs than this, a looser search is tried as well.
    static let few = 3

    private func candidates(_ query: SearchQuery) throws(LibraryError) -> Candidates {
      var found = Candidates(
        numbers: files.map { _ in [] },
        strict: files.map { _ in 0 },
        matches: files.map { _ in nil }
      )
      var readings = files.map { _ in LibraryMatch.Readings() }
      func count() -> Int { found.numbers.reduce(0) { $0 + $1.count } }
      for stage: SearchedFile.Stage in [.title, .words, .beginnings, .corrected, .reduced] {
        switch stage {
        case .title, .words: break
        case .beginnings: if count() >= Self.few { return found }
        case .corrected, .reduced: if count() > 0 { return found }
        }
        for (place, file) in files.enumerated() {
          let hits = try file.hits(query, stage, readings[place])
          readings[place] = hits.readings
          found.queries += hits.queries
          let known = Set(found.numbers[place])
          found.numbers[place] += hits.numbers.filter { !known.contains($0) }
          found.matches[place] = hits.match
          switch stage {
          case .title, .words: found.strict[place] = found.numbers[place].count
          case .beginnings, .corrected, .reduced: break
          }
          found.corrections.merge(hits.readings.corrections) { $0.union($1) }
        }
      }
      return found
    }

    /// Returns the songs with an ISRC, files first.
    public func songs(isrc: String) throws(LibraryError) -> [LibrarySong] {
      guard let isrc = LibraryValues.isrc(isrc) else { return [] }
      return try songs(of: .isrc(isrc))
    }

    /// Returns the songs with a MusicBrainz recording id.
    public func songs(musicBrainzID: String) throws(LibraryError) -> [LibrarySong] {
      guard let id = LibraryValues.bytes(ofID: musicBrainzID) else { return [] }
      return try songs(of: .recording(id))
    }

    /// Returns the song with an Apple Music id.
    public func song(appleMusicID: String) throws(LibraryError) -> LibrarySong? {
      guard let id = Int64(appleMusicID) else { return nil }
      return try songs(of: .apple(id)).first
    }

    /// Returns the file with a key, or `nil` if there is none.
    func song(key: LibraryFileKey) throws(LibraryError) -> LibrarySong? {
      try songs(of: .file(key.number)).first
    }

    /// Returns the songs that have all words of a name, whole, in any order.
    func songs(withAllOf name: String, limit: Int, offset: Int) throws(LibraryError)
      -> [LibrarySong]
    {
      let query = SearchQuery(name)
      var matches: [(file: SearchedFile, match: String, without: [Int64])] = []
      for file in files {
        if let match = try file.match(query) { matches.append((file, match, [])) }
      }
      return try Self.songs(matches, limit, offset)
    }

    // MARK: - Parts

    /// The words that misspelled words may mean, by position in the query.
    func corrections(of query: SearchQuery) throws(LibraryError) -> [Int: Set<String>] {
      try candidates(query).corrections
    }

    /// The FTS5 queries that a search makes, for tests.
    package func queries(matching text: String) throws(LibraryError) -> [String] {
      try candidates(SearchQuery(text)).queries
    }

    private func songs(of id: SearchedFile.ID) throws(LibraryError) -> [LibrarySong] {
      var songs: [LibrarySong] = []
      for file in files { songs += try file.songs(of: id) }
      return songs
    }

    /// The songs of the first file, then the songs of the next.
    private static func songs(
      _ matches: [(file: SearchedFile, match: String, without: [Int64])],
      _ limit: Int,
      _ offset: Int
    ) throws(LibraryError) -> [LibrarySong] {
      var found: [LibrarySong] = []
      var skipped = offset
      for (file, match, without) in matches where found.count < limit {
        let some = try file.songs(
          matching: match,
          limit: limit - found.count,
          offset: skipped,
          without: without
        )
        found += some
        if !some.isEmpty {
          skipped = 0
        } else if skipped > 0 {
          skipped -= min(skipped, max(0, try file.countSongs(matching: match) - without.count))
        }
      }
      return found
    }
  }
#endif
