import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// YouTube, by its Data API.
  public static let youTube = CatalogService(rawValue: "youtube")
}

extension PlayerType {
  /// Plays YouTube videos in YouTube's own player in a page.
  public static let youTubePage = PlayerType(rawValue: "youTubePage")
}

/// A namespace for the answers of the YouTube Data API. ``YouTubeClient`` requests them.
public enum YouTube {}

extension ServicePolicy {
  /// The policy for the YouTube Data API.
  ///
  /// The quota of a day is the limit that matters; ``YouTubeQuota`` counts it. Answers are kept for
  /// an hour, so a repeated search costs nothing.
  public static let youTube = ServicePolicy(
    service: .youTube,
    limit: RateLimit(
      interval: .milliseconds(100),
      burst: 10,
      firstPause: .seconds(5),
      longestPause: .seconds(60),
      maximumWait: .seconds(30),
      judge: { YouTubeReply.verdict(on: $0) }
    ),
    cache: CachePolicy(timeToLive: .seconds(3_600))
  )
}
