/// The addresses of the services' scripts. Change them only for tests with stubs.
public struct PageScripts: Sendable, Hashable {
  /// Apple's MusicKit on the Web.
  public var musicKit: String
  /// YouTube's IFrame player.
  public var youTube: String
  /// Spotify's Web Playback SDK.
  public var spotify: String
  /// More origins that the page may load everything from, such as `http://127.0.0.1:9000`.
  public var extraOrigins: [String]

  /// Makes the addresses; the services' own by default.
  public init(
    musicKit: String = "https://js-cdn.music.apple.com/musickit/v3/musickit.js",
    youTube: String = "https://www.youtube.com/iframe_api",
    spotify: String = "https://sdk.scdn.co/spotify-player.js",
    extraOrigins: [String] = []
  ) {
    self.musicKit = musicKit
    self.youTube = youTube
    self.spotify = spotify
    self.extraOrigins = extraOrigins
  }
}
