import PlayerKit

/// Reads ASX, whose tags may be in any case and are often not closed, and its older form with
/// `RefN=` lines. Several references of an entry are alternatives.
struct ASXReader {
  let resolver: ReferenceResolver
  let limits: PlaylistLimits

  private struct Item {
    var metadata = TrackMetadata()
    var locations: [PlaylistLocation] = []
  }

  func read(_ text: PlaylistText) throws(PlaylistError) -> Playlist {
    guard !text.head.lowercased().hasPrefix("[reference]") else { return readLines(text) }
    let bytes = text.utf8
    guard !Markup.definesEntities(bytes), let tree = MarkupTree(tags: Markup.escaping(bytes)) else {
      throw .malformed
    }
    defer { withExtendedLifetime(tree) {} }
    var list = Playlist()
    var item: Item?
    var base = resolver
    var hasRoom = true
    tree.forEachElement { element in
      let reference = element.attribute("href") ?? element.attribute("value")
      switch element.name {
      case "entry", "entryref":
        hasRoom = add(item, to: &list)
        item = Item()
        if let reference, let location = base.location(of: reference) {
          item?.locations = [location]
        }
      case "base":
        base = resolver.based(on: reference)
      case "ref":
        guard let location = reference.flatMap({ base.location(of: $0) }) else { break }
        if item == nil { item = Item() }
        if let count = item?.locations.count, count <= MediaSource.maximumAlternatives {
          item?.locations.append(location)
        }
      case "title":
        if item == nil { list.title = PlaylistWords.text(element.text) }
        item?.metadata.title = PlaylistWords.text(element.text)
      case "author":
        item?.metadata.artist = PlaylistWords.text(element.text)
      case "duration":
        item?.metadata.duration = reference.flatMap(Self.duration)
      default: break
      }
      return hasRoom
    }
    _ = add(item, to: &list)
    return list
  }

  private func add(_ item: Item?, to list: inout Playlist) -> Bool {
    guard let item, let first = item.locations.first else { return true }
    let entry = Playlist.Entry(
      first,
      alternatives: Array(item.locations.dropFirst()),
      metadata: item.metadata
    )
    return list.add(entry, limits)
  }

  private func readLines(_ text: PlaylistText) -> Playlist {
    var list = Playlist()
    for line in text where !line.isCut {
      guard let (key, value) = line.text.keyAndValue, key.hasPrefix("ref"),
        Int(key.dropFirst(3)) != nil, let location = resolver.location(of: value)
      else { continue }
      guard list.add(Playlist.Entry(location), limits) else { break }
    }
    return list
  }

  /// Parses `hh:mm:ss.f`.
  private static func duration(_ text: String) -> Duration? {
    var seconds = 0.0
    for part in text.split(separator: ":") {
      guard let number = Double(part), (0..<1e6).contains(number) else { return nil }
      seconds = seconds * 60 + number
    }
    // A time with many parts exceeds all numbers.
    return seconds > 0 && seconds < 1e9 ? .seconds(seconds) : nil
  }
}
