import Foundation
import PlayerKit

/// An episode, to be played.
///
/// A store keeps the addresses of a public feed. Of a private one it keeps none: they may hold the user's
/// secret. Nor does it keep the guid, which may be such an address. Such an episode is found again by
/// ``feed`` and ``id``, where the client knows the feed's address.
public struct PodcastTrack: Track, StorableTrack, Hashable {
  /// The ``PodcastEpisode/id``: a UUID of feed and guid.
  public let id: String
  /// The ``PodcastFeed/id``.
  public let feed: String
  /// The feed's own name of it.
  public let guid: String?
  /// Where the feed is; of a public one.
  public let feedAddress: URL?
  /// Its media, the preferred first; empty where a store has not kept it.
  public let media: [PodcastMedia]
  /// Where its chapters are.
  public let chaptersFile: URL?
  /// Where its transcripts are.
  public let transcripts: [PodcastTranscript]
  /// Whether its addresses may hold secrets.
  public let isPrivate: Bool
  /// Whether its media may lie anywhere; see ``PodcastFeed/leadsAnywhere``.
  public let leadsAnywhere: Bool
  /// What to show.
  public let metadata: TrackMetadata

  /// The name under which stores keep it.
  public static var storedType: String { "podcast" }

  /// Played by a ``PodcastResolver``.
  public var playerTypes: [PlayerType] { [.podcast] }

  /// Whether the feed tells no chapters: a file of them, or the media, may.
  public var isWorthInspecting: Bool { metadata.chapters.isEmpty }

  /// Makes a track of an episode.
  public init(_ episode: PodcastEpisode, of feed: PodcastFeed) {
    id = episode.id
    self.feed = feed.id
    guid = episode.guid
    feedAddress = feed.isPrivate ? nil : feed.address
    media = episode.media
    chaptersFile = episode.chaptersFile
    transcripts = episode.transcripts
    isPrivate = feed.isPrivate
    leadsAnywhere = feed.leadsAnywhere
    metadata = TrackMetadata(episode, of: feed)
  }
}

extension PodcastFeed {
  /// The episodes that can be played, in the feed's order; of a serial show from the first on.
  public var tracks: [PodcastTrack] {
    var playable = episodes.filter { !$0.media.isEmpty }
    if kind == "serial" {
      let dates = playable.map(\.published)
      // Without dates the order of the feed is the only one.
      if !dates.contains(nil) {
        playable = playable.enumerated().sorted { first, second in
          let (a, b) = (
            first.element.published ?? .distantPast, second.element.published ?? .distantPast
          )
          guard a == b else { return a < b }
          // Many at once, as a season is often published.
          let places = [first, second].map { ($0.element.season ?? 0, $0.element.number ?? 0) }
          return places[0] == places[1] ? first.offset > second.offset : places[0] < places[1]
        }
        .map(\.element)
      }
    }
    return playable.map { PodcastTrack($0, of: self) }
  }
}

extension PodcastEpisode {
  /// Its soundbites, each as a part of the episode to be played.
  public func soundbiteItems(of feed: PodcastFeed) -> [QueueItem] {
    let track = PodcastTrack(self, of: feed)
    return soundbites.compactMap { bite in bite.clip.map { QueueItem(track, clip: $0) } }
  }
}

extension PodcastTrack: Codable {
  private enum Key: String, CodingKey {
    case id, feed, guid, feedAddress, media, chaptersFile, transcripts, isPrivate, leadsAnywhere
    case metadata
  }

  /// Reads one that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    id = try values.decode(String.self, forKey: .id)
    feed = try values.decode(String.self, forKey: .feed)
    guid = try values.decodeIfPresent(String.self, forKey: .guid)
    feedAddress = try values.decodeIfPresent(URL.self, forKey: .feedAddress)
    media = try values.decodeIfPresent([PodcastMedia].self, forKey: .media) ?? []
    chaptersFile = try values.decodeIfPresent(URL.self, forKey: .chaptersFile)
    transcripts = try values.decodeIfPresent([PodcastTranscript].self, forKey: .transcripts) ?? []
    isPrivate = try values.decodeIfPresent(Bool.self, forKey: .isPrivate) ?? true
    leadsAnywhere = try values.decodeIfPresent(Bool.self, forKey: .leadsAnywhere) ?? false
    metadata = try values.decode(TrackMetadata.self, forKey: .metadata)
  }

  /// Writes it; of a private feed without addresses.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(id, forKey: .id)
    try values.encode(feed, forKey: .feed)
    try values.encode(isPrivate, forKey: .isPrivate)
    try values.encode(leadsAnywhere, forKey: .leadsAnywhere)
    try values.encode(metadata, forKey: .metadata)
    guard !isPrivate else { return }
    try values.encodeIfPresent(guid, forKey: .guid)
    try values.encodeIfPresent(feedAddress, forKey: .feedAddress)
    try values.encode(media, forKey: .media)
    try values.encodeIfPresent(chaptersFile, forKey: .chaptersFile)
    if !transcripts.isEmpty { try values.encode(transcripts, forKey: .transcripts) }
  }
}

extension PodcastTrack: CustomStringConvertible, CustomReflectable {
  /// The title.
  public var description: String { metadata.title ?? "untitled episode" }

  /// Shows the metadata alone: addresses may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["metadata": metadata]) }
}
