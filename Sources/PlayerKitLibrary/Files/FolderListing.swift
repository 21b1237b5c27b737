import Foundation
import PlayerKitSystem

#if SQLite
  /// The audio files (by name) and folders inside a folder. Hidden files are left out.
  struct FolderListing: Sendable {
    /// A folder with more names is not read further.
    static let maximumNames = 1_000_000

    var files: [FileName: FolderIndex.Mark] = [:]
    var folders: [FileName] = []
    /// Symbolic links to hidden folders, which no other path leads to.
    var linkedFolders: [FileName] = []
    /// Entries that are named like audio but are not usable files, with the reason.
    var odd: [(name: String, reason: String)] = []
    var leftOut = LibraryFolders.LeftOut()
    /// Whether the folder is completely empty.
    var isEmpty = true
    /// Whether all names were read. If not, files that are not listed may still exist.
    var isComplete = true
    /// `nil` if the folder is on a server.
    var identity: FolderIdentity?

    /// Reads a folder on disk. Returns `nil` if it can't be read.
    ///
    /// - Parameter links: decides which symbolic links are followed; `nil` to ignore all links.
    init?(
      of path: String,
      isAudio: (String) -> Bool,
      links: FolderLinks? = nil,
      maximumNames: Int = Self.maximumNames
    ) {
      guard let list = opendir(path.isEmpty ? "/" : path) else { return nil }
      defer { closedir(list) }
      identity = FolderIdentity(descriptor: dirfd(list))
      var count = 0
      while true {
        errno = 0
        guard let entry = readdir(list) else {
          // An incomplete listing must not be used.
          guard errno == 0 else { return nil }
          return
        }
        // An entry is only as long as its name, so the whole field must not be copied.
        let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
          String(validatingCString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
        }
        if name == "." || name == ".." { continue }
        isEmpty = false
        guard count < maximumNames else {
          isComplete = false
          leftOut.tooMany += 1
          return
        }
        count += 1
        guard let name else {
          odd.append(("?", "its name is not UTF-8"))
          leftOut.unreadableNames += 1
          continue
        }
        if !name.hasPrefix(".") { take(name, in: path, isAudio, links) }
      }
    }

    private mutating func take(
      _ name: String,
      in folder: String,
      _ isAudio: (String) -> Bool,
      _ links: FolderLinks?
    ) {
      let path = folder + "/" + name
      switch FileState(of: path) {
      case .folder: folders.append(FileName(name))
      case .file(let mark): if isAudio(name) { files[FileName(name)] = mark }
      case .link: if let links { take(links.target(of: path, isAudio), of: name, isAudio) }
      case nil: break
      case .other: if isAudio(name) { odd.append((name, "this is not a file")) }
      }
    }

    private mutating func take(
      _ target: FolderLinks.Target,
      of name: String,
      _ isAudio: (String) -> Bool
    ) {
      switch target {
      case .foundElsewhere: break
      case .hidden(.folder): linkedFolders.append(FileName(name))
      case .hidden(.file(let mark)): if isAudio(name) { files[FileName(name)] = mark }
      case .hidden(.link), .hidden(.other): break
      case .outside(let isFolder): if isFolder || isAudio(name) { leftOut.links += 1 }
      }
    }
  }

  /// A folder on disk, whichever path leads to it.
  struct FolderIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    init?(descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// Decides which symbolic links a scan follows: those that lead to something hidden inside the
  /// added folders. Other targets inside them are found at their own paths, and targets outside
  /// were not added.
  struct FolderLinks: Sendable {
    enum Target {
      /// The target has a path of its own in an added folder.
      case foundElsewhere
      case hidden(FileState)
      /// The target is outside the added folders, or does not exist.
      case outside(isFolder: Bool)
    }

    /// The added folders.
    let roots: [String]

    /// Returns the target of a link, after following all links.
    func target(of path: String, _ isAudio: (String) -> Bool) -> Target {
      guard let real = realpath(path, nil) else { return .outside(isFolder: false) }
      defer { free(real) }
      guard let target = String(validatingCString: real), let state = FileState(of: target) else {
        return .outside(isFolder: false)
      }
      let places = roots.filter { FolderScan.is(target, within: $0) }
      guard !places.isEmpty else { return .outside(isFolder: state == .folder) }
      let isNamed = state == .folder || isAudio(FolderScan.parts(of: target).name)
      return isNamed && places.contains { FolderScan.isShown(target, within: $0) }
        ? .foundElsewhere : .hidden(state)
    }
  }

  /// What exists at a path.
  enum FileState: Sendable, Equatable {
    case file(FolderIndex.Mark)
    case folder
    case link
    /// For example a pipe or a device.
    case other

    /// Returns `nil` if nothing exists at the path.
    init?(of path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file(.init(status))
      case S_IFDIR: self = .folder
      case S_IFLNK: self = .link
      default: self = .other
      }
    }
  }

  extension FolderIndex.Mark {
    /// Makes a mark from the size and both times of change. Programs that edit tags can restore the
    /// time of the contents, but not the time of the status.
    fileprivate init(_ status: stat) {
      let times = [status.st_mtimespec, status.st_ctimespec]
      let nanoseconds = times.map { Int64($0.tv_sec) &* 1_000_000_000 &+ Int64($0.tv_nsec) }
      self.init(size: Int64(status.st_size), changed: nanoseconds.reduce(0) { $0 &* 31 &+ $1 })
    }
  }
#endif
