import PlayerKitServices

/// What MusicBrainz answers with. ``MusicBrainzClient`` asks it.
public enum MusicBrainz {}

extension CatalogService {
  /// MusicBrainz.
  public static let musicBrainz = CatalogService(rawValue: "musicbrainz")
}

extension ServicePolicy {
  /// MusicBrainz' API.
  ///
  /// It allows one request a second from one address, and refuses more by 503, and any that comes while another one is
  /// under way. So one goes in 1.1 s and when the one before is over, none in advance, also where it was led on;
  /// and after a refusal all pause for as long as it says, for 5 s at least. Answers are kept for an hour.
  public static let musicBrainz = ServicePolicy(
    service: .musicBrainz,
    limit: RateLimit(
      interval: .milliseconds(1_100),
      burst: 1,
      mostAtOnce: 1,
      firstPause: .seconds(5),
      longestPause: .seconds(60),
      maximumWait: .seconds(30),
      judge: { $0.response.status.code == 503 ? .throttled : .byStatus($0) }
    ),
    cache: CachePolicy(timeToLive: .seconds(3_600), maximumBytes: 4 << 20)
  )
}
