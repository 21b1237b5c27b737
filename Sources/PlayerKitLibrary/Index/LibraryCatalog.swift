#if SQLite
  import MusicCatalog

  extension CatalogService {
    /// A catalog of one's own.
    public static let library = CatalogService(rawValue: "library")
  }

  /// A library as a catalog like those of services: a search, a matcher, a remote control use it as any other.
  public struct LibraryCatalog: SearchableCatalog {
    /// What the client of Apple Music calls itself.
    private static let appleMusic = CatalogService(rawValue: "appleMusic")

    private let index: LibraryIndex

    /// Makes a catalog of an index.
    public init(_ index: LibraryIndex) {
      self.index = index
    }

    /// `library`.
    public var service: CatalogService { .library }
    /// Songs.
    public var searchableKinds: Set<MusicLink.Kind> { [.song] }

    /// Searches for songs; a page has `limit` of them, and there are further pages.
    public func search(
      _ term: String,
      for kind: MusicLink.Kind,
      limit: Int
    ) async throws -> CatalogPage {
      guard searchableKinds.contains(kind) else {
        throw CatalogError(.invalidArgument, "A library has songs alone.", service: .library)
      }
      return try page(term, limit: min(max(limit, 1), LibraryIndex.mostFound), offset: 0)
    }

    /// Nothing is inside of a song.
    public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
      throw CatalogError(.invalidArgument, "Nothing is inside of a song.", service: .library)
    }

    /// What a song is to a person, and what plays it: an id of Apple Music, where it has one.
    public static func entry(_ song: LibrarySong) -> CatalogEntry {
      let item = song.appleMusicID.map { "apple:" + $0 }
      let link =
        song.appleMusicID.map { MusicLink(service: appleMusic, kind: .song, id: $0) }
        ?? MusicLink(service: .library, kind: .song, id: song.musicBrainzID ?? song.title)
      var entry = CatalogEntry(link, item: item, title: song.title)
      entry.artist = song.artist
      entry.album = song.album
      entry.duration = song.duration
      entry.isrc = song.isrc
      entry.musicBrainzID = song.musicBrainzID
      return entry
    }

    private func page(_ term: String, limit: Int, offset: Int) throws -> CatalogPage {
      let songs: [LibrarySong]
      do throws(LibraryError) {
        songs = try index.songs(matching: term, limit: limit, offset: offset)
      } catch {
        throw CatalogError(.unavailable, error.message, service: .library)
      }
      return CatalogPage(songs.map(Self.entry)) {
        songs.count < limit ? nil : try page(term, limit: limit, offset: offset + limit)
      }
    }
  }
#endif
