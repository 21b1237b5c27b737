import Foundation
import PlayerKit
import PlayerKitServices

/// A namespace for the answers of the iTunes Search API. ``ITunesSearchClient`` requests them.
///
/// Ids are numbers in JSON and strings here, because the same ids are strings in the Apple Music
/// API.
public enum ITunes {}

extension CatalogService {
  /// The iTunes Search API.
  public static let iTunes = CatalogService(rawValue: "itunes")
  /// The Apple Music API, which shares the store's ids.
  public static let appleMusic = CatalogService(rawValue: "appleMusic")
}

extension PlayerType {
  /// Plays previews of Apple Music and the iTunes Store.
  public static let appleMusicPreview = PlayerType(rawValue: "appleMusicPreview")
}

extension ServicePolicy {
  /// The policy for the iTunes Search API.
  ///
  /// The API allows about 20 requests per minute and address. If an address sends more, a 403
  /// without JSON locks it out for minutes to an hour. So the client sends up to five calls at once
  /// after a pause, then one every 4 s, which makes 20 in any minute (with 3.1 s it would be 24).
  /// After a refusal all calls pause for a minute, doubled each time, and calls fail instead of
  /// waiting. Answers without results are not kept, because they may be disguised refusals.
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
  /// The default rate limiter of all iTunes Store clients in this process.
  ///
  /// The service counts by address, and all clients of a process usually share one. Separate
  /// limiters would get them locked out together.
  public static let iTunes = RateLimiter(ServicePolicy.iTunes.limit)
}

extension CachePolicy {
  /// Whether the body is JSON and has results. The iTunes Search API sometimes sends no results
  /// instead of refusing a request.
  public static func isJSONWithResults(_ reply: HTTPTransportResponse) -> Bool {
    struct Count: Decodable {
      let resultCount: Int?
    }
    guard let count = try? JSONDecoder().decode(Count.self, from: reply.body) else { return false }
    return count.resultCount != 0
  }
}
