#if SQLite
  import PlayerKit

  /// One scan of a folder or a file. It compares the place with the index, folder by folder, and
  /// reads the files that differ.
  struct FolderScan: Sendable {
    /// Deeper folders are reported as failures and not read.
    static let maximumDepth = 64

    let index: FolderIndex
    let reader: any FolderReading
    let inspector: any MediaInspecting
    /// Folders that are scanned by themselves, and not as a part of this scan.
    let excluded: Set<FileName>
    let onProgress: @Sendable (LibraryFolders.Report) -> Void

    /// Whether a path is a folder, or lies inside it.
    static func `is`(_ path: String, within folder: String) -> Bool {
      FileName(path) == FileName(folder)
        || path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// Whether a path inside a folder, or the folder itself, has no hidden name in between.
    static func isShown(_ path: String, within folder: String) -> Bool {
      guard `is`(path, within: folder) else { return false }
      let rest = path.utf8.dropFirst(folder == "/" ? 0 : folder.utf8.count)
      return rest.split(separator: UInt8(ascii: "/"))
        .allSatisfy { $0.first != UInt8(ascii: ".") }
    }

    /// Scans a file or a folder, or removes it if it is gone.
    func update(_ path: String) async throws -> LibraryFolders.Report {
      switch try await reader.state(of: path) {
      case .folder: return try await walk(path)
      case .file(let mark): return try await look(at: path, mark)
      case nil: return try remove(path)
      case .link, .other: return LibraryFolders.Report()
      }
    }

    // MARK: - One file

    private func look(at path: String, _ mark: FolderIndex.Mark) async throws
      -> LibraryFolders.Report
    {
      var report = LibraryFolders.Report()
      let (folder, name) = Self.parts(of: path)
      guard AudioNames.isAudio(name) else { return report }
      let known = try index.files(of: folder)[FileName(name)]
      if let known, known.mark == mark {
        if known.isSong { report.songs = 1 } else { report.unreadable = 1 }
        return report
      }
      try settle([await read(File(folder: folder, name: name, mark: mark))], &report)
      return report
    }

    private func remove(_ path: String) throws -> LibraryFolders.Report {
      var report = LibraryFolders.Report()
      let (folder, name) = Self.parts(of: path)
      if try index.files(of: folder)[FileName(name)] != nil {
        try index.apply([.noFile(folder: folder, name: name)])
        report.removed = 1
      } else {
        report.removed = try removeFolders([path])
      }
      return report
    }

    // MARK: - A folder

    private struct File: Sendable {
      var folder: String
      var name: String
      var mark: FolderIndex.Mark
      var path: String { folder == "/" ? "/" + name : folder + "/" + name }
    }

    private struct Place {
      var path: String
      var depth: Int
      var isLink = false
    }

    /// Scans a folder that is there.
    func walk(_ root: String) async throws -> LibraryFolders.Report {
      var report = LibraryFolders.Report()
      var waiting = [Place(path: root, depth: 0)]
      // Links come last, so that a folder is found at its own path if it has one.
      var links: [Place] = []
      var visited: Set<FolderIdentity> = []
      var changed: [File] = []
      while let place = waiting.popLast() ?? links.popLast() {
        try Task.checkCancellation()
        let folder = place.path
        guard place.depth <= Self.maximumDepth else {
          report.leftOut.tooDeep += 1
          report.fail(folder, "The folder is too deep inside the others. Its songs stay.")
          continue
        }
        let listing: FolderListing
        do {
          listing = try await reader.listing(of: folder)
        } catch let error as LibraryError {
          report.fail(folder, error.message + " Its songs stay.")
          continue
        }
        if let identity = listing.identity, !visited.insert(identity).inserted, place.isLink {
          // The link leads in a circle, or to what another link leads to.
          report.leftOut.links += 1
          report.removed += try removeFolders([folder])
          continue
        }
        for name in listing.folders.sorted(by: >) {
          let path = Self.path(folder, name.text)
          guard !excluded.contains(FileName(path)) else { continue }
          waiting.append(Place(path: path, depth: place.depth + 1))
        }
        for name in listing.linkedFolders.sorted(by: >) {
          let path = Self.path(folder, name.text)
          links.append(Place(path: path, depth: place.depth + 1, isLink: true))
        }
        changed += try compare(folder, listing, &report)
        while changed.count >= LibraryFolders.batch {
          try Task.checkCancellation()
          try settle(await read(changed.prefix(LibraryFolders.batch)), &report)
          changed.removeFirst(LibraryFolders.batch)
        }
      }
      try settle(await read(changed[...]), &report)
      return report
    }

    /// Reads files, several at a time.
    private func read(_ files: ArraySlice<File>) async -> [FolderIndex.Change] {
      await withTaskGroup(of: FolderIndex.Change.self) { group in
        var waiting = files
        while let file = waiting.popFirst() {
          group.addTask { await read(file) }
          if files.count - waiting.count == LibraryFolders.width { break }
        }
        var found: [FolderIndex.Change] = []
        for await change in group {
          found.append(change)
          if let file = waiting.popFirst() { group.addTask { await read(file) } }
        }
        return found
      }
    }

    /// Compares a folder with the index, and removes from it what no longer exists.
    ///
    /// - Returns: The files to read, by name.
    private func compare(
      _ folder: String,
      _ listing: FolderListing,
      _ report: inout LibraryFolders.Report
    ) throws -> [File] {
      for (name, reason) in listing.odd { report.fail(Self.path(folder, name), reason) }
      report.leftOut.add(listing.leftOut)
      let known = try index.files(of: folder)
      if listing.isComplete {
        try removeMissing(from: folder, known, listing, &report)
      } else {
        report.fail(folder, "The folder has too many names. The others are left out.")
      }
      var changed: [File] = []
      for (name, mark) in listing.files {
        if let old = known[name], old.mark == mark {
          if old.isSong { report.songs += 1 } else { report.unreadable += 1 }
        } else {
          changed.append(File(folder: folder, name: name.text, mark: mark))
        }
      }
      return changed.sorted { FileName($0.name) < FileName($1.name) }
    }

    private func removeMissing(
      from folder: String,
      _ known: [FileName: FolderIndex.Known],
      _ listing: FolderListing,
      _ report: inout LibraryFolders.Report
    ) throws {
      let gone = known.keys.filter { listing.files[$0] == nil }
      try index.apply(gone.map { .noFile(folder: folder, name: $0.text) })
      report.removed += gone.count
      let folders = Set(listing.folders + listing.linkedFolders)
      let start = folder == "/" ? 1 : folder.utf8.count + 1
      let children = Set(
        try index.folders(within: folder).map { path in
          FileName(String(path.utf8.dropFirst(start).prefix { $0 != 0x2F }) ?? "")
        }
      )
      let lost = children.subtracting(folders).subtracting([FileName("")])
      report.removed += try removeFolders(lost.map { Self.path(folder, $0.text) })
    }

    private func removeFolders(_ folders: [String]) throws -> Int {
      var count = 0
      for folder in folders {
        for path in try index.folders(within: folder) + [folder] {
          count += try index.files(of: path).count
        }
      }
      try index.apply(folders.map { .noFolder($0) })
      return count
    }

    private func settle(
      _ changes: [FolderIndex.Change],
      _ report: inout LibraryFolders.Report
    ) throws {
      // A canceled batch is not written, so that the next scan reads it.
      try Task.checkCancellation()
      guard !changes.isEmpty else { return }
      try index.apply(changes)
      report.read += changes.count
      for change in changes {
        switch change {
        case .song: report.songs += 1
        case .problem(let problem, let folder, let name, _):
          report.fail(Self.path(folder, name), problem)
        case .noFile, .noFolder: break
        }
      }
      onProgress(report)
    }

    // MARK: - Inspecting

    private func read(_ file: File) async -> FolderIndex.Change {
      do {
        let metadata = try await inspector.inspect(reader.track(at: file.path))
        let song = LibrarySong(metadata, file: reader.shownName(file.name))
        return .song(song, folder: file.folder, name: file.name, file.mark)
      } catch {
        let error = error as? PlayerError
        // A file without audio is not read again until it changes. Errors that may pass
        // (permissions, disk failures, timeouts) don't show in the file's mark, so such a file is
        // read again.
        let isLasting = error.map { !Self.passing.contains($0.code) } ?? false
        return .problem(
          error?.message ?? "it can't be read",
          folder: file.folder,
          name: file.name,
          isLasting ? file.mark : .none
        )
      }
    }

    private static func path(_ folder: String, _ name: String) -> String {
      folder == "/" ? "/" + name : folder + "/" + name
    }

    private static let passing: Set<PlayerError.Code> = [
      .notFound, .unreadable, .forbidden, .timedOut, .unreachable,
    ]

    static func parts(of path: String) -> (folder: String, name: String) {
      let scalars = path.unicodeScalars
      guard let slash = scalars.lastIndex(of: "/") else { return ("", path) }
      let folder = String(scalars[..<slash])
      return (folder.isEmpty ? "/" : folder, String(scalars[scalars.index(after: slash)...]))
    }
  }

  extension LibrarySong {
    /// Makes a song from tags. A file without a title tag gets its name as the title.
    init(_ metadata: TrackMetadata, file name: String) {
      let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      self.init(
        title: metadata.title ?? stem,
        artist: metadata.artist ?? metadata.details.albumArtist ?? ""
      )
      album = metadata.album
      duration = metadata.duration
      isrc = metadata.details.isrc
      musicBrainzID = metadata.details.musicBrainz?.recording
    }
  }

  /// Recognizes audio files by their names.
  enum AudioNames {
    private static let endings: Set<String> = [
      "aac", "aif", "aifc", "aiff", "alac", "ape", "caf", "dff", "dsf", "flac", "m4a", "m4b",
      "mka", "mp2", "mp3", "mpc", "oga", "ogg", "opus", "spx", "tta", "wav", "weba", "wma", "wv",
    ]

    static func isAudio(_ name: String) -> Bool {
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
      return endings.contains(name[name.index(after: dot)...].lowercased())
    }
  }
#endif
