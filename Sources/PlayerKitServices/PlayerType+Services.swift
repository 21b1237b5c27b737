import PlayerKit

extension PlayerType {
  /// Plays the previews of Apple Music and the iTunes Store.
  public static let appleMusicPreview = PlayerType(rawValue: "appleMusicPreview")
  /// Plays the previews of Spotify's tracks, or of the same recordings elsewhere.
  public static let spotifyPreview = PlayerType(rawValue: "spotifyPreview")
  /// Plays the previews of Deezer.
  public static let deezerPreview = PlayerType(rawValue: "deezerPreview")
}
