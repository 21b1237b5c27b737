#if SQLite
  /// Artists and albums are what songs name: a library has no tables of them.
  extension LibraryIndex {
    /// Among how many songs they are looked for at most, first ones first.
    public static let mostLookedThrough = 10_000

    /// Finds artists by the words of their names, in the order of the songs that a search finds. Words may be
    /// beginnings; if no name has them, they may be mistaken or missing.
    ///
    /// Looks through the songs that ``songs(matching:limit:offset:)`` finds, the first ``mostLookedThrough``.
    public func artists(matching text: String, limit: Int = 25) throws(LibraryError) -> [String] {
      try named(text, limit) { $0.artist.isEmpty ? nil : ($0.artist, name: $0.artist, with: "") }
    }

    /// Finds albums by words of their titles, or of title and artist, in the same way.
    public func albums(
      matching text: String,
      limit: Int = 25
    ) throws(LibraryError) -> [LibraryAlbum] {
      try named(text, limit) { song in
        song.album.map { title in
          (LibraryAlbum(title: title, artist: song.artist), name: title, with: song.artist)
        }
      }
    }

    /// The songs of an artist of exactly this name, files first. None where the name has neither letter nor
    /// digit, or where more than ``mostLookedThrough`` songs with its words come before.
    public func songs(by artist: String, limit: Int = 100) throws(LibraryError) -> [LibrarySong] {
      try songs(withWordsOf: artist, limit) { $0.artist == artist }
    }

    /// The songs of an album, those of files in the order of their paths. As for artists.
    public func songs(of album: LibraryAlbum, limit: Int = 100) throws(LibraryError)
      -> [LibrarySong]
    {
      let songs = try songs(withWordsOf: album.title + " " + album.artist, limit) {
        $0.album == album.title && $0.artist == album.artist
      }
      return songs.enumerated()
        .sorted { ($0.element.path ?? "", $0.offset) < ($1.element.path ?? "", $1.offset) }
        .map(\.element)
    }

    // MARK: - Parts

    /// What songs name, each once.
    ///
    /// - Parameter read: tells of a song the value that it names, that value's name, and another text. One word
    ///   at least has to be in the name; the others may be in that text.
    private func named<Value: Hashable>(
      _ text: String,
      _ limit: Int,
      _ read: (LibrarySong) -> (Value, name: String, with: String)?
    ) throws(LibraryError) -> [Value] {
      let query = LibraryQuery(text)
      let ranking = LibraryRanking(query: query, corrections: try corrections(of: query))
      var found = NamesFound<Value>(limit: limit)
      var offset = 0
      while !found.isFull, offset < Self.mostLookedThrough {
        let songs = try songs(matching: text, limit: Self.mostFound, offset: offset)
        for song in songs {
          guard let (value, name, other) = read(song) else { continue }
          found.add(value) { ranking.fit(name: name, with: other) }
        }
        guard songs.count == Self.mostFound else { break }
        offset += songs.count
      }
      return found.all
    }

    private func songs(
      withWordsOf name: String,
      _ limit: Int,
      where isMeant: (LibrarySong) -> Bool
    ) throws(LibraryError) -> [LibrarySong] {
      var found: [LibrarySong] = []
      var offset = 0
      while found.count < limit, offset < Self.mostLookedThrough {
        let songs = try songs(withAllOf: name, limit: Self.mostFound, offset: offset)
        found += songs.lazy.filter(isMeant).prefix(limit - found.count)
        guard songs.count == Self.mostFound else { break }
        offset += songs.count
      }
      return found
    }
  }

  /// Gathers names, each once, in the order in which they come. Pure.
  private struct NamesFound<Value: Hashable> {
    let limit: Int
    private var seen: Set<Value> = []
    private var found: [LibraryRanking.NameFit: [Value]] = [:]

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { found[.exact, default: []].count >= limit }
    /// Those that fit best.
    var all: [Value] {
      Array((found.max { $0.key < $1.key }?.value ?? []).prefix(max(limit, 0)))
    }

    mutating func add(_ value: Value, _ fit: () -> LibraryRanking.NameFit?) {
      guard seen.insert(value).inserted, let fit = fit() else { return }
      found[fit, default: []].append(value)
    }
  }
#endif
