import PlayerKit
import PlayerKitServices

/// A page of an artist's songs, popular ones first.
public struct ArtistSongsPage: Sendable {
  /// The songs.
  public internal(set) var songs: [ArtistSong] = []
  /// The recordings left out since the previous page, and why.
  public internal(set) var leftOut: [ArtistSong] = []
  /// The services that failed since the previous page, and why. Their earlier recordings still
  /// count.
  public internal(set) var failures: [DiscoveryFailure] = []
  /// Whether services had more to read, but all of them failed or a limit of
  /// ``ArtistSongs/Settings`` was reached. If a page follows, they are tried again.
  public internal(set) var isCut = false
}

/// A recording of an artist, from all services that have it.
public struct ArtistSong: Sendable {
  /// The track to play, from the first service that has the recording.
  public let track: any Track
  /// The recording at each service that has it, the preferred service first.
  public let places: [Place]
  /// Whether it is spoken word, and why.
  public let speech: SpeechVerdict

  /// The recording at one service.
  public struct Place: Sendable {
    /// The service.
    public let service: CatalogService
    /// The track at this service.
    public let track: any Track
    /// The popularity on the service's own scale. `nil` if the service doesn't report it.
    public let popularity: Double?
  }
}

/// The verdict on whether a recording is spoken word, with reasons.
public struct SpeechVerdict: Sendable, Hashable {
  /// Whether the recording is spoken word.
  public let isSpeech: Bool
  /// The findings, those with the largest weights first. A negative weight indicates music.
  public let reasons: [SpeechReason]

  /// The sum of the reasons' weights. Speech if at least 1.
  public var weight: Double { reasons.reduce(0) { $0 + $1.weight } }
}

/// A finding that indicates whether a recording is spoken word.
public struct SpeechReason: Sendable, Hashable {
  /// The kind of a finding. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
    /// The stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A genre.
    public static let genre = Kind(rawValue: "genre")
    /// The service's type of the recording or its album.
    public static let type = Kind(rawValue: "type")
    /// The listeners' tag of the recording, the album or the artist.
    public static let tag = Kind(rawValue: "tag")
    /// Words in the title.
    public static let title = Kind(rawValue: "title")
    /// Words in the album's title.
    public static let album = Kind(rawValue: "album")
    /// A credit, of a reader or a composer.
    public static let credit = Kind(rawValue: "credit")
    /// The length of the track, the lengths of the album's tracks, or their number.
    public static let shape = Kind(rawValue: "shape")
    /// The popularity among the artist's recordings.
    public static let popularity = Kind(rawValue: "popularity")
  }

  /// The kind of the finding.
  public let kind: Kind
  /// The finding, in the service's words or in English. Sanitize it before you display it.
  public let detail: String
  /// The weight of the finding. 1 is enough for speech. A negative weight indicates music.
  public let weight: Double
}

extension SpeechVerdict: CustomStringConvertible {
  /// The verdict and its reasons, in one line.
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
