import PlayerKit
import PlayerKitServices

/// The starting point of a radio.
@nonexhaustive public enum RadioSeed: Sendable {
  /// A track: the radio plays similar tracks, and tracks of similar artists.
  case track(TrackMetadata)
  /// An artist: the radio plays popular tracks of the artist and of similar ones.
  case artist(ArtistReference)
  /// A genre, by its common name.
  case genre(String)
  /// The played tracks, the most recent last. The services learn the most played artists, so use
  /// this only with the user's consent.
  case history([TrackMetadata])
  /// The services' recommendations to their users, whom they identify by token.
  case recommendations
}

extension RadioSeed {
  /// The number of artists of a history that the radio asks about.
  static let artistsOfHistory = 5
  /// The number of tracks of a history that are considered.
  static let longestHistory = 500

  /// Starts from a queue's history. The services learn the most played artists.
  public init(history: PlayHistory) {
    self = .history(history.suffix(Self.longestHistory).map(\.entry.metadata))
  }

  /// The artists that the radio starts from: the most played first, of equal ones the most recent
  /// first.
  var artists: [ArtistReference] {
    switch self {
    case .track(let track): return ArtistReference(of: track).map { [$0] } ?? []
    case .artist(let artist): return artist.name.isEmpty ? [] : [artist]
    case .genre, .recommendations: return []
    case .history(let tracks):
      var heard: [String: (count: Int, last: Int, artist: ArtistReference)] = [:]
      for (place, track) in tracks.suffix(Self.longestHistory).enumerated() {
        guard let artist = ArtistReference(of: track) else { continue }
        heard[artist.nameKey] = ((heard[artist.nameKey]?.count ?? 0) + 1, place, artist)
      }
      let most = heard.values.sorted { ($0.count, $0.last) > ($1.count, $1.last) }
      return most.prefix(Self.artistsOfHistory).map(\.artist)
    }
  }
}
