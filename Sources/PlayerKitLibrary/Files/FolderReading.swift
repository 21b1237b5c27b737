#if SQLite
  import PlayerKit

  /// A place with folders of music: the disk, or a server.
  protocol FolderReading: Sendable {
    /// Returns what exists at a path; `nil` if nothing does.
    ///
    /// - Throws: ``LibraryError`` if this can't be found out for the moment; `CancellationError`.
    func state(of path: String) async throws -> FileState?

    /// Returns the contents of a folder.
    ///
    /// - Throws: ``LibraryError`` if the folder can't be read; `CancellationError`.
    func listing(of folder: String) async throws -> FolderListing

    /// Returns the track that plays a file.
    func track(at path: String) -> any Track

    /// Returns a file name as people read it.
    func shownName(_ name: String) -> String
  }

  /// Reads folders on disk, on a thread of its own.
  struct DiskReading: FolderReading {
    let links: FolderLinks
    var maximumNames = FolderListing.maximumNames
    private let thread = FolderThread()

    init(links: FolderLinks, maximumNames: Int = FolderListing.maximumNames) {
      self.links = links
      self.maximumNames = maximumNames
    }

    /// Returns what exists at a path. A link counts as its target if a scan follows it.
    func state(of path: String) async throws -> FileState? {
      try await thread.run { [links] in
        let state = FileState(of: path)
        guard state == .link, case .hidden(let target) = links.target(of: path, AudioNames.isAudio)
        else { return state }
        return target
      }
    }

    func listing(of folder: String) async throws -> FolderListing {
      let listing = try await thread.run { [links, maximumNames] in
        FolderListing(
          of: folder,
          isAudio: AudioNames.isAudio,
          links: links,
          maximumNames: maximumNames
        )
      }
      guard let listing else {
        throw LibraryError(
          .unreadable,
          "The folder does not exist or can't be read. Check its path and permissions."
        )
      }
      return listing
    }

    func track(at path: String) -> any Track { URLTrack(path: path) }

    func shownName(_ name: String) -> String { name }
  }
#endif
