import Foundation
import PlayerKitServices
import PlayerKit

/// What the iTunes Search and Look-up API answers with. ``ITunesSearchClient`` asks it.
///
/// Ids are numbers on the wire and strings here, since the same ids are strings in the Apple Music
/// API: a song's id of the one is the song's id of the other.
public enum ITunes {}

extension CatalogService {
  /// The iTunes Search API.
  public static let iTunes = CatalogService(rawValue: "itunes")
  /// The Apple Music API, whose ids the store shares.
  public static let appleMusic = CatalogService(rawValue: "appleMusic")
}

extension PlayerType {
  /// Plays the previews of Apple Music and the iTunes Store.
  public static let appleMusicPreview = PlayerType(rawValue: "appleMusicPreview")
}

extension ServicePolicy {
  /// The iTunes Search API.
  ///
  /// About 20 requests a minute and address; beyond, a 403 without JSON locks the address out for
  /// minutes to an hour. So five calls go at once after a rest, and one in 4 s from then on: 20 in
  /// any minute, the five included (with one in 3.1 s they would be 24). After a refusal all pause
  /// for a minute, doubled each time, and calls fail meanwhile rather than wait. An answer without
  /// results is not kept: it may be a refusal in disguise.
  public static let iTunes = ServicePolicy(
    service: .iTunes,
    limit: RateLimit(
      interval: .seconds(4),
      burst: 5,
      firstPause: .seconds(60),
      longestPause: .seconds(3600),
      longestRequestedPause: .seconds(3600),
      maximumWait: .seconds(30),
      judge: { .byStatusOrBareRefusal($0) }
    ),
    cache: CachePolicy(timeToLive: .seconds(3600), isAnswer: { CachePolicy.isJSONWithResults($0) })
  )
}

extension RateLimiter {
  /// The pace of all clients of the iTunes Store in this process that are given no other.
  ///
  /// The service counts by address, and a process normally has one: clients that each kept a pace of
  /// their own would be locked out together.
  public static let iTunes = RateLimiter(ServicePolicy.iTunes.limit)
}

extension CachePolicy {
  /// Whether the body is JSON and does not say that it has no results: the iTunes Search API
  /// sometimes says so in place of refusing.
  public static func isJSONWithResults(_ reply: HTTPReply) -> Bool {
    struct Count: Decodable {
      let resultCount: Int?
    }
    guard let count = try? JSONDecoder().decode(Count.self, from: reply.body) else { return false }
    return count.resultCount != 0
  }
}
