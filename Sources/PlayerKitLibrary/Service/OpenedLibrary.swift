#if SQLite
  import Locking

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A library that is opened once it is asked, and anew where an import has replaced it. Threads: any.
  final class OpenedLibrary: Sendable {
    /// Which files they are.
    private struct Mark: Sendable, Equatable {
      var dumps: [UInt64]
      var folders: [UInt64]

      init(_ path: String) {
        dumps = Self.file(path)
        folders = Self.file(LibraryFolders.file(of: path))
      }

      private static func file(_ path: String) -> [UInt64] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
      }
    }

    let path: String
    private let opened = Locked<(mark: Mark, index: LibraryIndex)?>(nil)

    init(path: String) { self.path = path }

    /// Whether there is anything.
    var exists: Bool {
      let mark = Mark(path)
      return !mark.dumps.isEmpty || !mark.folders.isEmpty
    }

    func index() throws(LibraryError) -> LibraryIndex {
      let mark = Mark(path)
      if let opened = opened.withLock({ $0 }), opened.mark == mark { return opened.index }
      let index = try LibraryIndex(path: path)
      opened.withLock { $0 = (mark, index) }
      return index
    }
  }
#endif
