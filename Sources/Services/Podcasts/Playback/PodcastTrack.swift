import Foundation
import PlayerKit

/// A playable episode.
///
/// Stores keep the addresses of a public feed. They keep no addresses of a private feed, because
/// these may hold the user's secret, and no guid, because it may be such an address. An episode of
/// a private feed is found by ``feed`` and ``id``, if the client knows the feed's address.
public struct PodcastTrack: Track, StorableTrack, Hashable {
  /// The ``PodcastEpisode/id``, a UUID derived from feed and guid.
  public let id: String
  /// The ``PodcastFeed/id``.
  public let feed: String
  /// The feed's identifier of the episode.
  public let guid: String?
  /// The address of the feed; `nil` if the feed is private.
  public let feedAddress: URL?
  /// The media, best version first; empty if a store left it out.
  public let media: [PodcastMedia]
  /// The address of the chapters.
  public let chaptersFile: URL?
  /// The addresses of the transcripts.
  public let transcripts: [PodcastTranscript]
  /// Whether its addresses may hold secrets.
  public let isPrivate: Bool
  /// Whether its media may be on any network; see ``PodcastFeed/leadsAnywhere``.
  public let leadsAnywhere: Bool
  /// The metadata to show.
  public let metadata: TrackMetadata

  /// The type name in stores.
  public static var storedType: String { "podcast" }

  /// A ``PodcastResolver`` plays the track.
  public var playerTypes: [PlayerType] { [.podcast] }

  /// Whether the feed has no chapters. A chapter file or the media may have some.
  public var isWorthInspecting: Bool { metadata.chapters.isEmpty }

  /// Creates a track from an episode.
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
  /// The playable episodes in the feed's order. Serial shows start with the first episode.
  public var tracks: [PodcastTrack] {
    var playable = episodes.filter { !$0.media.isEmpty }
    if kind == "serial" {
      let dates = playable.map(\.published)
      // If dates are missing, keep the order of the feed.
      if !dates.contains(nil) {
        playable = playable.enumerated().sorted { first, second in
          let (a, b) = (
            first.element.published ?? .distantPast, second.element.published ?? .distantPast
          )
          guard a == b else { return a < b }
          // Seasons are often published all at once.
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
  /// Returns the soundbites as clips of the episode.
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

  /// Decodes a stored track.
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

  /// Encodes the track. Leaves out the addresses of a private feed.
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

  /// Shows only the metadata, because addresses may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["metadata": metadata]) }
}
