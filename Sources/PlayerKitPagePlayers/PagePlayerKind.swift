/// A kind of player in the page: one service's own player, or the browser itself.
public enum PagePlayerKind: String, Sendable, Hashable, CaseIterable {
  /// Apple's MusicKit on the Web.
  case musicKit = "musickit"
  /// YouTube's IFrame player.
  case youTube = "youtube"
  /// Spotify's Web Playback SDK.
  case spotify
  /// The browser's own audio and video elements.
  case html
}

/// An item that a page player can play.
enum PageItem: Sendable, Hashable {
  case appleMusicSong(String)
  case appleMusicVideo(String)
  case youTubeVideo(String)
  case spotify(id: String, isEpisode: Bool)
  case media(url: String, isVideo: Bool)

  var kind: PagePlayerKind {
    switch self {
    case .appleMusicSong, .appleMusicVideo: .musicKit
    case .youTubeVideo: .youTube
    case .spotify: .spotify
    case .media: .html
    }
  }
}

extension PagePlayerKind {
  /// Smaller differences of a position are not corrections: MusicKit rounds to whole seconds.
  var positionTolerance: Duration {
    switch self {
    case .musicKit: .milliseconds(1_200)
    case .youTube, .spotify, .html: .milliseconds(300)
    }
  }

  /// Whether the player changes the speed.
  var hasRate: Bool {
    switch self {
    case .musicKit, .youTube, .html: true
    case .spotify: false
    }
  }
}
