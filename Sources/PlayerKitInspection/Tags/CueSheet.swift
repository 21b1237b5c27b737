import PlayerKit
import PlayerKitPlaylists

/// The chapters of a file from a CUE sheet.
enum CueSheet {
  static let longest = 1 << 20

  /// - Parameter name: The name of the file; `nil` if the sheet is embedded.
  /// - Returns: An empty array if the sheet does not divide the file.
  static func chapters(_ bytes: [UInt8], of name: String?) -> [PlayerKit.Chapter] {
    let reader = PlaylistReader(limits: .init(entries: TagText.maximumChapters, bytes: longest))
    // File names count only in the list of a local file.
    guard let list = try? reader.read(bytes, at: .path("/sheet.cue")) else { return [] }
    let named = name.map { name in
      list.entries.filter { stem($0.location) == stem(.path(name)) }
    }
    // After a conversion, the sheet may still name the original file.
    let found = named.flatMap { $0.isEmpty ? nil : $0 } ?? list.entries
    guard found.count > 1, Set(found.map(\.location)).count == 1 else { return [] }
    return found.map { entry in
      PlayerKit.Chapter(
        title: entry.metadata.title.flatMap { TagText.line($0) },
        start: entry.clip?.start ?? .zero,
        end: entry.clip?.end
      )
    }
  }

  private static func stem(_ location: PlaylistLocation) -> String? {
    guard case .path(let path) = location,
      let name = path.split(separator: "/").last?.lowercased()
    else { return nil }
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
