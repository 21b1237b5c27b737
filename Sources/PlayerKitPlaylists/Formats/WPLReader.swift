import PlayerKit

/// Reads WPL and ZPL as a flat sequence of SMIL media.
struct WPLReader {
  let resolver: ReferenceResolver
  let limits: PlaylistLimits

  func read(_ text: [UInt8]) throws(PlaylistError) -> Playlist {
    guard !Markup.definesEntities(text), let tree = MarkupTree(xml: Markup.escaping(text)) else {
      throw .malformed
    }
    defer { withExtendedLifetime(tree) {} }
    var list = Playlist()
    tree.forEachElement { element in
      switch element.name {
      case "title": list.title = PlaylistWords.text(element.text)
      case "media":
        guard let location = element.attribute("src").flatMap({ resolver.location(of: $0) }) else {
          break
        }
        let metadata = TrackMetadata(
          title: PlaylistWords.text(element.attribute("tracktitle")),
          artist: PlaylistWords.text(element.attribute("trackartist")),
          album: PlaylistWords.text(element.attribute("albumtitle")),
          duration: PlaylistWords.milliseconds(element.attribute("duration"))
        )
        return list.add(Playlist.Entry(location, metadata: metadata), limits)
      default: break
      }
      return true
    }
    return list
  }
}
