import Foundation
import PlayerKitServices

/// Recognizes links of Apple Music and the iTunes Store, and `apple:ID`.
///
/// - `apple:ID` is a song without a storefront.
/// - Hosts: `music.apple.com` and its `geo.`, `embed.`, `beta.` and `classical.` subdomains, and
///   the old `itunes.apple.com`, whose ids have the prefix `id`. Schemes: http(s), `music`, `itms`
///   and their secure forms, or none.
/// - Without a storefront, `us` is used, as on Apple's own site. The slug is optional, too.
/// - An album's link with `i` is a song. Other parameters are for tracking and are dropped.
public struct AppleMusicLinks: LinkRecognizer {
  /// Creates the recognizer.
  public init() {}

  /// Apple Music.
  public var service: CatalogService { .appleMusic }

  /// Returns the item that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "apple" { return Self.item(parts) }
    guard let path = Self.path(parts) else {
      return Self.isOwnScheme(parts.scheme) && parts.hasAuthority
        ? .malformed(.unknownForm) : .notMine
    }
    guard !path.isEmpty else { return .malformed(.unknownForm) }
    var rest = path[...]
    let storefront = rest.first.flatMap { $0.isTwoLetterCode ? $0.lowercased() : nil }
    if storefront != nil { rest = rest.dropFirst() }
    guard let place = rest.popFirst()?.lowercased() else { return .malformed(.unknownForm) }
    // Another service recognizes the store's podcast pages.
    if place == "podcast" { return .notMine }
    if place == "library" { return Self.libraryItem(Array(rest)) }
    return Self.catalogItem(
      place,
      Array(rest),
      storefront: storefront ?? "us",
      songs: parts.values(of: "i")
    )
  }

  /// Returns `https://music.apple.com/us/song/123`, or an address without a storefront for library
  /// items.
  public func canonicalURL(of link: MusicLink) -> URL? {
    guard link.service == service else { return nil }
    let path =
      if let place = Self.places.first(where: { $0.kind == link.kind }) {
        [(link.storefront ?? "us").lowercased(), place.name, link.id]
      } else if let place = Self.libraryPlaces.first(where: { $0.kind == link.kind }) {
        ["library", place.name, link.id]
      } else if link.kind == .libraryPage {
        link.id.isEmpty ? ["library"] : ["library", link.id]
      } else {
        [String]()
      }
    let encoded = path.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .linkPath) }
    guard !path.isEmpty, !encoded.contains("") else { return nil }
    return URL(string: "https://music.apple.com/" + encoded.joined(separator: "/"))
  }
}

extension AppleMusicLinks {
  private static let hosts: Set<String> = [
    "music.apple.com", "geo.music.apple.com", "embed.music.apple.com", "beta.music.apple.com",
    "classical.music.apple.com", "itunes.apple.com", "geo.itunes.apple.com",
  ]

  private static func isOwnScheme(_ scheme: String?) -> Bool {
    ["music", "musics", "itms", "itmss"].contains(scheme)
  }

  /// Returns the path on one of Apple's hosts; `nil` for other addresses.
  private static func path(_ parts: LinkParts) -> [String]? {
    if let host = parts.host {
      let schemeFits =
        parts.scheme == nil || ["http", "https"].contains(parts.scheme)
        || isOwnScheme(parts.scheme)
      return schemeFits && hosts.contains(host) ? parts.path : nil
    }
    // A pasted address without a scheme. A file path that begins like this must be written as
    // `./music.apple.com`.
    guard
      parts.scheme == nil, !parts.hasAuthority, !parts.text.hasPrefix("/"),
      let first = parts.path.first, hosts.contains(first.lowercased())
    else { return nil }
    return Array(parts.path.dropFirst())
  }

  private static func item(_ parts: LinkParts) -> LinkRecognition {
    let id = parts.text.dropFirst("apple:".count)
    guard id.isASCIIDigits else { return .malformed(.malformedID) }
    return .link(MusicLink(service: .appleMusic, kind: .song, id: String(id)))
  }

