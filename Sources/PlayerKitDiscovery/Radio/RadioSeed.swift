import PlayerKitServices
import PlayerKit

/// What a radio starts from.
@nonexhaustive public enum RadioSeed: Sendable {
  /// A track: what is like it, and like its artist.
  case track(TrackMetadata)
  /// An artist: what is popular with it and with those like it.
  case artist(ArtistReference)
  /// A genre as people call it.
  case genre(String)
  /// What was heard, the last one last. The services learn the artists that were heard most: give it only where
  /// the user wants that.
  case history([TrackMetadata])
  /// What the services propose to their users, whom they know by their tokens.
  case recommendations
}

extension RadioSeed {
  /// How many artists of a history are asked about.
  static let artistsOfHistory = 5
  /// How far back a history is looked at.
  static let longestHistory = 500

  /// Starts from what a queue has played. The services learn the artists that were heard most.
  public init(history: PlayHistory) {
    self = .history(history.suffix(Self.longestHistory).map(\.entry.metadata))
  }

  /// The artists that the radio starts from: those heard most first, of equal ones the last.
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
