#if SQLite
  extension LibraryFolders {
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
      /// What this scan left out.
      public var leftOut = LeftOut()
      /// The first hundred failures of this scan.
      public var failures: [Failure] = []

      /// Makes an empty report.
      public init() {}
    }

    /// The numbers of things that a scan left out, by their reasons.
    public struct LeftOut: Sendable, Hashable {
      /// Symbolic links that lead out of the added folders, nowhere, or in a circle.
      public var links = 0
      /// Names that are not UTF-8.
      public var unreadableNames = 0
      /// Folders more than 64 levels deep.
      public var tooDeep = 0
      /// Folders with too many names: more than a million on disk, or than a server may list. Their
      /// other names were not read.
      public var tooMany = 0

      /// Makes numbers of zero.
      public init() {}

      mutating func add(_ other: Self) {
        links += other.links
        unreadableNames += other.unreadableNames
        tooDeep += other.tooDeep
        tooMany += other.tooMany
      }
    }
  }

  extension LibraryFolders.Report {
    /// A report keeps at most this many failures.
    static let maximumFailures = 100

    mutating func fail(_ path: String, _ message: String) {
      unreadable += 1
      guard failures.count < Self.maximumFailures else { return }
      failures.append(Failure(path: path, message: message))
    }

    mutating func add(_ other: Self) {
      songs += other.songs
      read += other.read
      removed += other.removed
      unreadable += other.unreadable
      leftOut.add(other.leftOut)
      failures += other.failures.prefix(Self.maximumFailures - failures.count)
    }
  }
#endif
