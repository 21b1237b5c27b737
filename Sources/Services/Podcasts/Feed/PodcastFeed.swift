import Foundation

/// A podcast as its feed describes it: the show, and its episodes in the feed's order.
///
/// All of it is the word of strangers. Addresses lead to servers (http or https with a host); what else a
/// feed names is left out. Nothing is fetched.
public struct PodcastFeed: Sendable, Hashable, Identifiable {
  /// Tells it from other feeds: a UUID made of its address, as Podcasting 2.0 has it. An address with
  /// another scheme, or with a slash behind it, makes the same. It holds nothing of the address.
  public var id: String
  /// Where it is to be asked for; `nil` where that is not known. A redirect for good (301, 308) moves it, one
  /// for now (302, 303, 307) does not. It may hold a secret: no store and no description shows it.
  public var address: URL?
  /// Whether its addresses may hold secrets, as those of feeds for subscribers do. Then no store keeps any
  /// address of it. By default: where its own address has a query or a user.
  public var isPrivate: Bool
  /// Whether what it names may lie anywhere: of a feed in the network around, or where the app allows it. Else
  /// its episodes play from servers on the Internet alone.
  public var leadsAnywhere = false

  /// The show's title.
  public var title: String?
  /// Who makes it.
  public var author: String?
  /// What it is about. May be HTML.
  public var summary: String?
  /// Its page.
  public var page: URL?
  /// Its picture.
  public var image: URL?
  /// Its language, such as `en` or `de-AT`.
  public var language: String?
  /// Its categories, in the feed's words.
  public var categories: [String] = []
  /// Whether it is marked as explicit.
  public var isExplicit: Bool?
  /// `episodic` or `serial`, as the feed says it.
  public var kind: String?
  /// The `podcast:guid`, as the feed says it. Any feed may claim that of another one.
  public var guid: String?
  /// What it holds, such as `podcast` or `music`, as the feed says it.
  public var medium: String?
  /// Who speaks in it.
  public var persons: [PodcastPerson] = []

  /// Where the feed says that it has moved to.
  public var newAddress: URL?
  /// The first page of a feed in pages (RFC 5005).
  public var firstPage: URL?
  /// The page behind this one.
  public var nextPage: URL?
  /// Whether the feed says that no episode will follow.
  public var isComplete: Bool?
  /// Whether it does not want to stand in directories.
  public var isBlocked: Bool?
  /// Whether it does not want to be taken over by other hosts (`podcast:locked`).
  public var isLocked: Bool?

  /// The episodes, in the feed's order: most often the newest first.
  public var episodes: [PodcastEpisode] = []
  /// How many items have neither media nor a title, or come after the bound, and are left out.
  public var omittedCount = 0

  /// Makes a feed of nothing.
  ///
  /// - Parameters:
  ///   - id: `nil`: made of the address.
  ///   - isPrivate: `nil`: where the address has a query or a user.
  public init(address: URL?, id: String? = nil, isPrivate: Bool? = nil) {
    self.address = address
    self.id = id ?? Self.id(of: address)
    self.isPrivate = isPrivate ?? address.map(Self.mayHoldSecret) ?? false
  }

  /// The identity of a feed by its address. Pure.
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

  /// Whether a parameter names something that everybody may know, such as `feed=podcast` or `id=42`.
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

  /// Title and number of episodes: addresses may hold secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["title": title as Any, "episodes": episodes.count])
  }
}

/// Somebody who takes part.
public struct PodcastPerson: Sendable, Hashable, Codable {
  /// The name.
  public var name: String
  /// What they do, such as `host` or `guest`.
  public var role: String?
  /// The part of the work, such as `cast` or `writing`.
  public var group: String?
  /// A picture.
  public var image: URL?
  /// A page.
  public var page: URL?

  /// Makes a person.
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
