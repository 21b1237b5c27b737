import PlayerKit

/// Reads PLS: `FileN`, `TitleN`, `LengthN` in any order. Ignores the stated number of entries.
struct PLSReader {
  let resolver: ReferenceResolver
  let limits: PlaylistLimits

  private struct Item {
    var file: String?
    var written: String?
    var title: String?
    var length: Duration?
  }

  func read(_ text: PlaylistText) -> Playlist {
    var list = Playlist()
    var items: [Int: Item] = [:]
    for line in text {
      guard let (key, value) = line.text.keyAndValue, !value.isEmpty else { continue }
      let number = key.reversed().prefix { $0.isASCII && $0.isNumber }.count
      let name = key.dropLast(number)
      if name == "x-gnome-title" { list.title = PlaylistWords.text(value) }
      guard let index = Int(key.suffix(number)) else { continue }
      switch name {
      case "file" where !line.isCut:
        items[index, default: Item()].file = value
        guard line.written != line.text else { break }
        items[index]?.written = line.written.keyAndValue?.value
      case "title": items[index, default: Item()].title = PlaylistWords.text(value)
      case "length": items[index, default: Item()].length = PlaylistWords.length(value)
      default: break
      }
    }
    for (_, item) in items.sorted(by: { $0.key < $1.key }) {
      guard let location = item.file.flatMap({ resolver.location(of: $0) }) else { continue }
      let metadata = TrackMetadata(title: item.title, duration: item.length)
      var entry = Playlist.Entry(location, metadata: metadata)
      entry.written = item.written.flatMap { resolver.location(of: $0) }
      guard list.add(entry, limits) else { break }
    }
    return list
  }
}

extension String {
  /// The parts of `Key = value`, with the key in lower case.
  var keyAndValue: (key: String, value: String)? {
    guard let equals = firstIndex(of: "=") else { return nil }
    return (
      PlaylistText.trimmed(self[..<equals]).lowercased(),
      PlaylistText.trimmed(self[index(after: equals)...])
    )
  }
}
