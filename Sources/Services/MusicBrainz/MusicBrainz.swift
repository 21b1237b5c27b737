import PlayerKitServices

/// A namespace for MusicBrainz's answers. ``MusicBrainzClient`` requests them.
public enum MusicBrainz {}

extension CatalogService {
  /// MusicBrainz.
  public static let musicBrainz = CatalogService(rawValue: "musicbrainz")
}

extension ServicePolicy {
  /// The policy for MusicBrainz's API.
  ///
  /// MusicBrainz allows one request a second per address. It answers 503 to more, and to requests
  /// that overlap. So requests go out every 1.1 s, one at a time and without bursts, also after
  /// redirects. After a refusal all requests pause for as long as the server demands, at least 5 s.
  /// Answers are kept for an hour.
  public static let musicBrainz = ServicePolicy(
    service: .musicBrainz,
    limit: RateLimit(
      interval: .milliseconds(1_100),
      burst: 1,
      maximumAtOnce: 1,
      firstPause: .seconds(5),
      longestPause: .seconds(60),
      maximumWait: .seconds(30),
      judge: { $0.response.status.code == 503 ? .throttled : .byStatus($0) }
    ),
    cache: CachePolicy(timeToLive: .seconds(3_600), maximumBytes: 4 << 20)
  )
}
