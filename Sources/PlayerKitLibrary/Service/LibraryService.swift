#if SQLite
  import Foundation
  import PlayerKitServices
  import PlayerKit

  /// A library as an app knows its services: searched and named like them, by a remote control, too. Files of folders
  /// play; of what has only MusicBrainz' id, whichever service has the same recording
  /// (``PlayerKitServices/MusicServices/fallback``).
  public struct LibraryService: MusicService {
    /// `library`.
    public static let name = "library"
    /// Where it is.
    public static let variables = [
      ServiceVariable("PLAYERKIT_LIBRARY", "the file of a catalog of one's own")
    ]
    /// None: it asks nobody.
    public static let addresses: [String] = []
    /// `library:file:KEY`, `library:recording:ID`, `library:artist:NAME` and `library:album:ARTIST/TITLE`.
    public static let links: any LinkRecognizer = LibraryLinks()
    /// Its tracks are files and recordings, which stores know.
    public static let storableTracks: [any StorableTrack.Type] = []

    private let library: OpenedLibrary?

    /// Makes the service. Opens nothing.
    public init(_ setup: ServiceSetup) {
      self.init(path: setup["PLAYERKIT_LIBRARY"])
    }

    /// Makes the service of a library. An import that replaces it is noticed.
    ///
    /// - Parameter path: where it is, or will be; `nil`: nowhere.
    public init(path: String?) {
      library = path.map(OpenedLibrary.init)
    }

    /// Whether there is such a library.
    public var isSetUp: Bool { library?.exists == true }

    /// Its songs.
    public var catalog: any SearchableCatalog { LibraryCatalog(opened: library) }

    /// What plays files: as a fallback, a library has those of its folders.
    public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
      [URLResolver()]
    }

    /// What it knows of recordings.
    public var recordingIndex: (any RecordingIndex)? { library.map(LibraryRecordings.init) }

    /// The same, also for strangers: its links lead to files, but to none that was not added, and tell no path.
    public var forStrangers: any MusicService { self }

    /// The file, or the recording; the songs of an album or an artist, 500 at most.
    ///
    /// - Throws: `PlayerError`: `notFound` where the library does not have it, any more.
    public func tracks(of link: MusicLink) async throws -> [any Track] {
      guard link.service == .library, let thing = LibraryLinks.Thing(link.id) else {
        throw PlayerError(.invalidItem, "This is no song of a library.")
      }
      guard let library else { throw PlayerError(.notFound, "There is no library.") }
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
    /// What a link names.
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
    /// What plays it: its file, else the same recording elsewhere.
    var track: any Track {
      if let path { return URLTrack(path: path, metadata: metadata) }
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
