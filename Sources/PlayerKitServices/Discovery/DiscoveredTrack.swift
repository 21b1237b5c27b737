import PlayerKit

/// A track that a service proposed.
public struct DiscoveredTrack: Sendable {
  /// What is played.
  public var track: any Track
  /// Whose it is.
  public var artist: ArtistReference
  /// What the service itself says of why it proposes it, such as the heading of a list; `nil`: nothing.
  public var note: String?

  /// Makes a proposal.
  public init(_ track: any Track, by artist: ArtistReference, note: String? = nil) {
    self.track = track
    self.artist = artist
    self.note = note
  }

  /// Makes a proposal of a track that names its artist; `nil` for one that does not.
  public init?(_ track: any Track, note: String? = nil) {
    guard let artist = ArtistReference(of: track.metadata) else { return nil }
    self.init(track, by: artist, note: note)
  }
}
