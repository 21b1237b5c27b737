import Foundation
import PlayerKit

/// An episode as its feed describes it.
public struct PodcastEpisode: Sendable, Hashable, Identifiable {
  /// Tells it from all other episodes: a UUID made of the feed's ``PodcastFeed/id`` and the ``guid``. Where
  /// the feed has no guid for it, of the address of its media without the query; else of its page, or of
  /// title and date.
  public var id: String
  /// The feed's own name of it; `nil` where it has none. Any text.
  public var guid: String?

  /// The title.
  public var title: String?
  /// A short description. Plain text.
  public var subtitle: String?
  /// What it is about. May be HTML, of a stranger: show it as such.
  public var notes: String?
  /// Who speaks or writes, where the feed says it of the episode.
  public var author: String?
  /// When it came out, or is to.
  public var published: Date?
  /// The length that the feed states. Not exact: advertisements come and go.
  public var duration: Duration?
  /// Its page.
  public var page: URL?
  /// Its picture.
  public var image: URL?
  /// Whether it is marked as explicit.
  public var isExplicit: Bool?
  /// The number of its season.
  public var season: Int?
  /// Its number in the season or the show.
  public var number: Int?
  /// `full`, `trailer` or `bonus`, as the feed says it.
  public var kind: String?
  /// Whether it does not want to stand in directories.
  public var isBlocked: Bool?
  /// Who speaks in it.
  public var persons: [PodcastPerson] = []

  /// Its media, the preferred first: sound before film, the main form before others.
  public var media: [PodcastMedia] = []
  /// The chapters that stand in the feed (Podlove).
  public var chapters: [Chapter] = []
  /// Where its chapters are (Podcasting 2.0, JSON).
  public var chaptersFile: URL?
  /// Where its transcripts are.
  public var transcripts: [PodcastTranscript] = []
  /// Parts of it that stand for the whole.
  public var soundbites: [PodcastSoundbite] = []

  /// Makes an episode of nothing.
  public init(id: String) {
    self.id = id
  }
}

/// One form of an episode's media.
public struct PodcastMedia: Sendable, Hashable, Codable {
  /// Its address. It may hold a secret, and it may be another one tomorrow.
  public var url: URL
  /// What the feed says that it is, such as `audio/mpeg`; often wrong.
  public var type: String?
  /// Its length in bytes as the feed says it; often wrong. Never 0.
  public var length: Int?
  /// Bits a second.
  public var bitRate: Int?
  /// A name, such as `High quality`.
  public var title: String?

  /// Makes a form.
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

/// A file with what is said in an episode.
public struct PodcastTranscript: Sendable, Hashable, Codable {
  /// Its address.
  public var url: URL
  /// What the feed says that it is, such as `text/vtt`.
  public var type: String?
  /// Its language.
  public var language: String?
  /// `captions` where it is made for reading along.
  public var relation: String?

  /// Makes a transcript.
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

/// A part of an episode that stands for the whole.
public struct PodcastSoundbite: Sendable, Hashable, Codable {
  /// Where it begins.
  public var start: Duration
  /// How long it is; above zero.
  public var duration: Duration
  /// Its title; `nil`: that of the episode.
  public var title: String?

  /// Makes a soundbite.
  public init(start: Duration, duration: Duration, title: String? = nil) {
    self.start = start
    self.duration = duration
    self.title = title
  }

  /// The part as a queue plays it; `nil` where it is none.
  public var clip: Clip? { try? Clip(from: start, to: start + duration) }
}
