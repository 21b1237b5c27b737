import Foundation

/// The URLs of a service that names its items by a word and an id: `track/ID`, `album/ID`.
public struct LinkPlaces: Sendable {
  private let service: CatalogService
  private let site: String
  private let isID: @Sendable (String) -> Bool

  private static let kinds: [String: MusicLink.Kind] = [
    "track": .song, "album": .album, "artist": .artist, "playlist": .playlist,
    "episode": .episode, "show": .show,
  ]

  /// Makes the URLs of `service` below `site`, such as `https://www.deezer.com`.
  public init(
    _ service: CatalogService,
    at site: String,
    isID: @escaping @Sendable (String) -> Bool
  ) {
    self.service = service
    self.site = site
    self.isID = isID
  }

  /// Recognizes a word and an id.
  public func item(_ path: [String]) -> LinkRecognition {
    guard path.count == 2, let kind = Self.kinds[path[0].lowercased()] else {
      return .malformed(.unknownForm)
    }
    return link(kind, path[1])
  }

  /// Makes a link if the id is well-formed.
  public func link(_ kind: MusicLink.Kind, _ id: String) -> LinkRecognition {
    guard isID(id) else { return .malformed(.malformedID) }
    return .link(MusicLink(service: service, kind: kind, id: id))
  }

  /// Returns the web URL of an item. `nil` if it has none.
  public func url(of link: MusicLink) -> URL? {
    guard link.service == service, isID(link.id),
      let place = Self.kinds.first(where: { $0.value == link.kind })
    else { return nil }
    return URL(string: "\(site)/\(place.key)/\(link.id)")
  }
}
