import PlayerKit

/// Reads XSPF. Several locations of a track are alternatives.
struct XSPFReader {
  let resolver: ReferenceResolver
  let limits: PlaylistLimits

  func read(_ text: [UInt8]) throws(PlaylistError) -> Playlist {
    guard !Markup.definesEntities(text), let tree = MarkupTree(xml: Markup.escaping(text)),
      let root = tree.root, root.name == "playlist"
    else { throw .malformed }
    defer { withExtendedLifetime(tree) {} }
    let resolver = resolver.based(on: root.attribute("base"))
    var list = Playlist()
    for child in root.children {
      switch child.name {
      case "title": list.title = PlaylistWords.text(child.text)
      case "tracklist":
        let resolver = resolver.based(on: child.attribute("base"))
        for track in child.children where track.name == "track" {
          guard let entry = entry(track, resolver.based(on: track.attribute("base"))) else {
            continue
          }
          guard list.add(entry, limits) else { break }
        }
      default: break
      }
    }
    return list
  }

  private func entry(_ track: MarkupElement, _ resolver: ReferenceResolver) -> Playlist.Entry? {
    var locations: [PlaylistLocation] = []
    var metadata = TrackMetadata()
    var artwork: PlaylistLocation?
    for field in track.children {
      let text = field.text
      switch field.name {
      case "location" where locations.count <= MediaSource.maximumAlternatives:
        let resolver = resolver.based(on: field.attribute("base"))
        if let location = resolver.location(of: text, isURI: true) { locations.append(location) }
      case "title": metadata.title = PlaylistWords.text(text)
      case "creator": metadata.artist = PlaylistWords.text(text)
      case "album": metadata.album = PlaylistWords.text(text)
      case "tracknum": metadata.trackNumber = PlaylistWords.number(text)
      case "image": artwork = resolver.location(of: text, isURI: true)
      case "duration":
        metadata.duration = PlaylistWords.milliseconds(text)
      default: break
      }
    }
    guard let first = locations.first else { return nil }
    return Playlist.Entry(
      first,
      alternatives: Array(locations.dropFirst()),
      metadata: metadata,
      artwork: artwork
    )
  }
}
