import PlayerKitSystem

extension Int64 {
  /// The current time in seconds since 1970.
  package static var secondsNow: Int64 { Int64(Date().timeIntervalSince1970) }
}

/// Stores playlists in one file, without any other library.
///
/// The file is a journal with one line for each change. A line that the end of the process or the
/// system left incomplete is skipped when the file is read. All playlists are in memory while the
/// store is open. If outdated lines exceed the valid ones, the file is rewritten. Only its owner
/// may read it (mode 0600).
public actor FilePlaylistStore: PlaylistStore {
  /// The number of bytes that may be added before the file is rewritten, even if it is small.
  private static let slack = 1 << 18
  private static let header = Data("PlayerKit playlists 1\n".utf8)

  private let path: String
  private let executor = StoreExecutor(label: "PlayerKit.FilePlaylistStore")
  private var file: JournalFile?
  private var stored = StoredPlaylists()
  private var length = 0
  /// The length of the file when it was opened or last rewritten.
  private var initialLength = 0
  private var isClosed = false

  /// A dedicated executor, because the store waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a store. The first call that needs the file opens or creates it; if that fails, the
  /// next call tries again.
  public init(path: String) {
    self.path = path.fromRoot
  }

  /// Returns all playlists.
  public func playlists() throws(PlaylistStoreError) -> [PlaylistSummary] {
    _ = try open()
    return stored.summaries
  }

  /// Returns the tracks of a playlist.
  public func tracks(of playlist: String) throws(PlaylistStoreError) -> [StoredTrack] {
    _ = try open()
    return try stored.tracks(of: playlist)
  }

  /// Writes tracks into a playlist, as a line in the file.
  public func write(
    _ tracks: [StoredTrack],
    to playlist: String,
    _ mode: PlaylistWriting
  ) throws(PlaylistStoreError) {
    try change(.init(tracks, to: playlist, mode, modified: .secondsNow))
  }

  /// Renames a playlist.
  public func rename(_ playlist: String, to name: String) throws(PlaylistStoreError) {
    try change(.init(.rename, playlist, newName: name, modified: .secondsNow))
  }

  /// Removes a playlist.
  public func remove(_ playlist: String) throws(PlaylistStoreError) {
    try change(.init(.remove, playlist, modified: .secondsNow))
  }

  /// Closes the file.
  public func close() {
    file = nil
    stored = StoredPlaylists()
    isClosed = true
  }

  // MARK: - The file

  private func change(_ change: StoredPlaylists.Change) throws(PlaylistStoreError) {
    let file = try open()
    try stored.check(change)
    do {
      guard file.isInPlace else {
        self.file = nil
        throw QueueStoreError.takenAway(path)
      }
      let line = try Checksum.line(change)
      // Overwrites anything past the valid end.
      try file.truncate(to: length)
      try file.write(line, at: length)
      try file.synchronize()
      length += line.count
    } catch {
      try? file.truncate(to: length)
      throw PlaylistStoreError(storing: error)
    }
    stored.apply(change)
    if length - initialLength > max(Self.slack, initialLength) { compact(file) }
  }

  private func open() throws(PlaylistStoreError) -> JournalFile {
    do {
      if isClosed { throw QueueStoreError.closed }
      if let file { return file }
      let file = try JournalFile(path: path)
      try read(file.contents())
      file.makePrivate()
      if length == 0 {
        try file.write(Self.header, at: 0)
        length = Self.header.count
      }
      initialLength = length
      self.file = file
      return file
    } catch {
      throw PlaylistStoreError(storing: error)
    }
  }

  private func read(_ contents: Data) throws(QueueStoreError) {
    stored = StoredPlaylists()
    length = 0
    guard !contents.isEmpty else { return }
    guard contents.starts(with: Self.header) else {
      throw QueueStoreError(.notAQueue, "\(path): this holds no playlists.")
    }
    length = Self.header.count
    while let end = contents[length...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let change = Self.change(contents[length..<end]) else { return }
      // A change that was valid when it was written is valid when it is read.
      if (try? stored.check(change)) != nil { stored.apply(change) }
      length = end + 1
    }
  }

  /// Rewrites the file. If that fails, the old one stays in use.
  private func compact(_ file: JournalFile) {
    guard let new = try? JournalFile(beside: file) else { return }
    do {
      var bytes = Self.header
      for (name, playlist) in stored.all {
        let change = StoredPlaylists.Change(
          .create,
          name,
          tracks: playlist.tracks,
          modified: playlist.modified
        )
        bytes += try Checksum.line(change)
      }
      try new.write(bytes, at: 0)
      try new.synchronize()
      try new.replace(file)
      self.file = new
      (length, initialLength) = (bytes.count, bytes.count)
    } catch {
      new.discard()
      initialLength = length
    }
  }

  /// Returns the change in a line; `nil` if the line is damaged.
  private static func change(_ line: Data) -> StoredPlaylists.Change? {
    guard let json = Checksum.json(of: line) else { return nil }
    return try? JSONDecoder().decode(StoredPlaylists.Change.self, from: json)
  }
}
