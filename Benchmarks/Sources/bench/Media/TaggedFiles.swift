import Foundation

/// Copies of the tagged files of the tests, as many as a benchmark needs.
enum TaggedFiles {
  private static let folder = "Tests/Fixtures/Tags"
  /// mutagen reads no Matroska.
  private static let kinds = [
    "mp3", "flac", "ogg", "opus", "oga", "m4a", "m4b", "wav", "aiff", "wma", "wv",
  ]

  /// Makes copies in turns.
  ///
  /// - Parameter path: The path of a copy by its number, without the extension.
  /// - Returns: The paths of all copies.
  static func copy(_ count: Int, to path: (_ number: Int) -> String) throws -> [String] {
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: folder)
    let originals = kinds.flatMap { kind in names.filter { $0.hasSuffix("." + kind) }.sorted() }
    return try (0..<count).map { number in
      let original = originals[number % originals.count]
      let copy = path(number) + "." + (original as NSString).pathExtension
      try manager.createDirectory(
        atPath: (copy as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true
      )
      try manager.copyItem(atPath: "\(folder)/\(original)", toPath: copy)
      return copy
    }
  }
}
