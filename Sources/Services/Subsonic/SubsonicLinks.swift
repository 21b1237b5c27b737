import Foundation
import PlayerKitServices

/// Recognizes items of a Subsonic server: `subsonic:ID` is a song. `subsonic:album:ID`, `artist`,
/// `playlist`, `station`, `show` (a podcast) and `song` state their kind.
///
/// An id is any text, with special characters percent-encoded.
public struct SubsonicLinks: LinkRecognizer {
  private static let kinds: [MusicLink.Kind] = [
    .song, .album, .artist, .playlist, .station, .show,
  ]

  /// Creates the recognizer.
  public init() {}

  /// Subsonic.
  public var service: CatalogService { .subsonic }

  /// Returns the item that `parts` names.
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

  /// Returns `nil`, because an item does not name its server.
  public func canonicalURL(of link: MusicLink) -> URL? { nil }

  /// Returns the text that identifies an item to users and players.
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
