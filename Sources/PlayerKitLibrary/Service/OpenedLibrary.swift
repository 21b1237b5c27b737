#if SQLite
  import PlayerKitSystem

  /// A library, opened on first use, and again after an import has replaced it. May be used on any
  /// thread.
  final class OpenedLibrary: Sendable {
    /// The identity of both files.
    private struct Mark: Sendable, Equatable {
      var dumps: FileNumber?
      var folders: FileNumber?

      init(_ path: String) {
        dumps = FileNumber(path)
        folders = FileNumber(LibraryFolders.file(of: path))
      }
    }

    let path: String
    private let opened = Locked<(mark: Mark, index: LibraryIndex)?>(nil)

    init(path: String) { self.path = path }

    /// Whether either file exists.
    var exists: Bool {
      let mark = Mark(path)
      return mark.dumps != nil || mark.folders != nil
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
