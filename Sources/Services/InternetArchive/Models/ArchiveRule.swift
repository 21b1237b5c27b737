import PlayerKitServices

/// Rules for the names of items and their files.
enum ArchiveRule {
  private static let longestID = 100
  private static let longestName = 1_000
  private static let endings: Set<String> = [
    "flac", "mp3", "ogg", "oga", "opus", "m4a", "aac", "wav", "aif", "aiff",
  ]

  /// Whether a text has the form of an item's identifier: letters, digits, `-`, `_` and `.`.
  static func isID(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.count <= longestID && scalars.first?.isASCIIAlphanumeric == true
      && scalars.allSatisfy { $0.isASCIIAlphanumeric || "-_.".unicodeScalars.contains($0) }
  }

  /// Whether a text is a valid file name: it does not leave its folder, and fits into a URL's path.
  static func isName(_ text: String) -> Bool {
    text.utf8.count <= longestName
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      && parts(text).allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// Whether a name belongs to playable audio.
  static func isAudio(_ name: String) -> Bool {
    endings.contains(ending(name)) && isName(name)
  }

  /// Returns the name with its folders, without its extension.
  static func stem(_ name: String) -> String {
    String(name.dropLast(ending(name).isEmpty ? 0 : ending(name).count + 1))
  }

  /// Returns the folders and the name.
  static func parts(_ name: String) -> [String] {
    // Works on scalars: a slash and a combining mark after it form one character.
    name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Returns the item and the file of a track's id.
  static func parts(ofTrack id: String) -> (item: String, name: String)? {
    let scalars = id.unicodeScalars
    guard let slash = scalars.firstIndex(of: "/") else { return nil }
    let (item, name) = (String(scalars[..<slash]), String(scalars[slash...].dropFirst()))
    return isID(item) && isName(name) ? (item, name) : nil
  }

  /// Returns the encoded part of a URL that names a file.
  static func path(_ item: String, _ name: String) -> String {
    ([item] + parts(name)).map { PercentEncoding.segment($0) }.joined(separator: "/")
  }

  private static func ending(_ name: String) -> String {
    guard let dot = name.unicodeScalars.lastIndex(of: ".") else { return "" }
    let ending = String(name.unicodeScalars[dot...].dropFirst())
    return ending.utf8.count <= 5 && !ending.contains("/") ? ending.lowercased() : ""
  }
}
