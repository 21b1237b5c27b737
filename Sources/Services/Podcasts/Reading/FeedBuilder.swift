import Foundation
import PlayerKit

/// Puts a feed together from its elements, whatever their order and however they are nested.
final class FeedBuilder: MarkupHandler {
  /// So many episodes are read, chapters of one, and other things of one.
  static let mostEpisodes = 100_000
  static let mostChapters = 10_000
  static let mostParts = 200
  /// So deep it is read. An item that is not closed is one step more.
  static let mostDepth = 10_000
  /// So many bytes of one text are read.
  static let longestText = 1 << 20

  /// An element that is open.
  struct Frame {
    var key: String
    /// What relative addresses in it count from.
    var base: URL?
    var text: [UInt8] = []
    var takesText = false
    var attributes: [String: String] = [:]
    /// It is a part of the text of another element, such as a paragraph: of the one at this place.
    var whole: Int?
    /// Nothing in it counts.
    var isIgnored = false
  }

  var feed: PodcastFeed
  var episode: EpisodeDraft?
  var frames: [Frame] = []
  private(set) var isFeed = false
  /// How often something has an id.
  private var ids: [String: String] = [:]

  init(_ feed: PodcastFeed) {
    self.feed = feed
  }

  /// What is there when all was read; `nil` where it was no feed.
  func finished() -> PodcastFeed? {
    while !frames.isEmpty { end() }
    closeEpisode()
    return isFeed ? feed : nil
  }

  // MARK: - What is heard

  var isTooDeep: Bool { frames.count > Self.mostDepth }

  func begin(_ name: MarkupName, _ attributes: [MarkupAttribute]) {
    let vocabulary = FeedVocabulary(name)
    let above = frames.last
    var frame = Frame(key: Self.key(vocabulary, name.name), base: above?.base ?? feed.address)
    frame.takesText = Self.worded.contains(frame.key)
    frame.isIgnored = above?.isIgnored == true || Self.ignored.contains(frame.key)
    for attribute in attributes {
      if attribute.name == "base", attribute.prefix == "xml" {
        frame.base = FeedAddress.url(attribute.value, base: frame.base) ?? frame.base
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
    // No copy of the frame may be held: the text would be copied, too.
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

  /// Names of Atom and of RSS are in one space: feeds of the one borrow from the other.
  private static func key(_ vocabulary: FeedVocabulary, _ name: String) -> String {
    switch vocabulary {
    // Some write Atom without its namespace.
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

  /// Elements in which nothing counts.
  private static let ignored: Set<String> = [
    "podcast:liveitem", "podcast:value", "podcast:podroll", "podcast:remoteitem", "textinput",
    "atom:source",
  ]

  /// Elements whose text is a page's.
  private static let markup: Set<String> = [
    "title", "description", "content:encoded", "atom:content", "atom:summary", "atom:title",
    "itunes:summary",
  ]

  /// Elements whose text counts.
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
    guard feed.episodes.count < Self.mostEpisodes, var made = draft.finished(of: feed.id) else {
      feed.omittedCount += 1
      return
    }
    let place = made.media.first.map { EpisodeDraft.place(of: $0.url) } ?? ""
    if let other = ids[made.id] {
      // The same once more, or another one under the same name.
      guard other != place, !place.isEmpty else {
        feed.omittedCount += 1
        return
      }
      made.id = NameUUID.text(of: (made.guid ?? "") + "\n" + place, in: feed.id)
      guard ids[made.id] == nil else {
        feed.omittedCount += 1
        return
      }
    }
    ids[made.id] = place
    feed.episodes.append(made)
  }
}

extension PodcastFeed {
  /// Reads a feed: RSS in all its versions, or Atom, however broken it is.
  ///
  /// Pure and bounded: no entity, file or address that it names is read. An encoding that is not known, or
  /// wrong, costs letters; an element that can't be read costs itself; what the parser can't go on with
  /// ends the feed there. Of a feed that is longer, the first 100,000 episodes are read, and 1 MB of a text.
  ///
  /// - Parameters:
  ///   - data: the bytes, at most ``largestSize``.
  ///   - address: where they came from, redirects followed: relative addresses count from there.
  ///   - charset: the encoding as the server says it.
  ///   - id: `nil`: made of the address.
  ///   - isPrivate: `nil`: where the address has a query or a user.
  /// - Throws: `CatalogError` with the code `malformedReply` for what is no feed, `replyTooLarge` for
  ///   what is too large.
  public init(
    _ data: Data,
    address: URL?,
    charset: String? = nil,
    id: String? = nil,
    isPrivate: Bool? = nil
  ) throws {
    guard data.count <= Self.largestSize else { throw Self.tooLarge }
    let empty = PodcastFeed(address: address, id: id, isPrivate: isPrivate)
    let builder = FeedBuilder(empty)
    let stream = MarkupStream(builder)
    FeedCleaner.clean(FeedEncoding.utf8(data, charset: charset)) { stream.read($0) }
    stream.finish()
    guard let feed = builder.finished() else { throw Self.noFeed }
    self = feed
  }

  /// So many bytes a feed may have: 32 MiB.
  public static let largestSize = 32 << 20
}
