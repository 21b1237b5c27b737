import PlayerKitServices
import PlayerKit

/// Some of an artist's songs, popular ones first.
public struct ArtistSongsPage: Sendable {
  /// The songs.
  public internal(set) var songs: [ArtistSong] = []
  /// What was left out since the page before, and why.
  public internal(set) var leftOut: [ArtistSong] = []
  /// The services that failed since the page before, and why. What they gave before counts.
  public internal(set) var failures: [DiscoveryFailure] = []
  /// Whether services had more that was not read: all of them failed, or a limit of ``ArtistSongs/Settings`` was reached.
  /// Where a page follows, it is tried again.
  public internal(set) var isCut = false
}

/// One recording of an artist, whichever services have it.
public struct ArtistSong: Sendable {
  /// What is played: the track of the first service that has the recording.
  public let track: any Track
  /// The same recording at each service that has it, the first service first.
  public let places: [Place]
  /// Whether it is spoken word, and why.
  public let speech: SpeechVerdict

  /// The recording at one service.
  public struct Place: Sendable {
    /// The service.
    public let service: CatalogService
    /// What is played there.
    public let track: any Track
    /// How much it is heard, by the service's own measure; `nil`: the service does not say.
    public let popularity: Double?
  }
}

/// Whether a recording is spoken word, and why.
public struct SpeechVerdict: Sendable, Hashable {
  /// Whether it is.
  public let isSpeech: Bool
  /// What was found, the weightiest first. What speaks for music has a negative weight.
  public let reasons: [SpeechReason]

  /// What the reasons sum up to: speech from 1 on.
  public var weight: Double { reasons.reduce(0) { $0 + $1.weight } }
}

/// One thing that says whether a recording is spoken word.
public struct SpeechReason: Sendable, Hashable {
  /// What kind of thing. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
    /// The stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A genre.
    public static let genre = Kind(rawValue: "genre")
    /// What a service calls the recording or its album.
    public static let type = Kind(rawValue: "type")
    /// What listeners call the recording, the album or the artist.
    public static let tag = Kind(rawValue: "tag")
    /// Words of the title.
    public static let title = Kind(rawValue: "title")
    /// Words of the album's title.
    public static let album = Kind(rawValue: "album")
    /// A credit: who reads, who composed.
    public static let credit = Kind(rawValue: "credit")
    /// The length of the track, or those of the album's tracks, or how many there are.
    public static let shape = Kind(rawValue: "shape")
    /// How much it is heard, among the artist's recordings.
    public static let popularity = Kind(rawValue: "popularity")
  }

  /// What kind of thing.
  public let kind: Kind
  /// What was found, in the words of the service or in English. Who shows it, makes it fit to be shown.
  public let detail: String
  /// How much it says: 1 alone makes speech of a recording; below zero it speaks for music.
  public let weight: Double
}

extension SpeechVerdict: CustomStringConvertible {
  /// The verdict and its reasons, on one line.
  public var description: String {
    let parts = reasons.map { reason in
      let sign = reason.weight < 0 ? "-" : "+"
      let hundredths = Int((min(abs(reason.weight), 99) * 100).rounded())
      let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
      return
        "\(reason.kind.rawValue) “\(reason.detail)” \(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
    let verdict = isSpeech ? "spoken word" : "music"
    return parts.isEmpty ? verdict : verdict + ": " + parts.joined(separator: ", ")
  }
}
