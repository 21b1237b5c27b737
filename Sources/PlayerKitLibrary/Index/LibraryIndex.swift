#if SQLite
  import Foundation
  import PlayerKitServices

  /// A catalog in a file: searched as people type, and by ids. Reads alone; ``LibraryImporter`` and
  /// ``LibraryFolders`` write. What comes of folders comes first, and is always as it is now.
  ///
  /// May be used on any thread. A library that an import replaces meanwhile goes on as it was; open it anew to see
  /// the new one, and the first folder.
  public final class LibraryIndex: Sendable {
    /// How many songs a search finds at most.
    public static let mostFound = 1_000

    private let files: [SearchedFile]

    /// Opens a library.
    ///
    /// - Throws: ``LibraryError``: `unreadable` where neither a dump was imported nor a folder was added,
    ///   `notALibrary` where a file is something else, `newer` where a newer version wrote it.
    public init(path: String) throws(LibraryError) {
      let folders = try SearchedFile(.folders, path: LibraryFolders.file(of: path))
      let dumps = try SearchedFile(.dumps, path: path)
      files = [folders, dumps].compactMap(\.self)
      guard !files.isEmpty else {
        throw LibraryError(.unreadable, "\(path): there is no library yet: nothing was taken in.")
      }
    }

    /// How many songs it has.
    public func count() throws(LibraryError) -> Int {
      var count = 0
      for file in files { count += try file.count() }
      return count
    }

    /// Finds songs by words of title, artist and album as people type them: in any order, without marks and
    /// signs, the beginnings of words, with `and` for `&` and numbers as words. Files come before dumps, and of each
    /// the best matches come first; equally good ones are in their order.
    ///
    /// If no song has all words, words of four letters and more may have one mistake, and words of eight letters
    /// and more two. Words that no song has, are left out. At most ``mostFound`` songs come.
    public func songs(
      matching text: String,
      limit: Int = 25,
      offset: Int = 0
    ) throws(LibraryError) -> [LibrarySong] {
      let query = LibraryQuery(text)
      let (limit, offset) = (min(max(limit, 0), Self.mostFound), max(offset, 0))
      guard !query.words.isEmpty, limit > 0 else { return [] }
      let found = try candidates(query)
      var ranked: [(tier: Int, score: Int, song: LibrarySong)] = []
      let ranking = LibraryRanking(query: query, corrections: found.corrections)
      for (place, file) in files.enumerated() {
        let numbers = found.numbers[place]
        let strict = Set(numbers.prefix(found.strict[place]))
        for (number, song) in try file.songs(numbers.sorted()) {
          // Songs that have all words come before others, also if they are of a later file.
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

    /// The songs whose likeness is compared, by files.
    private struct Candidates {
      var numbers: [[Int64]]
      /// How many of the first have all words.
      var strict: [Int]
      /// What finds more of them, in each file.
      var matches: [String?]
      var corrections: [Int: Set<String>] = [:]
    }

    /// So few songs that a looser search may find what was meant.
    private static let few = 3

    private func candidates(_ query: LibraryQuery) throws(LibraryError) -> Candidates {
      var found = Candidates(
        numbers: files.map { _ in [] },
        strict: files.map { _ in 0 },
        matches: files.map { _ in nil }
      )
      func count() -> Int { found.numbers.reduce(0) { $0 + $1.count } }
      for stage: SearchedFile.Stage in [
        .title, .words, .beginning, .beginnings, .corrected, .reduced,
      ] {
        switch stage {
        case .title, .words, .beginning: break
        case .beginnings: if count() >= Self.few { return found }
        case .corrected, .reduced: if count() > 0 { return found }
        }
        for (place, file) in files.enumerated() {
          let hits = try file.hits(query, stage)
          let known = Set(found.numbers[place])
          found.numbers[place] += hits.numbers.filter { !known.contains($0) }
          found.matches[place] = hits.match
          switch stage {
          case .title, .words, .beginning: found.strict[place] = found.numbers[place].count
          case .beginnings, .corrected, .reduced: break
          }
          found.corrections.merge(hits.corrections) { $0.union($1) }
        }
      }
      return found
    }

    /// The songs of a code, files first.
    public func songs(isrc: String) throws(LibraryError) -> [LibrarySong] {
      guard let isrc = LibraryValues.isrc(isrc) else { return [] }
      return try songs(of: .isrc(isrc))
    }

    /// The songs of a recording of MusicBrainz.
    public func songs(musicBrainzID: String) throws(LibraryError) -> [LibrarySong] {
      guard let id = LibraryValues.bytes(ofID: musicBrainzID) else { return [] }
      return try songs(of: .recording(id))
    }

    /// The song of an id of Apple Music.
    public func song(appleMusicID: String) throws(LibraryError) -> LibrarySong? {
      guard let id = Int64(appleMusicID) else { return nil }
      return try songs(of: .apple(id)).first
    }

    /// The file that a key stands for; `nil`: none that is there.
    func song(key: LibraryFileKey) throws(LibraryError) -> LibrarySong? {
      try songs(of: .file(key.number)).first
    }

    /// The songs that have all words of a name, whole, in any order.
    func songs(withAllOf name: String, limit: Int, offset: Int) throws(LibraryError)
      -> [LibrarySong]
    {
      let query = LibraryQuery(name)
      var matches: [(file: SearchedFile, match: String, without: [Int64])] = []
      for file in files {
        if let match = try file.match(query) { matches.append((file, match, [])) }
      }
      return try Self.songs(matches, limit, offset)
    }

    // MARK: - Parts

    /// What mistaken words may have meant.
    func corrections(of query: LibraryQuery) throws(LibraryError) -> [Int: Set<String>] {
      try candidates(query).corrections
    }

    private func songs(of id: SearchedFile.ID) throws(LibraryError) -> [LibrarySong] {
      var songs: [LibrarySong] = []
      for file in files { songs += try file.songs(of: id) }
      return songs
    }

    /// The songs of the first file, then those of the next.
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
