import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if SQLite
  /// The audio files (by name) and folders inside a folder on disk. Hidden files and symbolic links
  /// are left out. A link's target inside the folder is found at its own path, and a target outside
  /// was not added.
  struct FolderListing: Sendable {
    /// A folder with more names is not read further.
    static let mostNames = 1_000_000

    var files: [FileName: FolderIndex.Mark] = [:]
    var folders: [FileName] = []
    /// Entries that are named like audio but are not usable files, with the reason.
    var odd: [(name: String, reason: String)] = []
    /// Whether the folder is completely empty.
    var isEmpty = true

    /// Reads a folder. Returns `nil` if it can't be read.
    init?(of path: String, isAudio: (String) -> Bool) {
      guard let list = opendir(path.isEmpty ? "/" : path) else { return nil }
      defer { closedir(list) }
      for _ in 0..<Self.mostNames {
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
        guard let name else {
          odd.append(("?", "its name is not UTF-8"))
          continue
        }
        if name != ".", name != ".." { isEmpty = false }
        if !name.hasPrefix(".") { take(name, in: path, isAudio) }
      }
    }

    private mutating func take(_ name: String, in folder: String, _ isAudio: (String) -> Bool) {
      switch FileState(of: folder + "/" + name) {
      case .folder: folders.append(FileName(name))
      case .file(let mark): if isAudio(name) { files[FileName(name)] = mark }
      case .link, nil: break
      case .other: if isAudio(name) { odd.append((name, "this is no file")) }
      }
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
      case S_IFREG:
        #if canImport(Darwin)
          let changed = status.st_mtimespec
        #else
          let changed = status.st_mtim
        #endif
        let nanoseconds = Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec)
        self = .file(.init(size: Int64(status.st_size), changed: nanoseconds))
      case S_IFDIR: self = .folder
      case S_IFLNK: self = .link
      default: self = .other
      }
    }
  }
#endif
