#if SQLite
  import PlayerKitServices

  /// A library as a catalog, for use with search, matchers, and remote controls like any service.
  public struct LibraryCatalog: SearchableCatalog {
    /// The name of the Apple Music service.
    private static let appleMusic = CatalogService(rawValue: "appleMusic")

    private enum Source: Sendable {
      case index(LibraryIndex)
      /// A library that an import may replace later.
      case opened(OpenedLibrary?)
    }

    private let source: Source

    /// Makes a catalog from an index.
    public init(_ index: LibraryIndex) {
      source = .index(index)
    }

    init(opened: OpenedLibrary?) {
      source = .opened(opened)
    }

    /// `library`.
    public var service: CatalogService { .library }
    /// Songs, albums and artists.
    public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist] }

    /// Returns the first page of results, with at most `limit` entries. Only songs have further
    /// pages.
    public func search(
      _ term: String,
      for kind: MusicLink.Kind,
      limit: Int
    ) async throws -> CatalogPage {
      guard searchableKinds.contains(kind) else {
        throw CatalogError.notSearchable(kind, at: .library)
      }
      let limit = min(max(limit, 1), LibraryIndex.maximumFound)
      switch kind {
      case .album:
        return CatalogPage(
          try asking { index throws(LibraryError) in
            try index.albums(matching: term, limit: limit)
          }.map(Self.entry)
        )
      case .artist:
        return CatalogPage(
          try asking { index throws(LibraryError) in
            try index.artists(matching: term, limit: limit)
          }.map(Self.entry(artist:))
        )
      default: return try page(term, limit: limit, offset: 0)
      }
    }

    /// Returns the songs with an ISRC, files first.
    public func songs(isrc: String) async throws -> [CatalogEntry] {
      try asking { index throws(LibraryError) in try index.songs(isrc: isrc) }.map(Self.entry)
    }

    /// Returns the number of songs.
    public func songCount() async throws -> Int? {
      try asking { index throws(LibraryError) in try index.count() }
    }

    /// Returns the songs of an album or an artist, on one page.
    public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
      let limit = min(max(limit, 1), LibraryIndex.maximumFound)
      let thing = link.service == .library ? LibraryLinks.Thing(link.id) : nil
      guard let thing, link.kind != .song else {
        throw CatalogError.nothingInside(link.kind, at: .library)
      }
      return CatalogPage(
        try asking { index throws(LibraryError) in try index.songs(of: thing, limit: limit) }
          .map(Self.entry)
      )
    }

    /// Makes a catalog entry for a song. It plays from its file or by its Apple Music id, otherwise
    /// as the same recording of another service; see ``LibraryService``.
    public static func entry(_ song: LibrarySong) -> CatalogEntry {
      let thing: LibraryLinks.Thing? =
        .file(of: song)
        ?? (song.appleMusicID == nil ? song.musicBrainzID.map { .recording($0) } : nil)
      let link =
        thing?.link ?? song.appleMusicID.map { MusicLink(service: appleMusic, kind: .song, id: $0) }
        ?? MusicLink(service: .library, kind: .song, id: song.title)
      let item = thing?.item ?? song.appleMusicID.map { "apple:" + $0 }
      var entry = CatalogEntry(link, item: item, title: song.title)
      entry.artist = song.artist.isEmpty ? nil : song.artist
      entry.album = song.album
      entry.duration = song.duration
      entry.isrc = song.isrc
      entry.musicBrainzID = song.musicBrainzID
      return entry
    }

    private static func entry(_ album: LibraryAlbum) -> CatalogEntry {
      let thing = LibraryLinks.Thing.album(album)
      var entry = CatalogEntry(thing.link, item: thing.item, title: album.title)
      entry.artist = album.artist.isEmpty ? nil : album.artist
      return entry
    }

    private static func entry(artist name: String) -> CatalogEntry {
      let thing = LibraryLinks.Thing.artist(name)
      return CatalogEntry(thing.link, item: thing.item, title: name)
    }

    private func page(_ term: String, limit: Int, offset: Int) throws -> CatalogPage {
      let songs = try asking { index throws(LibraryError) in
        try index.songs(matching: term, limit: limit, offset: offset)
      }
      return CatalogPage(songs.map(Self.entry)) {
        songs.count < limit ? nil : try page(term, limit: limit, offset: offset + limit)
      }
    }

    private func asking<Value>(
      _ body: (LibraryIndex) throws(LibraryError) -> Value
    ) throws(CatalogError) -> Value {
      do throws(LibraryError) {
        return try body(try index())
      } catch {
        throw CatalogError(error)
      }
    }

    private func index() throws(LibraryError) -> LibraryIndex {
      switch source {
      case .index(let index): return index
      case .opened(let library):
        guard let library else {
          throw LibraryError(.unreadable, "There is no library. Add music first.")
        }
        return try library.index()
      }
    }
  }
#endif
