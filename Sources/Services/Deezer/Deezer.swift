import PlayerKitServices
import PlayerKit

extension CatalogService {
  /// The Deezer API.
  public static let deezer = CatalogService(rawValue: "deezer")
}

extension PlayerType {
  /// Plays the previews of Deezer.
  public static let deezerPreview = PlayerType(rawValue: "deezerPreview")
}

/// What the Deezer API answers with. ``DeezerClient`` asks it.
///
/// Ids are numbers on the wire and strings here, as everywhere in this library. Which fields a thing
/// has depends on where it stands: in lists and inside of others many lack.
public enum Deezer {}

extension ServicePolicy {
  /// The Deezer API.
  ///
  /// It counts 50 requests in 5 s and address, and refuses more by the code 4 in an answer of status
  /// 200. So 25 calls go at once after a rest, and one in 0.2 s from then on: 50 in any 5 s, those
  /// included. After a refusal all pause for 5 s. Answers with tracks are not kept, since their
  /// previews expire; others for ten minutes.
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
