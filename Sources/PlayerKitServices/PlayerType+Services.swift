import PlayerKit

extension PlayerType {
  /// Plays the previews of Apple Music and the iTunes Store.
  public static let appleMusicPreview = PlayerType(rawValue: "appleMusicPreview")
}
