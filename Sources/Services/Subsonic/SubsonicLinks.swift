import Foundation
import PlayerKitServices

/// Recognizes items of a Subsonic server: `subsonic:ID` is a song. `subsonic:album:ID`, `artist`,
/// `playlist`, `station`, `show` (a podcast) and `song` state their kind.
///
/// An id is any text, with special characters percent-encoded.
public struct SubsonicLinks: LinkRecognizer {
  private static let items = ServerItems(
    of: .subsonic,
    kinds: [.song, .album, .artist, .playlist, .station, .show]
  )

  /// Creates the recognizer.
  public init() {}

  /// Subsonic.
  public var service: CatalogService { .subsonic }

  /// Returns the item that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition { Self.items.recognize(parts) }

  /// Returns `nil`, because an item does not name its server.
  public func canonicalURL(of link: MusicLink) -> URL? { nil }

  /// Returns the text that identifies an item to users and players.
  public static func item(_ link: MusicLink) -> String { items.item(link) }
}
