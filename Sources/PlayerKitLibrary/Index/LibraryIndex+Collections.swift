#if SQLite
  /// Artists and albums are what songs name: a library has no tables of them.
  extension LibraryIndex {
    /// Among how many songs they are looked for at most, first ones first.
    public static let mostLookedThrough = 10_000

    /// Finds artists by the words of their names, in any order, the last word as the beginning of one, by the order of
    /// their songs. Where there is none, words of five letters and more may have one mistake.
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
      let query = NameQuery(text)
      var found = NamesFound<Value>(limit: limit)
      var offset = 0
      while !found.isFull, offset < Self.mostLookedThrough {
        let songs = try songs(matching: text, limit: Self.mostFound, offset: offset)
        for song in songs {
          guard let (value, name, other) = read(song) else { continue }
          found.add(value) { query.fit(name, with: other) }
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

  /// Whether names have words that were typed. Pure.
  private struct NameQuery {
    enum Fit { case exact, corrected }

    private let words: [String]
    /// What may have been meant by each.
    private let near: [Set<String>]

    init(_ text: String) {
      words = LibraryQuery(text).words
      near = words.map(LibraryQuery.neighbors)
    }

    /// - Returns: `nil` where a word is in neither text, or none is in the name.
    func fit(_ name: String, with other: String) -> Fit? {
      let name = LibraryQuery(name).words
      let all = name + LibraryQuery(other).words
      for fit in [Fit.exact, .corrected] {
        let hasEach = words.indices.allSatisfy { place in all.contains { isLike($0, place, fit) } }
        let isNamed = words.indices.contains { place in name.contains { isLike($0, place, fit) } }
        if hasEach, isNamed { return fit }
      }
      return nil
    }

    private func isLike(_ part: String, _ place: Int, _ fit: Fit) -> Bool {
      let word = words[place]
      if part == word || place == words.count - 1 && part.hasPrefix(word) { return true }
      return fit == .corrected && near[place].contains(part)
    }
  }

  /// Gathers names, each once, in the order in which they come. Pure.
  private struct NamesFound<Value: Hashable> {
    let limit: Int
    private var seen: Set<Value> = []
    private var exact: [Value] = []
    private var corrected: [Value] = []

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { exact.count >= limit }
    /// Those that have the words; where there are none, those that nearly have them.
    var all: [Value] { Array((exact.isEmpty ? corrected : exact).prefix(max(limit, 0))) }

    mutating func add(_ value: Value, _ fit: () -> NameQuery.Fit?) {
      guard seen.insert(value).inserted else { return }
      switch fit() {
      case .exact: exact.append(value)
      case .corrected: corrected.append(value)
      case nil: break
      }
    }
  }
#endif
