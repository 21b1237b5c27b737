import PlayerKitSystem

extension Playlist {
  /// Returns the local list with missing files replaced by files that exist.
  ///
  /// Tries, in this order: the name in the list's own bytes; the name without percent-encoding; the
  /// name without quotes around it; the name in another case, or with composed or decomposed
  /// letters; the end of the path next to the list, if the list comes from another machine. The
  /// file of a CUE sheet may have another extension, such as `album.flac` for `album.wav`, or the
  /// sheet's own name. Other lists stay as they are.
  ///
  /// Reads the folders of missing files, within bounds.
  package func withFilesThatAreThere() -> Playlist {
    guard case .path(let path) = location else { return self }
    let isSheet = PlaylistFormat(fileName: path) == .cue || entries.contains { $0.clip != nil }
    var search = FileSearch(list: path, isSheet: isSheet)
    let isOneFile = Set(entries.map(\.location)).count == 1
    var list = self
    for index in list.entries.indices {
      let entry = list.entries[index]
      guard case .path(let path) = entry.location else { continue }
      var written: String?
      if case .path(let path) = entry.written { written = path }
      if let file = search.file(for: path, written: written, isOnly: isOneFile) {
        list.entries[index].location = .path(file)
      }
    }
    return list
  }
}

/// Looks for the files that a list names.
private struct FileSearch {
  /// How many names of a folder are read.
  private static let maximumNames = 100_000
  private static let maximumFolders = 1_000
  private static let maximumParts = 32
  /// How many missing files are searched for.
  private static let maximumSearches = 20_000

  private let list: String
  private let folder: String
  private let isSheet: Bool
  private var folders: [String: [String: String]] = [:]
  private var found: [String: String?] = [:]
  private var searches = 0

  init(list: String, isSheet: Bool) {
    self.list = list
    self.isSheet = isSheet
    folder = list.lastIndex(of: "/").map { String(list[...$0]) } ?? ""
  }

  /// Returns the file that a path means; `nil` if there is none, or if the path exists as written.
  mutating func file(for path: String, written: String?, isOnly: Bool) -> String? {
    if let known = found[path] { return known }
    guard AudioFolder.isFolder(path) == nil, searches < Self.maximumSearches else { return nil }
    searches += 1
    let file = search(path, written, isOnly: isOnly)
    found[path] = .some(file)
    return file
  }

  private mutating func search(_ path: String, _ written: String?, isOnly: Bool) -> String? {
    let place = path.hasPrefix(folder) ? folder : ""
    let name = FileName.bytes(String(path.dropFirst(place.count)))
    let decoded = place + FileName.text(FileName.percentDecoded(name))
    for name in [written, decoded].compactMap(\.self) where AudioFolder.isFolder(name) != nil {
      return name
    }
    if let name = String(path.dropFirst(place.count)).unquoted {
      let inner = name.hasPrefix("/") ? name : place + name
      if AudioFolder.isFolder(inner) != nil { return inner }
      return inOtherCase(inner) ?? besideList(inner)
    }
    for path in path == decoded ? [path] : [path, decoded] {
      if let file = inOtherCase(path) ?? besideList(path) { return file }
    }
    guard isSheet else { return nil }
    return withOtherEnding(path) ?? (isOnly ? withOtherEnding(list) : nil)
  }

  /// Returns the file whose path differs only in case or in the composition of its letters.
  private mutating func inOtherCase(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count <= Self.maximumParts else { return nil }
    var current = path.hasPrefix("/") ? "/" : ""
    for part in parts {
      let next = current + part
      if AudioFolder.isFolder(next) != nil {
        current = next + "/"
        continue
      }
      guard let name = names(in: current)[Self.key(part)] else { return nil }
      current += name + "/"
    }
    return current.isEmpty ? nil : String(current.dropLast())
  }

  /// Returns the file next to the list that matches the longest end of the path.
  private mutating func besideList(_ path: String) -> String? {
    let relative = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
    let parts = relative.split { $0 == "/" || $0 == "\\" }
    guard parts.count <= Self.maximumParts else { return nil }
    for start in parts.indices {
      let end = parts[start...].joined(separator: "/")
      guard !parts[start...].contains("..") else { continue }
      if let file = inOtherCase(folder + end), AudioFolder.isFolder(file) == false { return file }
    }
    return nil
  }

  /// Returns the audio file with the same name and another extension.
  private mutating func withOtherEnding(_ path: String) -> String? {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let place = String(path[..<slash])
    let name = Self.base(path[slash...])
    let other = names(in: place).values.sorted()
      .first { AudioFolder.isAudio($0) && Self.base($0[...]) == name }
    return other.map { place + $0 }
  }

  /// Returns the names in a folder by their `key(_:)`.
  private mutating func names(in folder: String) -> [String: String] {
    if let known = folders[folder] { return known }
    guard folders.count < Self.maximumFolders else { return [:] }
    var names: [String: String] = [:]
    let all = AudioFolder.names(in: folder.isEmpty ? "." : folder, atMost: Self.maximumNames)
    for name in all.sorted() where names[Self.key(name[...])] == nil {
      names[Self.key(name[...])] = name
    }
    folders[folder] = names
    return names
  }

  // Swift compares strings by canonical equivalence, so composed and decomposed letters are equal.
  private static func key(_ name: Substring) -> String { name.lowercased() }

  /// The name without its extension, in lower case.
  private static func base(_ name: Substring) -> String {
    (name.lastIndex(of: ".").map { name[..<$0] } ?? name).lowercased()
  }
}
