#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Playlist {
  /// The local CUE sheet with the files that are there. A sheet names the file that it was made with, such
  /// as `album.wav`, which may have become `album.flac` since. Any other list stays what it is.
  ///
  /// Looks at the folders of what is missing.
  package func withFilesThatAreThere() -> Playlist {
    guard case .path(let path) = location, PlaylistFormat(fileName: path) == .cue else {
      return self
    }
    var found: [String: String] = [:]
    var list = self
    for index in list.entries.indices {
      guard case .path(let path) = list.entries[index].location else { continue }
      let file = found[path] ?? Self.fileThatIsThere(for: path)
      found[path] = file
      list.entries[index].location = .path(file)
    }
    return list
  }

  private static func fileThatIsThere(for path: String) -> String {
    guard AudioFolder.isFolder(path) == nil else { return path }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = slash == path.startIndex ? "." : String(path[..<slash])
    let name = base(path[slash...])
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let other = names.sorted().first { AudioFolder.isAudio($0) && base($0[...]) == name }
    return other.map { path[..<slash] + $0 } ?? path
  }

  /// Without the ending, in lower case.
  private static func base(_ name: Substring) -> String {
    (name.lastIndex(of: ".").map { name[..<$0] } ?? name).lowercased()
  }
}
