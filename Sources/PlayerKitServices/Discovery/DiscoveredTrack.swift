import PlayerKit

/// A track that a service recommends.
public struct DiscoveredTrack: Sendable {
  /// The track to play.
  public var track: any Track
  /// The artist of the track.
  public var artist: ArtistReference
  /// The service's own reason for the recommendation, such as the heading of a list. `nil` if there
  /// is none.
  public var note: String?

  /// Makes a recommendation.
  public init(_ track: any Track, by artist: ArtistReference, note: String? = nil) {
    self.track = track
    self.artist = artist
    self.note = note
  }

  /// Makes a recommendation of a track that names its artist. `nil` if it names none.
  public init?(_ track: any Track, note: String? = nil) {
    guard let artist = ArtistReference(of: track.metadata) else { return nil }
    self.init(track, by: artist, note: note)
  }
}
