import PlayerKit
import PlayerKitSystem

/// Finds covers, lyrics and CUE sheets next to local files. Remembers folders until they change.
///
/// Safe on any thread. Waits for the disk.
final class FolderFiles: Sendable {
  private struct Folder {
    var changed: timespec
    var cover: String?
    /// By lowercased name without extension.
    var lyrics: [String: String] = [:]
    var sheets: [String: String] = [:]
  }

  private static let maximumFolders = 64
  /// A folder with more files is not an album.
  private static let maximumFiles = 100_000
  private static let covers = ["cover", "folder", "front"]
  private static let endings = ["jpg", "jpeg", "png", "webp"]

  private let folders = Locked<[String: Folder]>([:])

  /// Returns the path of the cover in a file's folder.
  func cover(beside path: String) -> String? {
    let place = Self.place(of: path)
    return folder(place.folder).cover.map { place.folder + "/" + $0 }
  }

  /// Returns the path of the lyrics file with the same name.
  func lyrics(of path: String) -> String? {
    let place = Self.place(of: path)
    return folder(place.folder).lyrics[Self.stem(place.name.lowercased())]
      .map { place.folder + "/" + $0 }
  }

  /// Returns the path of the CUE sheet with the same name.
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
    let changed = status.st_mtimespec
    let known = folders.withLock { $0[path] }
    if let known, known.changed.tv_sec == changed.tv_sec, known.changed.tv_nsec == changed.tv_nsec {
      return known
    }
    let folder = Self.read(path.isEmpty ? "/" : path, changed)
    folders.withLock { folders in
      if folders.count >= Self.maximumFolders { folders.removeAll() }
      folders[path] = folder
    }
    return folder
  }

  private static func read(_ path: String, _ changed: timespec) -> Folder {
    var folder = Folder(changed: changed)
    guard let list = opendir(path) else { return folder }
    defer { closedir(list) }
    var best = Int.max
    for _ in 0..<maximumFiles {
      guard let entry = readdir(list) else { break }
      // An entry is only as long as its name, so the whole field must not be copied.
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

  /// Returns the rank of a cover: `cover` before `folder` before `front`, JPEG first; `nil` if it
  /// is no cover.
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
