import Foundation
import PlayerKit

/// An episode as described by its feed.
public struct PodcastEpisode: Sendable, Hashable, Identifiable {
  /// The id, which is unique among all episodes: a UUID derived from the feed's ``PodcastFeed/id``
  /// and the ``guid``. Without a guid, it derives from the media's address without the query, or
  /// else from the page, or from title and date.
  public var id: String
  /// The feed's identifier of the episode; `nil` if it has none. May be any text.
  public var guid: String?

  /// The title.
  public var title: String?
  /// A short description in plain text.
  public var subtitle: String?
  /// The show notes. May be HTML. They are untrusted, so sanitize them before display.
  public var notes: String?
  /// The episode's author, if the feed names one.
  public var author: String?
  /// The publication date. May be in the future.
  public var published: Date?
  /// The duration according to the feed. It is not exact, because advertisements change.
  public var duration: Duration?
  /// The web page.
  public var page: URL?
  /// The picture.
  public var image: URL?
  /// Whether it is marked as explicit.
  public var isExplicit: Bool?
  /// The season number.
  public var season: Int?
  /// The number in the season or the show.
  public var number: Int?
  /// `full`, `trailer` or `bonus`, unvalidated.
  public var kind: String?
  /// Whether the episode asks not to be listed in directories.
  public var isBlocked: Bool?
  /// The people in the episode.
  public var persons: [PodcastPerson] = []

  /// The media, best version first: audio before video, the main version before others.
  public var media: [PodcastMedia] = []
  /// The chapters in the feed (Podlove).
  public var chapters: [Chapter] = []
  /// The address of the chapters (Podcasting 2.0, JSON).
  public var chaptersFile: URL?
  /// The transcripts.
  public var transcripts: [PodcastTranscript] = []
  /// Representative parts of the episode. None begins after the duration that the feed states.
  public var soundbites: [PodcastSoundbite] = []

  /// Creates an empty episode.
  public init(id: String) {
    self.id = id
  }
}

/// A version of an episode's media.
public struct PodcastMedia: Sendable, Hashable, Codable {
  /// The address. It may hold a secret and change at any time.
  public var url: URL
  /// The media type according to the feed, such as `audio/mpeg`; often wrong.
  public var type: String?
  /// The size in bytes according to the feed; often wrong. Never 0.
  public var length: Int?
  /// The bit rate in bits per second.
  public var bitRate: Int?
  /// A name, such as `High quality`.
  public var title: String?

  /// Creates a version.
  public init(
    url: URL,
    type: String? = nil,
    length: Int? = nil,
    bitRate: Int? = nil,
    title: String? = nil
  ) {
    self.url = url
    self.type = type
    self.length = length
    self.bitRate = bitRate
    self.title = title
  }
}

/// A transcript file of an episode.
public struct PodcastTranscript: Sendable, Hashable, Codable {
  /// The address.
  public var url: URL
  /// The media type according to the feed, such as `text/vtt`.
  public var type: String?
  /// The language.
  public var language: String?
  /// `captions` if the file is meant for captions.
  public var relation: String?

  /// Creates a transcript.
  public init(
    url: URL,
    type: String? = nil,
    language: String? = nil,
    relation: String? = nil
  ) {
    self.url = url
    self.type = type
    self.language = language
    self.relation = relation
  }
}

/// A representative part of an episode.
public struct PodcastSoundbite: Sendable, Hashable, Codable {
  /// The start.
  public var start: Duration
  /// The duration; above zero.
  public var duration: Duration
  /// The title; `nil` for the episode's title.
  public var title: String?

  /// Creates a soundbite.
  public init(start: Duration, duration: Duration, title: String? = nil) {
    self.start = start
    self.duration = duration
    self.title = title
  }

  /// The part as a clip for a queue; `nil` if its range is invalid.
  public var clip: Clip? { try? Clip(from: start, to: start + duration) }
}

// Descriptions contain no addresses, because these may hold secrets.

extension PodcastEpisode: CustomStringConvertible, CustomReflectable {
  /// The title.
  public var description: String { title ?? "untitled episode" }

  /// Only the title.
  public var customMirror: Mirror { Mirror(self, children: ["title": title as Any]) }
}

extension PodcastMedia: CustomStringConvertible, CustomReflectable {
  /// The type.
  public var description: String { type ?? "media of an unknown type" }

  /// Only the type.
  public var customMirror: Mirror { Mirror(self, children: ["type": type as Any]) }
}

extension PodcastTranscript: CustomStringConvertible, CustomReflectable {
  /// The type.
  public var description: String { type ?? "transcript" }

  /// Only the type.
  public var customMirror: Mirror { Mirror(self, children: ["type": type as Any]) }
}
