#if SQLite
  import PlayerKitSystem

  /// A library that is opened once it is asked, and anew where an import has replaced it. Threads: any.
  final class OpenedLibrary: Sendable {
    /// Which files they are.
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

    /// Whether there is anything.
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
