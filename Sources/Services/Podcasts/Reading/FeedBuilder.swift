import Foundation
import PlayerKit
import PlayerKitPlaylists

/// Builds a feed from its elements, in any order and nesting.
final class FeedBuilder: MarkupHandler {
  /// The maximum numbers of episodes, of chapters in one, and of other parts in one.
  static let maximumEpisodes = 100_000
  static let maximumChapters = 10_000
  static let maximumParts = 200
  /// The maximum depth. An unclosed item adds one level.
  static let maximumDepth = 10_000
  /// The maximum size of one text in bytes.
  static let longestText = 1 << 20

  /// An open element.
  struct Frame {
    var key: String
    /// The base for relative addresses.
    var base: URL?
    var text: [UInt8] = []
    var takesText = false
    var attributes: [String: String] = [:]
    /// The index of the element whose text this one belongs to, for example as a paragraph.
    var whole: Int?
    /// Whether to ignore everything in the element.
    var isIgnored = false
  }

  var feed: PodcastFeed
  var episode: EpisodeDraft?
  var frames: [Frame] = []
  private(set) var isFeed = false

  private let base: URL?

  init(_ feed: PodcastFeed, base: URL?) {
    self.feed = feed
    self.base = base
  }

  /// Returns the feed after everything was read; `nil` if it was no feed.
  func finished() -> PodcastFeed? {
    while !frames.isEmpty { end() }
    closeEpisode()
    let read = feed.episodes.count
    feed.episodes = EpisodeNames.name(feed.episodes, of: feed.id)
    feed.omittedCount += read - feed.episodes.count
    return isFeed ? feed : nil
  }

  // MARK: - Parser events

  var isTooDeep: Bool { frames.count > Self.maximumDepth }

  func begin(_ name: MarkupName, _ attributes: [MarkupAttribute]) {
    let vocabulary = FeedVocabulary(name)
    let above = frames.last
    var frame = Frame(key: Self.key(vocabulary, name.name), base: above?.base ?? base)
    frame.takesText = Self.worded.contains(frame.key)
    frame.isIgnored = above?.isIgnored == true || Self.ignored.contains(frame.key)
    for attribute in attributes {
      if attribute.name == "base", attribute.prefix == "xml" {
        let base = FeedAddress.url(
          attribute.value,
          base: frame.base,
          longest: FeedAddress.longestBase
        )
        frame.base = base ?? frame.base
      } else if attribute.name == "lang", attribute.prefix == "xml", frames.isEmpty {
        feed.language = FeedWords.line(attribute.value, longest: 40)
      } else if frame.attributes[attribute.name] == nil, attribute.value.utf8.count <= 16_384 {
        frame.attributes[attribute.name] = attribute.value
      }
    }
    let isKnown = Self.known.contains(frame.key)
    if !isKnown, let above {
      frame.whole = above.whole ?? (Self.markup.contains(above.key) ? frames.count - 1 : nil)
    }
    frames.append(frame)
    if !frame.isIgnored, frame.whole == nil { opened(frame) }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Do not hold a copy of the frame, or the text would be copied, too.
    let last = frames.count - 1
    guard last >= 0, !frames[last].isIgnored else { return }
    let index = frames[last].whole ?? last
    guard frames[index].takesText else { return }
    let room = Self.longestText - frames[index].text.count
    frames[index].text += bytes.prefix(max(0, room))
  }

  func end() {
    guard let frame = frames.popLast(), !frame.isIgnored, frame.whole == nil else { return }
    closed(frame)
  }

  /// Maps names of Atom and RSS to one space, because feeds mix them.
  private static func key(_ vocabulary: FeedVocabulary, _ name: String) -> String {
    switch vocabulary {
    // Some feeds use Atom without its namespace.
    case .plain: atomAlone.contains(name) ? "atom:" + name : name
    case .atom: ["entry", "feed"].contains(name) ? name : "atom:" + name
    case .itunes, .podcast, .psc, .media, .content, .dc, .googleplay, .other:
      vocabulary.rawValue + ":" + name
    }
  }

  private static let atomAlone: Set<String> = [
    "published", "updated", "id", "summary", "content", "subtitle", "logo", "name", "modified",
    "issued",
  ]

  /// Elements whose contents are ignored.
  private static let ignored: Set<String> = [
    "podcast:liveitem", "podcast:value", "podcast:podroll", "podcast:remoteitem", "textinput",
    "atom:source",
  ]

