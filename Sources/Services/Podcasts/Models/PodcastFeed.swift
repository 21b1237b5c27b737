import Foundation

/// A podcast as described by its feed: the show, and its episodes in the feed's order.
///
/// This data is untrusted. Only addresses of servers (http or https with a host) are kept. Nothing
/// is fetched.
public struct PodcastFeed: Sendable, Hashable, Identifiable {
  /// The id: a UUID derived from the feed's address as in Podcasting 2.0. Scheme and trailing
  /// slashes do not change it. It does not reveal the address.
  public var id: String
  /// The address of the feed; `nil` if unknown. Permanent redirects (301, 308) change it, and
  /// temporary ones (302, 303, 307) do not. It may hold a secret, so stores and descriptions never
  /// include it.
  public var address: URL?
  /// Whether the feed's addresses may hold secrets, as in feeds for subscribers. If so, stores keep
  /// none of them. By default, this depends on whether the feed's address has a user, or a query
  /// that may be secret.
  public var isPrivate: Bool
  /// Whether its contents may be on any network, because the feed is on a local network or the app
  /// allows it. Otherwise its episodes play only from the Internet.
  public var leadsAnywhere = false

  /// The show's title.
  public var title: String?
  /// The author.
  public var author: String?
  /// The description. May be HTML.
  public var summary: String?
  /// The web page.
  public var page: URL?
  /// The picture.
  public var image: URL?
  /// The language, such as `en` or `de-AT`.
  public var language: String?
  /// The categories, as named in the feed.
  public var categories: [String] = []
  /// Whether it is marked as explicit.
  public var isExplicit: Bool?
  /// `episodic` or `serial`, unvalidated.
  public var kind: String?
  /// The `podcast:guid`. It is not verified, so a feed may claim another feed's guid.
  public var guid: String?
  /// The medium, such as `podcast` or `music`, unvalidated.
  public var medium: String?
  /// The people in the show.
  public var persons: [PodcastPerson] = []

  /// The new address that the feed announces.
  public var newAddress: URL?
  /// The first page of a paged feed (RFC 5005).
  public var firstPage: URL?
  /// The next page.
  public var nextPage: URL?
  /// Whether the feed announces that no more episodes will follow.
  public var isComplete: Bool?
  /// Whether the feed asks not to be listed in directories.
  public var isBlocked: Bool?
  /// Whether the feed must not be imported by other hosts (`podcast:locked`).
  public var isLocked: Bool?

  /// The episodes in the feed's order, usually newest first.
  public var episodes: [PodcastEpisode] = []
  /// The number of items left out because they have neither media nor a title, or exceed the limit.
  public var omittedCount = 0

  /// Creates an empty feed.
  ///
  /// - Parameters:
  ///   - address: The address of the feed. `nil` if it is unknown.
  ///   - id: The feed's id; `nil` to derive it from the address.
  ///   - isPrivate: Whether addresses may hold secrets; `nil` to decide by the address.
  public init(address: URL?, id: String? = nil, isPrivate: Bool? = nil) {
    self.address = address
    self.id = id ?? Self.id(of: address)
    self.isPrivate = isPrivate ?? address.map(Self.mayHoldSecret) ?? false
  }

  /// Returns the id of a feed with an address. Pure.
  public static func id(of address: URL?) -> String {
    guard let text = address?.absoluteString, let scheme = text.firstRange(of: "://") else {
      return NameUUID.text(of: "", in: NameUUID.podcasts)
    }
    var name = text[scheme.upperBound...].prefix { $0 != "#" }
    while name.hasSuffix("/") { name = name.dropLast() }
    return NameUUID.text(of: String(name), in: NameUUID.podcasts)
  }

  static func mayHoldSecret(_ address: URL) -> Bool {
    guard address.user() == nil, address.password() == nil else { return true }
    guard address.query() != nil else { return false }
    let items = URLComponents(url: address, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return items.isEmpty || !items.allSatisfy(isPlain)
  }

  /// Whether a parameter cannot be secret, such as `feed=podcast` or `id=42`.
  private static func isPlain(_ item: URLQueryItem) -> Bool {
    let value = item.value ?? ""
    guard plainNames.contains(item.name.lowercased()), value.utf8.count <= 40 else { return false }
    let words = value.split { "-_.".contains($0) }
    return words.allSatisfy { word in
      word.allSatisfy { $0.isASCII && $0.isLetter } && word.count <= 16
        || word.allSatisfy { $0.isASCII && $0.isNumber } && word.count <= 7
        || ["mp3", "m4a", "rss2", "mp4", "ogg", "opus"].contains(word.lowercased())
    }
  }

  private static let plainNames: Set<String> = [
    "feed", "format", "type", "id", "p", "podcast", "show", "rss", "lang", "language", "cat",
    "category", "paged", "page", "limit", "post_type", "show_id", "podcast_id", "podcast_series",
    "series", "program", "programme", "channel", "station", "view", "option", "task", "output",
    "action", "tag", "mime", "quality", "file", "name", "title", "slug", "count", "max", "offset",
    "xml", "version", "v", "country", "region", "topic", "section",
  ]
}

extension PodcastFeed: CustomStringConvertible, CustomReflectable {
  /// The title.
  public var description: String { title ?? "untitled podcast" }

  /// The title and number of episodes, because addresses may hold secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["title": title as Any, "episodes": episodes.count])
  }
}

/// A person who takes part.
public struct PodcastPerson: Sendable, Hashable, Codable {
  /// The name.
  public var name: String
  /// The role, such as `host` or `guest`.
  public var role: String?
  /// The group of roles, such as `cast` or `writing`.
  public var group: String?
  /// A picture.
  public var image: URL?
  /// A web page.
  public var page: URL?

  /// Creates a person.
  public init(
    name: String,
    role: String? = nil,
    group: String? = nil,
    image: URL? = nil,
    page: URL? = nil
  ) {
    self.name = name
    self.role = role
    self.group = group
    self.image = image
    self.page = page
  }
}
