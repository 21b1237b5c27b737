import PlayerKit
import PlayerKitServices

/// A track that a radio may play, with the data that the rules need.
struct RadioCandidate: Sendable {
  let track: any Track
  let reason: DiscoveryReason
  /// The weight of the candidate, at least 1.
  let weight: Int
  /// The keys of the recording.
  let keys: [String]
  /// The keys of the artists.
  let artists: Set<String>

  init(_ proposal: ProposedTrack, weight: Int) {
    track = proposal.track
    reason = proposal.reason
    self.weight = min(max(weight, 1), Self.most)
    keys = track.recordingKeys
    artists = track.artistKeys.union(["name " + proposal.artist.nameKey])
  }

  /// The largest weight.
  static let most = 1_000_000
}