  private static func catalogItem(
    _ name: String,
    _ rest: [String],
    storefront: String,
    songs: [String]
  ) -> LinkRecognition {
    guard let place = places.first(where: { $0.name == name }), (1...2).contains(rest.count),
      let last = rest.last
    else { return .malformed(.unknownForm) }
    guard let id = place.form.id(in: last) else { return .malformed(.malformedID) }
    func link(_ kind: MusicLink.Kind, _ id: String) -> LinkRecognition {
      .link(MusicLink(service: .appleMusic, kind: kind, id: id, storefront: storefront))
    }
    guard place.kind == .album, let song = songs.first else { return link(place.kind, id) }
    guard song.isASCIIDigits, Set(songs).count == 1 else { return .malformed(.malformedID) }
    return link(.song, song)
  }

  private static func libraryItem(_ rest: [String]) -> LinkRecognition {
    func link(_ kind: MusicLink.Kind, _ id: String) -> LinkRecognition {
      .link(MusicLink(service: .appleMusic, kind: kind, id: id))
    }
    guard let name = rest.first else { return link(.libraryPage, "") }
    guard rest.count > 1 else {
      let isName = name.unicodeScalars.allSatisfy { $0.isASCIILetter || $0 == "-" }
      return isName ? link(.libraryPage, name) : .malformed(.unknownForm)
    }
    let singular = name.lowercased().hasSuffix("s") ? String(name.lowercased().dropLast()) : name
    guard rest.count <= 3, let last = rest.last,
      let place = libraryPlaces.first(where: { $0.name == singular.lowercased() })
    else { return .malformed(.unknownForm) }
    guard let id = place.form.id(in: last) else { return .malformed(.malformedID) }
    return link(place.kind, id)
  }
}

extension AppleMusicLinks {
  /// A path component, its kind of link, and the form of the ids that follow it.
  private struct Place: Sendable {
    var name: String
    var kind: MusicLink.Kind
    var form: AppleMusicID = .digits
  }

  private static let places = [
    Place(name: "song", kind: .song),
    Place(name: "album", kind: .album),
    Place(name: "artist", kind: .artist),
    Place(name: "playlist", kind: .playlist, form: .prefixed("pl.")),
    Place(name: "station", kind: .station, form: .prefixed("ra.")),
    Place(name: "music-video", kind: .musicVideo),
    Place(name: "curator", kind: .curator),
    Place(name: "room", kind: .room),
    Place(name: "label", kind: .recordLabel),
  ]

  private static let libraryPlaces = [
    Place(name: "song", kind: .librarySong, form: .prefixed("i.")),
    Place(name: "album", kind: .libraryAlbum, form: .prefixed("l.")),
    Place(name: "artist", kind: .libraryArtist, form: .prefixed("r.")),
    Place(name: "playlist", kind: .libraryPlaylist, form: .prefixed("p.")),
  ]
}

/// The forms of Apple's ids.
private enum AppleMusicID: Sendable {
  case digits
  case prefixed(String)

  /// Returns the id in `text`, without the prefix `id` of the iTunes Store; `nil` if it is invalid.
  func id(in text: String) -> String? {
    let bare = text.hasPrefix("id") ? String(text.dropFirst(2)) : text
    switch self {
    case .digits: return bare.isASCIIDigits ? bare : nil
    case .prefixed(let prefix):
      let rest = bare.dropFirst(prefix.count)
      let isClean = rest.unicodeScalars.allSatisfy {
        $0.isASCIIAlphanumeric || ["-", ".", "_"].contains($0)
      }
      return bare.hasPrefix(prefix) && !rest.isEmpty && isClean ? bare : nil
    }
  }
}

extension CharacterSet {
  /// The characters that need no encoding in a path component.
  fileprivate static let linkPath = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
  )
}
