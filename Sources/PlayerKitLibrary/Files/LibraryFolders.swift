#if SQLite
  import Foundation
  import PlayerKit

  /// Folders of music as a part of a library: what their tags say is found by ``LibraryIndex``, and can be played.
  ///
  /// ```swift
  /// let folders = LibraryFolders(library: path, inspector: MediaInspector())
  /// try await folders.add("/music")
  /// try await folders.watch()
  /// ```
  ///
  /// They are kept in a file beside the library (`.folders`), which is changed in place: an import of a dump leaves it
  /// alone. May be used on any thread, also by several processes at once.
  public struct LibraryFolders: Sendable {
    /// What a scan has found.
    public struct Report: Sendable, Hashable {
      /// A file or folder that could not be read.
      public struct Failure: Sendable, Hashable {
        /// Where it is.
        public var path: String
        /// Why, for people.
        public var message: String
      }

      /// How many songs the folders have now.
      public var songs = 0
      /// How many files were looked into, since they are new or have changed.
      public var read = 0
      /// How many files are gone.
      public var removed = 0
      /// How many files, or folders, can't be read, those of earlier scans included.
      public var unreadable = 0
      /// What this scan could not read: the first hundred.
      public var failures: [Failure] = []

      /// Makes a report of nothing.
      public init() {}
    }

    /// How many files are looked into at a time.
    static let width = 8
    /// So many files are written at once.
    static let batch = 200

    /// The file of a library that has its folders.
    static func file(of library: String) -> String { library + ".folders" }

    let inspector: any MediaInspecting
    private let library: String

    /// Names a library. Nothing is touched yet.
    ///
    /// - Parameter inspector: tells what is in a file, such as `MediaInspector` of `PlayerKitInspection`.
    public init(library: String, inspector: any MediaInspecting) {
      self.library = library
      self.inspector = inspector
    }

    /// Adds a folder, and scans it. One that is there already is scanned again.
    ///
    /// - Throws: ``LibraryError``: `unreadable` where there is no such folder, `notALibrary` where the library's file
    ///   is something else. `CancellationError`: what was found
    ///   until then stays, and the next scan goes on.
    @discardableResult
    public func add(
      _ folder: String,
      onProgress: @escaping @Sendable (Report) -> Void = { _ in }
    ) async throws -> Report {
      let path = Self.real(folder)
      guard let path, FolderListing(of: path, isAudio: { _ in false }) != nil else {
        throw LibraryError(.unreadable, "\(folder): there is no such folder that can be read.")
      }
      // Folders beside something else would never be found.
      _ = try SearchedFile(.dumps, path: library)
      let index = try index()
      let roots = try index.roots()
      if !roots.contains(where: { FolderScan.is(path, within: $0) }) { try index.add(root: path) }
      return try await scan(path, of: index, onProgress)
    }

    /// Takes a folder that was added, and its songs, out of the library. Another one is ignored, also within one
    /// that was added.
    public func remove(_ folder: String) throws(LibraryError) {
      try index().remove(root: Self.real(folder) ?? folder)
    }

    /// The folders that were added.
    public func folders() throws(LibraryError) -> [String] {
      guard FileManager.default.fileExists(atPath: Self.file(of: library)) else { return [] }
      return try index().roots()
    }

    /// Scans all folders: reads what is new or has another size or time of change, and removes what is gone. Of a
    /// folder that can't be read, and of one that was added and has nothing in it any more, as where a disk is not
    /// there, all stays.
    ///
    /// - Throws: as ``add(_:onProgress:)``.
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

    /// Looks at one file or folder within those that were added: reads it where it is new or has changed, and removes
    /// it where it is gone. What is elsewhere is ignored, as is what a scan passes over: what is hidden, and what a link
    /// leads to.
    ///
    /// - Throws: as ``add(_:onProgress:)``.
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

    /// The path without links and relative parts; `nil`: nothing is there.
    private static func real(_ path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(validatingCString: real)
    }

    /// Whether a path leads straight into a folder: by no link, nothing that is hidden, and not up again.
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
    /// So many failures are told.
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
