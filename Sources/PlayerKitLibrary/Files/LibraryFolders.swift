#if SQLite
  import Foundation
  import PlayerKit

  /// Folders of music files as a part of a library. ``LibraryIndex`` finds their songs by their
  /// tags.
  ///
  /// ```swift
  /// let folders = LibraryFolders(library: path, inspector: MediaInspector())
  /// try await folders.add("/music")
  /// try await folders.watch()
  /// ```
  ///
  /// The songs are stored in a file beside the library (`.folders`), so importing a dump does not
  /// affect them. May be used on any thread, and by several processes at once.
  public struct LibraryFolders: Sendable {
    /// The result of a scan.
    public struct Report: Sendable, Hashable {
      /// A file or folder that could not be read.
      public struct Failure: Sendable, Hashable {
        /// The path of the file or folder.
        public var path: String
        /// The reason, in words for people.
        public var message: String
      }

      /// The number of songs that the folders have now.
      public var songs = 0
      /// The number of files read because they are new or have changed.
      public var read = 0
      /// The number of files that no longer exist.
      public var removed = 0
      /// The number of unreadable files and folders, including earlier scans.
      public var unreadable = 0
      /// The first hundred failures of this scan.
      public var failures: [Failure] = []

      /// Makes an empty report.
      public init() {}
    }

    /// The number of files read concurrently.
    static let width = 8
    /// The number of files written in one transaction.
    static let batch = 200

    /// The file that stores the folders of a library.
    static func file(of library: String) -> String { library + ".folders" }

    let inspector: any MediaInspecting
    private let library: String

    /// Makes a value for a library. Touches no file yet.
    ///
    /// - Parameter inspector: Reads the tags of files, for example `MediaInspector` of
    ///   `PlayerKitInspection`.
    public init(library: String, inspector: any MediaInspecting) {
      self.library = library
      self.inspector = inspector
    }

    /// Adds a folder and scans it. A folder that was added before is scanned again.
    ///
    /// - Throws: ``LibraryError``: `unreadable` if there is no such folder, `notALibrary` if the
    ///   library's file is something else. `CancellationError` if canceled: songs found until then
    ///   stay, and the next scan continues.
    @discardableResult
    public func add(
      _ folder: String,
      onProgress: @escaping @Sendable (Report) -> Void = { _ in }
    ) async throws -> Report {
      let path = Self.real(folder)
      guard let path, FolderListing(of: path, isAudio: { _ in false }) != nil else {
        throw LibraryError(.unreadable, "\(folder): there is no such folder that can be read.")
      }
      // If the library's file is something else, folders beside it would never be found.
      _ = try SearchedFile(.dumps, path: library)
      let index = try index()
      let roots = try index.roots()
      if !roots.contains(where: { FolderScan.is(path, within: $0) }) { try index.add(root: path) }
      return try await scan(path, of: index, onProgress)
    }

    /// Removes an added folder and its songs from the library. Any other folder is ignored, even
    /// one inside an added folder.
    public func remove(_ folder: String) throws(LibraryError) {
      try index().remove(root: Self.real(folder) ?? folder)
    }

    /// The added folders.
    public func folders() throws(LibraryError) -> [String] {
      guard FileManager.default.fileExists(atPath: Self.file(of: library)) else { return [] }
      return try index().roots()
    }

    /// Scans all folders: reads files that are new or whose size or modification date differ, and
    /// removes the songs of files that are gone.
    ///
    /// Songs stay if their folder can't be read. They also stay if an added folder is missing or
    /// empty, because its disk may not be mounted.
    ///
    /// - Throws: As ``add(_:onProgress:)``.
    @discardableResult
    public func scan(onProgress: @escaping @Sendable (Report) -> Void = { _ in }) async throws
      -> Report
    {
      let index = try index()
      var whole = Report()
      for root in try index.roots() {
        if Self.isThere(root) {
          whole.add(try await scan(root, of: index, onProgress))
        } else {
          whole.fail(root, "nothing is there; its songs stay")
        }
      }
      return whole
    }

    /// Scans one file or folder inside the added folders: reads it if it is new or has changed, and
    /// removes it if it is gone. Ignores paths outside the added folders, hidden files, and paths
    /// through symbolic links.
    ///
    /// - Throws: As ``add(_:onProgress:)``.
    @discardableResult
    public func update(_ path: String) async throws -> Report {
      let index = try index()
      let path = Self.withoutEnd(path)
      guard let root = try index.roots().first(where: { FolderScan.is(path, within: $0) }),
        Self.isThere(root), Self.isPlain(path, within: root)
      else { return Report() }
      return try await scan(path, of: index) { _ in }
    }

    // MARK: - Parts

    func index() throws(LibraryError) -> FolderIndex {
      try FolderIndex(path: Self.file(of: library))
    }

    private func scan(
      _ path: String,
      of index: FolderIndex,
      _ onProgress: @escaping @Sendable (Report) -> Void
    ) async throws -> Report {
      try await FolderScan(index: index, inspector: inspector, onProgress: onProgress).run(path)
    }

    private static func isThere(_ root: String) -> Bool {
      FolderListing(of: root, isAudio: AudioNames.isAudio)?.isEmpty == false
    }

    /// The absolute path without symbolic links, or `nil` if nothing exists there.
    private static func real(_ path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(validatingCString: real)
    }

    /// Whether a path leads straight into a folder: without symbolic links, hidden names, or `..`.
    private static func isPlain(_ path: String, within root: String) -> Bool {
      let names = String(path.utf8.dropFirst(root == "/" ? 0 : root.utf8.count)) ?? "."
      let parts = names.unicodeScalars.dropFirst()
        .split(separator: "/", omittingEmptySubsequences: false)
      guard FileName(path) != FileName(root) else { return true }
      guard parts.allSatisfy({ $0.first.map { $0 != "." } ?? false }) else { return false }
      let parent = FolderScan.parts(of: path).folder
      return real(parent).map { FileName($0) == FileName(parent) } ?? true
    }

    private static func withoutEnd(_ path: String) -> String {
      path.count > 1 && path.hasSuffix("/") ? withoutEnd(String(path.dropLast())) : path
    }
  }

  extension LibraryFolders.Report {
    /// A report keeps at most this many failures.
    static let mostFailures = 100

    mutating func fail(_ path: String, _ message: String) {
      unreadable += 1
      guard failures.count < Self.mostFailures else { return }
      failures.append(Failure(path: path, message: message))
    }

    mutating func add(_ other: Self) {
      songs += other.songs
      read += other.read
      removed += other.removed
      unreadable += other.unreadable
      failures += other.failures.prefix(Self.mostFailures - failures.count)
    }
  }
#endif
