import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if SQLite
  /// What a folder has on the disk: files that are audio by their names, and folders. Hidden ones and symbolic links
  /// are left out: what a link within the folder leads to is found where it is, and what is outside was not added.
  struct FolderListing: Sendable {
    /// More names are no folder of music.
    static let mostNames = 1_000_000

    var files: [FileName: FolderIndex.Mark] = [:]
    var folders: [FileName] = []
    /// What is no file, though its name is one of audio, and why.
    var odd: [(name: String, reason: String)] = []
    /// Whether there is nothing at all.
    var isEmpty = true

    /// Reads a folder; `nil`: it can't be read.
    init?(of path: String, isAudio: (String) -> Bool) {
      guard let list = opendir(path.isEmpty ? "/" : path) else { return nil }
      defer { closedir(list) }
      for _ in 0..<Self.mostNames {
        errno = 0
        guard let entry = readdir(list) else {
          // What breaks off is not the whole of it.
          guard errno == 0 else { return nil }
          return
        }
        // An entry is only as long as its name: the whole field must not be copied.
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

  /// What is at a path.
  enum FileState: Sendable, Equatable {
    case file(FolderIndex.Mark)
    case folder
    case link
    /// A pipe, a device.
    case other

    /// `nil`: nothing.
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
