#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitWebDAV

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
    /// The number of files read concurrently.
    static let width = 8
    /// The number of files written in one transaction.
    static let batch = 200

    /// The file that stores the folders of a library.
    static func file(of library: String) -> String { library + ".folders" }

    let inspector: any MediaInspecting
    private let library: String
    private let webDAV: WebDAVClient?
    private let maximumNames: Int
    /// The clock of ``watch(interval:onChange:)``.
    var clock: any PlaybackClock = SystemPlaybackClock()

    /// Makes a value for a library. Touches no file yet.
    ///
    /// - Parameters:
    ///   - library: The path of the library's file.
    ///   - inspector: Reads the tags of files, for example `MediaInspector` of
    ///     `PlayerKitInspection`. For folders of WebDAV servers, give it a
    ///     ``PlayerKitWebDAV/WebDAVResolver``.
    ///   - webDAV: The client for folders of WebDAV servers; `nil` if such folders are not scanned.
    public init(
      library: String,
      inspector: any MediaInspecting,
      webDAV: WebDAVClient? = nil
    ) {
      self.init(
        library: library,
        inspector: inspector,
        webDAV: webDAV,
        maximumNames: FolderListing.maximumNames
      )
    }

    init(
      library: String,
      inspector: any MediaInspecting,
      webDAV: WebDAVClient? = nil,
      maximumNames: Int
    ) {
      self.library = library
      self.inspector = inspector
      self.webDAV = webDAV
      self.maximumNames = maximumNames
    }

    /// Adds a folder and scans it. A folder that was added before is scanned again.
    ///
    /// - Parameter onProgress: Called with the progress, on the thread of the scan.
    /// - Parameter folder: The path of the folder, or the `dav` or `davs` address of a folder of a
    ///   WebDAV server.
    /// - Throws: ``LibraryError``: `unreadable` if there is no such folder, `notALibrary` if the
    ///   library's file is something else. `CancellationError` if canceled: songs found until then
    ///   stay, and the next scan continues.
    @discardableResult
    public func add(
      _ folder: String,
      onProgress: @escaping @Sendable (Report) -> Void = { _ in }
    ) async throws -> Report {
      guard let path = try await real(folder) else {
        throw LibraryError(.unreadable, "\(folder): the folder does not exist. Check its path.")
      }
      do {
        _ = try await reader(of: path, roots: [path]).listing(of: path)
      } catch let error as LibraryError {
        throw LibraryError(error.code, "\(folder): \(error.message)")
      }
      // If the library's file is something else, folders beside it would never be found.
      _ = try SearchedFile(.dumps, path: library)
      let index = try index()
      let roots = try index.roots()
      if !roots.contains(where: { FolderScan.is(path, within: $0) }) { try index.add(root: path) }
      var whole = Report()
      for part in parts(of: [path]) {
        whole.add(try await scan(part, of: index, onProgress).walk(part.path))
      }
      return whole
    }

    /// Removes an added folder and its songs from the library. Any other folder is ignored, even
    /// one inside an added folder.
    public func remove(_ folder: String) throws(LibraryError) {
      let index = try index()
      let folder = WebDAVAddress(folder)?.libraryPath ?? Self.withoutEnd(folder)
      // The disk of an added folder may be missing, or hang.
      let isKnown = try index.roots().contains { FileName($0) == FileName(folder) }
      try index.remove(root: isKnown ? folder : Self.real(path: folder) ?? folder)
    }

    /// The added folders.
    public func folders() throws(LibraryError) -> [String] {
      guard FileManager.default.fileExists(atPath: Self.file(of: library)) else { return [] }
      return try index().roots()
    }

    /// Scans all folders: reads files that are new or whose size or time of change differ, and
    /// removes the songs of files that are gone. Folders on other machines come last.
    ///
    /// Songs stay if their folder can't be read. They also stay if an added folder is missing or
    /// empty, because its disk may not be mounted.
    ///
    /// A symbolic link is followed if it leads to something hidden inside the added folders. What
    /// is not hidden is found at its own path.
    ///
    /// - Throws: As ``add(_:onProgress:)``.
    @discardableResult
    public func scan(onProgress: @escaping @Sendable (Report) -> Void = { _ in }) async throws
      -> Report
    {
      try await scan(parts(of: try index().roots()), onProgress)
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
        (try? await reader(of: root, roots: [root]).listing(of: root).isEmpty) == false,
        try await isPlain(path, within: root)
      else { return Report() }
      let excluded = Set(RemoteMounts.current.inside(path).map { FileName($0) })
      let part = Part(path: path, isRemote: false, excluded: excluded)
      return try await scan(part, of: index) { _ in }.update(path)
    }

    // MARK: - Parts

    /// A folder that is scanned by itself.
    struct Part: Sendable {
      var path: String
      /// Whether the folder is on another machine, where the system sees no changes.
      var isRemote: Bool
      /// The parts inside it.
      var excluded: Set<FileName> = []
    }

    /// Returns the parts of the added folders, with those on other machines at the end, because
    /// these may hang.
    func parts(of roots: [String]) -> [Part] {
      let mounts = RemoteMounts.current
      let parts = roots.flatMap { root -> [Part] in
        guard WebDAVAddress(root) == nil else { return [Part(path: root, isRemote: true)] }
        return ([root] + mounts.inside(root)).map { path in
          let excluded = Set(mounts.inside(path).map { FileName($0) })
          return Part(path: path, isRemote: mounts.contains(path), excluded: excluded)
        }
      }
      return parts.filter { !$0.isRemote } + parts.filter(\.isRemote)
    }

    func index() throws(LibraryError) -> FolderIndex {
      try FolderIndex(path: Self.file(of: library))
    }

    func scan(
      _ parts: [Part],
      _ onProgress: @escaping @Sendable (Report) -> Void = { _ in }
    ) async throws -> Report {
      let index = try index()
      var whole = Report()
      for part in parts {
        do {
          let scan = try scan(part, of: index, onProgress)
          if try await scan.reader.listing(of: part.path).isEmpty {
            whole.fail(part.path, "The folder is empty. Its songs stay.")
          } else {
            whole.add(try await scan.walk(part.path))
          }
        } catch let error as LibraryError where error.code == .unreadable {
          whole.fail(part.path, error.message + " Its songs stay.")
        }
      }
      return whole
    }

    private func scan(
      _ part: Part,
      of index: FolderIndex,
      _ onProgress: @escaping @Sendable (Report) -> Void
    ) throws -> FolderScan {
      FolderScan(
        index: index,
        reader: try reader(of: part.path, roots: try index.roots()),
        inspector: inspector,
        excluded: part.excluded,
        onProgress: onProgress
      )
    }

    private func reader(of path: String, roots: [String]) throws -> any FolderReading {
      guard WebDAVAddress(path) != nil else {
        return DiskReading(links: FolderLinks(roots: roots), maximumNames: maximumNames)
      }
      guard let webDAV else {
        throw LibraryError(.unreadable, "Folders of WebDAV servers are not scanned here.")
      }
      return WebDAVReading(client: webDAV)
    }

    /// The absolute path without symbolic links, or `nil` if nothing exists there.
    private func real(_ folder: String) async throws -> String? {
      if let address = WebDAVAddress(folder) { return address.libraryPath }
      return try await FolderThread().run { Self.real(path: folder) }
    }

    private static func real(path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(validatingCString: real)
    }

    /// Whether a path leads straight into a folder: without symbolic links, hidden names, or `..`.
    private func isPlain(_ path: String, within root: String) async throws -> Bool {
      let names = String(path.utf8.dropFirst(root == "/" ? 0 : root.utf8.count)) ?? "."
      let parts = names.unicodeScalars.dropFirst()
        .split(separator: "/", omittingEmptySubsequences: false)
      guard FileName(path) != FileName(root) else { return true }
      guard parts.allSatisfy({ $0.first.map { $0 != "." } ?? false }) else { return false }
      guard WebDAVAddress(root) == nil else { return true }
      let parent = FolderScan.parts(of: path).folder
      return try await real(parent).map { FileName($0) == FileName(parent) } ?? true
    }

    private static func withoutEnd(_ path: String) -> String {
      path.count > 1 && path.hasSuffix("/") ? withoutEnd(String(path.dropLast())) : path
    }
  }
#endif
