import PlayerKit
import PlayerKitServices

/// A track that a radio may play, with what the rules go by.
struct RadioCandidate: Sendable {
  let track: any Track
  let reason: DiscoveryReason
  /// How much speaks for it, from 1.
  let weight: Int
  /// What the recording is known by.
  let keys: [String]
  /// What its artists are known by.
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
