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

    /// Finds songs by words of title, artist and album: in any order, without marks, the last word as the
    /// beginning of one. Files come first, then dumps in their order. Where nothing is found, words of five
    /// letters and more may have one mistake. At most ``mostFound`` songs come.
    public func songs(
      matching text: String,
      limit: Int = 25,
      offset: Int = 0
    ) throws(LibraryError) -> [LibrarySong] {
      let query = LibraryQuery(text)
      let (limit, offset) = (min(max(limit, 0), Self.mostFound), max(offset, 0))
      guard !query.words.isEmpty, limit > 0 else { return [] }
      var exact: [(file: SearchedFile, match: String)] = []
      for file in files { exact.append((file, try file.match(query))) }
      let found = try Self.songs(exact, limit, offset)
      guard found.isEmpty else { return found }
      if offset > 0 {
        for (file, match) in exact where try file.hasSongs(matching: match) { return [] }
      }
      var corrected: [(file: SearchedFile, match: String)] = []
      for file in files {
        if let match = try file.correctedMatch(query) { corrected.append((file, match)) }
      }
      return try Self.songs(corrected, limit, offset)
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
      guard !query.words.isEmpty else { return [] }
      let match = query.match(ends: [])
      return try Self.songs(files.map { ($0, match) }, limit, offset)
    }

    // MARK: - Parts

    private func songs(of id: SearchedFile.ID) throws(LibraryError) -> [LibrarySong] {
      var songs: [LibrarySong] = []
      for file in files { songs += try file.songs(of: id) }
      return songs
    }

    /// The songs of the first file, then those of the next.
    private static func songs(
      _ matches: [(file: SearchedFile, match: String)],
      _ limit: Int,
      _ offset: Int
    ) throws(LibraryError) -> [LibrarySong] {
      var found: [LibrarySong] = []
      var skipped = offset
      for (file, match) in matches where found.count < limit {
        let some = try file.songs(matching: match, limit: limit - found.count, offset: skipped)
        found += some
        if !some.isEmpty {
          skipped = 0
        } else if skipped > 0 {
          skipped -= min(skipped, try file.countSongs(matching: match))
        }
      }
      return found
    }
  }
#endif
