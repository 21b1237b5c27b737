#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Int64 {
  /// The seconds since 1970.
  package static var secondsNow: Int64 { Int64(Date().timeIntervalSince1970) }
}

/// Keeps playlists in one file, without any other library.
///
/// The file is a journal: each change is a line. A line that did not come to its end, since the
/// process or the system ended, is passed over when the file is read. All playlists are in memory
/// while the store is open. Where what was written over is more than what counts, the file is
/// written anew. Only its owner may read it (mode 0600).
public actor FilePlaylistStore: PlaylistStore {
  /// How much may be added before the file is written anew, however small it is.
  private static let slack = 1 << 18
  private static let header = Data("PlayerKit playlists 1\n".utf8)

  private let path: String
  private let executor = StoreExecutor(label: "PlayerKit.FilePlaylistStore")
  private var file: JournalFile?
  private var stored = StoredPlaylists()
  private var length = 0
  /// How long the file was when it was opened or written anew.
  private var initialLength = 0
  private var isClosed = false

  /// Runs on a thread of its own: it waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a store. The file is opened, or made, by the first call that needs it; where that fails,
  /// by the next one again.
  public init(path: String) {
    self.path = path.fromRoot
  }

  /// What there is.
  public func playlists() throws(PlaylistStoreError) -> [PlaylistSummary] {
    _ = try open()
    return stored.summaries
  }

  /// The tracks of a playlist.
  public func tracks(of playlist: String) throws(PlaylistStoreError) -> [StoredTrack] {
    _ = try open()
    return try stored.tracks(of: playlist)
  }

  /// Writes tracks into a playlist: a line in the file.
  public func write(
    _ tracks: [StoredTrack],
    to playlist: String,
    _ mode: PlaylistWriting
  ) throws(PlaylistStoreError) {
    try change(.init(tracks, to: playlist, mode, modified: .secondsNow))
  }

  /// Gives a playlist another name.
  public func rename(_ playlist: String, to name: String) throws(PlaylistStoreError) {
    try change(.init(.rename, playlist, newName: name, modified: .secondsNow))
  }

  /// Takes a playlist away.
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
      let line = try Self.line(change)
      // Over what may lie behind the end.
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
      // What made sense when it was written does so when it is read.
      if (try? stored.check(change)) != nil { stored.apply(change) }
      length = end + 1
    }
  }

  /// Writes the file anew. Where that fails, the old one goes on.
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
        bytes += try Self.line(change)
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

  /// A checksum, the JSON, the end of the line.
  private static func line(_ change: StoredPlaylists.Change) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(change)
    let digits = String(Checksum.of(json), radix: 16)
    return Data((String(repeating: "0", count: 8 - digits.count) + digits + " ").utf8) + json
      + Data("\n".utf8)
  }

  /// The change that a line is; `nil` where it is not whole.
  private static func change(_ line: Data) -> StoredPlaylists.Change? {
    guard line.count > 9, let text = String(bytes: line.prefix(8), encoding: .utf8),
      let checksum = UInt32(text, radix: 16), checksum == Checksum.of(line.dropFirst(9))
    else { return nil }
    return try? JSONDecoder().decode(StoredPlaylists.Change.self, from: line.dropFirst(9))
  }
}
