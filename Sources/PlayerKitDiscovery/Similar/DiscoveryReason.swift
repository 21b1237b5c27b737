import PlayerKitServices

/// The reason of a proposal: as text for people, and in parts for apps.
public struct DiscoveryReason: Sendable, Hashable, Codable {
  /// The way in which a proposal was found. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
    /// The stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The requested item itself.
    public static let seed = Kind(rawValue: "seed")
    /// Popular with the requested artist, the ``DiscoveryReason/subject``.
    public static let popular = Kind(rawValue: "popular")
    /// Popular with an artist similar to the ``DiscoveryReason/subject``.
    public static let similarArtist = Kind(rawValue: "similarArtist")
    /// Popular with an artist who works, or worked, with the ``DiscoveryReason/subject``.
    public static let relatedArtist = Kind(rawValue: "relatedArtist")
    /// By the ``DiscoveryReason/artist``. The ``DiscoveryReason/note`` describes how another track
    /// of that artist was found.
    public static let sameArtist = Kind(rawValue: "sameArtist")
    /// Similar to the track named by the ``DiscoveryReason/subject``.
    public static let similarTrack = Kind(rawValue: "similarTrack")
    /// In a service's mix around the artist named by the ``DiscoveryReason/subject``.
    public static let mix = Kind(rawValue: "mix")
    /// Popular in the genre named by the ``DiscoveryReason/subject``.
    public static let genre = Kind(rawValue: "genre")
    /// A service's recommendation to the user.
    public static let recommendation = Kind(rawValue: "recommendation")
  }

  /// The way in which the proposal was found.
  public var kind: Kind
  /// The starting point: an artist, a track or a genre. `nil` for a recommendation.
  public var subject: String?
  /// The artist of the track.
  public var artist: String?
  /// The names of the services that made the proposal. The service of the track comes first.
  public var services: [String]
  /// The service's own note, such as the heading of a list, or how the artist was found.
  public var note: String?

  /// Makes a reason.
  public init(
    _ kind: Kind,
    subject: String? = nil,
    artist: String? = nil,
    services: [String] = [],
    note: String? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.artist = artist
    self.services = services
    self.note = note
  }
}

extension DiscoveryReason: CustomStringConvertible {
  /// One line of English, with the names of the services. It contains names from services: sanitize
  /// it before you display it.
  public var description: String {
    services.isEmpty ? text : "\(text) (\(services.joined(separator: ", ")))"
  }

  /// The description without the services.
  var text: String {
    let who = artist ?? "the artist"
    let what = subject ?? "what was asked for"
    return switch kind {
    case .seed: "what was asked for"
    case .popular: "popular with \(subject ?? who)"
    case .similarArtist: "\(who) is like \(what)"
    case .relatedArtist: "\(who) works with \(what)"
    case .sameArtist: note.map { "more by \(who): \($0)" } ?? "more by \(who)"
    case .similarTrack: "like \(what)"
    case .mix: "in a mix around \(what)"
    case .genre: "popular in \(what)"
    case .recommendation: note.map { "proposed to you: \($0)" } ?? "proposed to you"
    default: kind.rawValue
    }
  }
}
