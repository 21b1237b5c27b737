#if SQLite
  import Foundation
  import PlayerKitServices
  import PlayerKit
  import PlayerKitWebDAV

  /// A library as a music service, which apps and remote controls can search and address like
  /// others.
  ///
  /// Files of folders play directly; those of a WebDAV server need a `WebDAVService` among the app's
  /// services. A song that has only a MusicBrainz id plays from any service
  /// with the same recording (``PlayerKitServices/MusicServices/fallback``). It is safe for untrusted
  /// links: they lead only to files of added folders and reveal no paths.
  public struct LibraryService: SearchableService, PlayableService {
    /// `library`.
    public static let name = "library"
    /// `library:file:KEY`, `library:recording:ID`, `library:artist:NAME` and `library:album:ARTIST/TITLE`.
    public static let links: any LinkRecognizer = LibraryLinks()
    /// Empty: its tracks are files and recordings, which stores support already.
    public static let storableTracks: [any StorableTrack.Type] = []

    let library: OpenedLibrary?

    /// Makes the service for a library. It notices when an import replaces the library.
    ///
    /// - Parameter path: The path of the library, which need not exist yet, or `nil` for none.
    public init(path: String?) {
      library = path.map(OpenedLibrary.init)
    }

    /// Whether the library exists.
    public var isConfigured: Bool { library?.exists == true }

    /// The catalog of its songs.
    public var catalog: any SearchableCatalog { LibraryCatalog(opened: library) }

    /// Returns the resolver that plays the files of folders.
    public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
      [URLResolver()]
    }

    /// Returns the file or recording of a link, or up to 500 songs of an album or artist.
    ///
    /// - Throws: `PlayerError`: `notFound` if the library does not have it (any more).
    public func tracks(of link: MusicLink) async throws -> [any Track] {
      guard link.service == .library, let thing = LibraryLinks.Thing(link.id) else {
        throw PlayerError(.invalidItem, "This is not a song of a library.")
      }
      guard let library else {
        throw PlayerError(.notFound, "There is no library. Add music first.")
      }
      let songs: [LibrarySong]
      do throws(LibraryError) {
        songs = try library.index().songs(of: thing, limit: 500)
      } catch {
        throw PlayerError(.notFound, CatalogError(error).message, underlying: error)
      }
      guard !songs.isEmpty else {
        throw PlayerError(.notFound, "The library does not have this.")
      }
      return songs.map(\.track)
    }
  }

  extension LibraryIndex {
    /// Returns the songs that a link names.
    func songs(of thing: LibraryLinks.Thing, limit: Int) throws(LibraryError) -> [LibrarySong] {
      switch thing {
      case .file(let key): try song(key: key).map { [$0] } ?? []
      case .recording(let id): Array(try songs(musicBrainzID: id).prefix(1))
      case .artist(let name): try songs(by: name, limit: limit)
      case .album(let album): try songs(of: album, limit: limit)
      }
    }
  }

  extension LibrarySong {
    /// The track that plays the song: its file, otherwise the same recording elsewhere.
    var track: any Track {
      if let path {
        if let address = WebDAVAddress(path) { return WebDAVTrack(address, metadata: metadata) }
        return URLTrack(path: path, metadata: metadata)
      }
      return RecordingTrack(metadata)
    }

    private var metadata: TrackMetadata {
      var metadata = TrackMetadata(
        title: title,
        artist: artist.isEmpty ? nil : artist,
        album: album,
        duration: duration
      )
      metadata.details.isrc = isrc
      metadata.details.musicBrainz = musicBrainzID.map { MusicBrainzIDs(recording: $0) }
      return metadata
    }
  }
#endif
