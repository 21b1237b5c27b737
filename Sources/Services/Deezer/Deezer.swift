import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// The Deezer API.
  public static let deezer = CatalogService(rawValue: "deezer")
}

extension PlayerType {
  /// Plays Deezer's previews.
  public static let deezerPreview = PlayerType(rawValue: "deezerPreview")
}

/// A namespace for the Deezer API's answers. ``DeezerClient`` requests them.
///
/// Ids are numbers in JSON and strings here, as everywhere in this library. Items within lists and
/// other items lack many fields.
public enum Deezer {}

extension ServicePolicy {
  /// The policy for the Deezer API.
  ///
  /// The API allows 50 requests per 5 s and address. It refuses more with code 4 in an answer of
  /// status 200. So the client sends up to 25 calls at once after a pause, then one every 0.2 s,
  /// which makes at most 50 in any 5 s. After a refusal all calls pause for 5 s. Answers are kept
  /// for ten minutes, except those with tracks, because their previews expire.
  public static let deezer = ServicePolicy(
    service: .deezer,
    limit: RateLimit(
      interval: .milliseconds(200),
      burst: 25,
      firstPause: .seconds(5),
      longestPause: .seconds(60),
      maximumWait: .seconds(30),
      judge: { .byDeezerCode($0) }
    ),
    cache: CachePolicy(
      timeToLive: .seconds(600),
      isAnswer: { CachePolicy.isDeezerAnswerWithoutPreviews($0) }
    )
  )
}
