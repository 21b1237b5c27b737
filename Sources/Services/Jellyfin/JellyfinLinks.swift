import Foundation
import PlayerKitServices

/// Recognizes items of a Jellyfin server: `jellyfin:ID` is an item of any kind.
/// `jellyfin:album:ID`, `artist`, `playlist` and `song` state the kind.
public struct JellyfinLinks: LinkRecognizer {
  private static let items = ServerItems(
    of: .jellyfin,
    kinds: [.song, .album, .artist, .playlist]
  )

  /// Creates the recognizer.
  public init() {}

  /// Jellyfin.
  public var service: CatalogService { .jellyfin }

  /// Returns the item that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    let found = Self.items.recognize(parts)
    if case .link(let link) = found, !JellyfinClient.isID(link.id) {
      return .malformed(.malformedID)
    }
    return found
  }

  /// Returns `nil`, because an item does not name its server.
  public func canonicalURL(of link: MusicLink) -> URL? { nil }

  /// Returns the text that identifies an item to users and players.
  public static func item(_ link: MusicLink) -> String { items.item(link) }
}
