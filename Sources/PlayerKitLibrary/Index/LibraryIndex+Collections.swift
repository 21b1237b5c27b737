#if SQLite
  import PlayerKitServices

  /// Artists and albums are derived from the songs. A library has no tables of them.
  extension LibraryIndex {
    /// The maximum number of songs that a search for artists or albums looks at, best first.
    public static let maximumLookedThrough = 10_000

    /// Finds artists by the words of their names, in the order in which a search finds their songs.
    ///
    /// Words may be beginnings. If no name has the words, they may be misspelled or missing. Only
    /// the first ``maximumLookedThrough`` results of ``songs(matching:limit:offset:)`` are
    /// considered.
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

    /// The songs of the artist with exactly this name, files first.
    ///
    /// The result is empty if the name has neither letters nor digits, or if more than
    /// ``maximumLookedThrough`` other songs with its words come first.
    public func songs(by artist: String, limit: Int = 100) throws(LibraryError) -> [LibrarySong] {
      try songs(withWordsOf: artist, limit) { $0.artist == artist }
    }

    /// The songs of an album. Files are in the order of their paths. The limits of
    /// ``songs(by:limit:)`` apply.
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

    /// Collects the values that songs name, each once.
    ///
    /// - Parameter read: Returns the value that a song names, its name, and another text. At least
    ///   one word must be in the name. The others may be in the other text.
    private func named<Value: Hashable>(
      _ text: String,
      _ limit: Int,
      _ read: (LibrarySong) -> (Value, name: String, with: String)?
    ) throws(LibraryError) -> [Value] {
      let query = SearchQuery(text)
      let ranking = SearchRanking(query: query, corrections: try corrections(of: query))
      var found = NamesFound<Value>(limit: limit)
      var offset = 0
      while !found.isFull, offset < Self.maximumLookedThrough {
        let songs = try songs(matching: text, limit: Self.maximumFound, offset: offset)
        for song in songs {
          guard let (value, name, other) = read(song) else { continue }
          found.add(value) { ranking.fit(name: name, with: other) }
        }
        guard songs.count == Self.maximumFound else { break }
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
      while found.count < limit, offset < Self.maximumLookedThrough {
        let songs = try songs(withAllOf: name, limit: Self.maximumFound, offset: offset)
        found += songs.lazy.filter(isMeant).prefix(limit - found.count)
        guard songs.count == Self.maximumFound else { break }
        offset += songs.count
      }
      return found
    }
  }

  /// Collects names, each once, in the order in which they are found. Pure.
  private struct NamesFound<Value: Hashable> {
    let limit: Int
    private var seen: Set<Value> = []
    private var found: [SearchRanking.NameFit: [Value]] = [:]

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { found[.exact, default: []].count >= limit }
    /// The values with the best fit.
    var all: [Value] {
      Array((found.max { $0.key < $1.key }?.value ?? []).prefix(max(limit, 0)))
    }

    mutating func add(_ value: Value, _ fit: () -> SearchRanking.NameFit?) {
      guard seen.insert(value).inserted, let fit = fit() else { return }
      found[fit, default: []].append(value)
    }
  }
#endif
