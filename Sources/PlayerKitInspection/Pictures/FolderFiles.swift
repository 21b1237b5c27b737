import PlayerKitSystem
import PlayerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What lies beside local files: covers, words. Folders that were looked into are remembered for as long as
/// they do not change.
///
/// Threads: any. Waits for the disk.
final class FolderFiles: Sendable {
  private struct Folder {
    var changed: timespec
    var cover: String?
    /// By what the names are without case and ending.
    var lyrics: [String: String] = [:]
    var sheets: [String: String] = [:]
  }

  private static let mostFolders = 64
  /// A folder with more files is no album's.
  private static let mostFiles = 100_000
  private static let covers = ["cover", "folder", "front"]
  private static let endings = ["jpg", "jpeg", "png", "webp"]

  private let folders = Locked<[String: Folder]>([:])

  /// The path of the cover in the folder of a file.
  func cover(beside path: String) -> String? {
    let place = Self.place(of: path)
    return folder(place.folder).cover.map { place.folder + "/" + $0 }
  }

  /// The path of the file of words that has the name of another file.
  func lyrics(of path: String) -> String? {
    let place = Self.place(of: path)
    return folder(place.folder).lyrics[Self.stem(place.name.lowercased())]
      .map { place.folder + "/" + $0 }
  }

  /// The path of the CUE sheet that has the name of another file.
  func sheet(of path: String) -> String? {
    let place = Self.place(of: path)
    return folder(place.folder).sheets[Self.stem(place.name.lowercased())]
      .map { place.folder + "/" + $0 }
  }

  private func folder(_ path: String) -> Folder {
    var status = stat()
    guard stat(path.isEmpty ? "/" : path, &status) == 0 else {
      return Folder(changed: timespec())
    }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    let known = folders.withLock { $0[path] }
    if let known, known.changed.tv_sec == changed.tv_sec, known.changed.tv_nsec == changed.tv_nsec {
      return known
    }
    let folder = Self.read(path.isEmpty ? "/" : path, changed)
    folders.withLock { folders in
      if folders.count >= Self.mostFolders { folders.removeAll() }
      folders[path] = folder
    }
    return folder
  }

  private static func read(_ path: String, _ changed: timespec) -> Folder {
    var folder = Folder(changed: changed)
    guard let list = opendir(path) else { return folder }
    defer { closedir(list) }
    var best = Int.max
    for _ in 0..<mostFiles {
      guard let entry = readdir(list) else { break }
      // An entry is only as long as its name: the whole field must not be copied.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
      }
      let lower = name.lowercased()
      if lower.hasSuffix(".lrc") { folder.lyrics[stem(lower)] = name }
      if lower.hasSuffix(".cue") { folder.sheets[stem(lower)] = name }
      guard let rank = rank(lower), rank < best else { continue }
      best = rank
      folder.cover = name
    }
    return folder
  }

  /// `cover` before `folder` before `front`, JPEG first; `nil`: it is none.
  private static func rank(_ name: String) -> Int? {
    guard let dot = name.lastIndex(of: "."),
      let cover = covers.firstIndex(of: String(name[..<dot])),
      let ending = endings.firstIndex(of: String(name[name.index(after: dot)...]))
    else { return nil }
    return cover * endings.count + ending
  }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  private static func place(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