  /// Elements whose text may contain HTML.
  private static let markup: Set<String> = [
    "title", "description", "content:encoded", "atom:content", "atom:summary", "atom:title",
    "itunes:summary",
  ]

  /// Elements whose text is read.
  private static let worded: Set<String> = markup.union([
    "title", "link", "guid", "pubdate", "language", "author", "url", "newlocation",
    "media:title", "dc:date", "dc:creator", "dc:title", "dc:language", "dc:identifier",
    "atom:id", "atom:published", "atom:updated", "atom:subtitle", "atom:name", "atom:logo",
    "atom:icon", "atom:modified", "atom:issued",
    "itunes:title", "itunes:author", "itunes:subtitle", "itunes:duration", "itunes:explicit",
    "itunes:season", "itunes:episode", "itunes:episodetype", "itunes:type", "itunes:block",
    "itunes:complete", "itunes:new-feed-url", "itunes:image", "itunes:keywords",
    "googleplay:author", "googleplay:description", "googleplay:explicit",
    "podcast:season", "podcast:episode", "podcast:guid", "podcast:medium", "podcast:locked",
    "podcast:person", "podcast:soundbite",
  ])

  private static let known: Set<String> = worded.union([
    "rss", "channel", "item", "entry", "feed", "rdf", "other:rdf", "enclosure", "image",
    "atom:link", "atom:author", "atom:category", "category", "media:content", "media:thumbnail",
    "media:group", "itunes:category", "itunes:owner", "podcast:chapters", "podcast:transcript",
    "podcast:alternateenclosure", "podcast:source", "psc:chapters", "psc:chapter",
    "googleplay:image", "googleplay:category",
  ])

  // MARK: - Episodes

  private func opened(_ frame: Frame) {
    switch frame.key {
    case "rss", "channel", "feed", "other:rdf", "rdf", "newlocation": isFeed = true
    case "item", "entry":
      isFeed = true
      closeEpisode()
      episode = EpisodeDraft()
    default:
      if episode != nil { episode?.opened(frame) } else { openedInShow(frame) }
    }
  }

  private func closed(_ frame: Frame) {
    switch frame.key {
    case "item", "entry": closeEpisode()
    default:
      let text = String(decoding: frame.text, as: UTF8.self)
      if episode != nil { episode?.closed(frame, text) } else { closedInShow(frame, text) }
    }
  }

  private func closeEpisode() {
    guard let draft = episode else { return }
    episode = nil
    guard feed.episodes.count < Self.maximumEpisodes, let made = draft.finished() else {
      feed.omittedCount += 1
      return
    }
    feed.episodes.append(made)
  }
}

extension PodcastFeed {
  /// Reads a feed: any version of RSS, or Atom, even if it is broken.
  ///
  /// Pure and bounded: does not follow entities, files or addresses. An unknown or wrong encoding
  /// damages characters, unreadable elements are skipped, and an unrecoverable error ends the feed
  /// there. Reads at most 100,000 episodes, and 1 MB of each text.
  ///
  /// - Parameters:
  ///   - data: The bytes, at most ``largestSize``.
  ///   - address: The address of the feed.
  ///   - base: The final address after redirects, for resolving relative addresses; `nil` for
  ///     `address`.
  ///   - charset: The encoding according to the server.
  ///   - id: The feed's id; `nil` to derive it from the address.
  ///   - isPrivate: Whether addresses may hold secrets; `nil` to decide by the address.
  /// - Throws: `CatalogError`: `malformedReply` if the data is no feed, `replyTooLarge` if it is
  ///   too large.
  public init(
    _ data: Data,
    address: URL?,
    base: URL? = nil,
    charset: String? = nil,
    id: String? = nil,
    isPrivate: Bool? = nil
  ) throws {
    guard data.count <= Self.largestSize else { throw Self.tooLarge }
    let empty = PodcastFeed(address: address, id: id, isPrivate: isPrivate)
    let builder = FeedBuilder(empty, base: base ?? address)
    let stream = MarkupStream(builder)
    FeedCleaner.clean(FeedEncoding.utf8(data, charset: charset)) { stream.read($0) }
    stream.finish()
    guard let feed = builder.finished() else { throw Self.noFeed }
    self = feed
  }

  /// The maximum size of a feed: 32 MiB.
  public static let largestSize = 32 << 20
}
