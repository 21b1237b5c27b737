import Foundation
import PlayerKitServices

/// The items of a Subsonic server: `subsonic:ID` is a song; `subsonic:album:ID`, `artist`, `playlist`,
/// `station`, `show` (a podcast) and `song` say of what kind it is.
///
/// An id is any text. What has a meaning in an address is encoded by percent signs.
public struct SubsonicLinks: LinkRecognizer {
  private static let kinds: [MusicLink.Kind] = [
    .song, .album, .artist, .playlist, .station, .show,
  ]

  /// Makes the recognizer.
  public init() {}

  /// Subsonic.
  public var service: CatalogService { .subsonic }

  /// What `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    guard parts.scheme == "subsonic" else { return .notMine }
    guard !parts.hasAuthority else { return .malformed(.unknownForm) }
    let rest = parts.text.unicodeScalars.dropFirst("subsonic:".unicodeScalars.count)
    for kind in Self.kinds where rest.starts(with: (kind.rawValue + ":").unicodeScalars) {
      let id = rest.dropFirst(kind.rawValue.unicodeScalars.count + 1)
      return Self.link(kind, String(id))
    }
    return Self.link(.song, String(rest))
  }

  /// None: where the server is, an item does not say.
  public func canonicalURL(of link: MusicLink) -> URL? { nil }

  /// The text by which a thing is named to a person and to a player.
  public static func item(_ link: MusicLink) -> String {
    let id = PercentEncoding.segment(link.id)
    return link.kind == .song && !kinds.contains { link.id.hasPrefix($0.rawValue + ":") }
      ? "subsonic:" + id : "subsonic:\(link.kind.rawValue):\(id)"
  }

  private static func link(_ kind: MusicLink.Kind, _ text: String) -> LinkRecognition {
    let id = text.removingPercentEncoding ?? text
    let isID =
      !id.isEmpty && id.utf8.count <= RequestBounds.identity
      && id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isID
      ? .link(MusicLink(service: .subsonic, kind: kind, id: id)) : .malformed(.malformedID)
  }
}
