import PlayerKitServices

/// Why something was proposed: in words for people, and in parts for apps.
public struct DiscoveryReason: Sendable, Hashable, Codable {
  /// By which way it was come upon. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
    /// The stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What was asked for itself.
    public static let seed = Kind(rawValue: "seed")
    /// Popular with the artist that was asked for: the ``DiscoveryReason/subject``.
    public static let popular = Kind(rawValue: "popular")
    /// Popular with an artist who is like the ``DiscoveryReason/subject``.
    public static let similarArtist = Kind(rawValue: "similarArtist")
    /// Popular with an artist who works, or worked, with the ``DiscoveryReason/subject``.
    public static let relatedArtist = Kind(rawValue: "relatedArtist")
    /// By the ``DiscoveryReason/artist``, of whom another track was come upon as the ``DiscoveryReason/note`` says.
    public static let sameArtist = Kind(rawValue: "sameArtist")
    /// Like the track that the ``DiscoveryReason/subject`` names.
    public static let similarTrack = Kind(rawValue: "similarTrack")
    /// In a service's mix around the artist that the ``DiscoveryReason/subject`` names.
    public static let mix = Kind(rawValue: "mix")
    /// Popular in the genre that the ``DiscoveryReason/subject`` names.
    public static let genre = Kind(rawValue: "genre")
    /// Proposed to the user by a service.
    public static let recommendation = Kind(rawValue: "recommendation")
  }

  /// By which way.
  public var kind: Kind
  /// What it was come upon from: an artist, a track, a genre; `nil` for a recommendation.
  public var subject: String?
  /// Whose track it is.
  public var artist: String?
  /// The names of the services that said so, the first the one whose track it is.
  public var services: [String]
  /// What the service itself says, such as the heading of a list; how the artist was come upon.
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
  /// One line of English, with the services that say so. Names in it come from services: make them fit to be
  /// shown before you show them.
  public var description: String {
    services.isEmpty ? text : "\(text) (\(services.joined(separator: ", ")))"
  }

  /// The same without the services.
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
