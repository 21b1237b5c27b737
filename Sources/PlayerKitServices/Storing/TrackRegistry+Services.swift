import PlayerKit

extension TrackRegistry {
  /// Adds the tracks of all services of this module: ``AppleMusicTrack``, ``SpotifyTrack``,
  /// ``DeezerTrack``.
  public mutating func addServices() {
    add(AppleMusicTrack.self)
    add(SpotifyTrack.self)
    add(DeezerTrack.self)
  }
}
