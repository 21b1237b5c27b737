import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Asks the SoundCloud API on behalf of an app or a user.
///
/// A value whose copies share their tokens, transport and state. May be used on any thread, any
/// number of times at once. Each call throws `CatalogError`, or `CancellationError` soon after its
/// task is cancelled. A refused token (401) is renewed once per request.
///
/// Results for one user are not returned after another user has signed in: such a call, and the
/// further pages of such a list, throw `unauthorized`.
public struct SoundCloudClient: Sendable {
  /// The maximum size of an answer in bytes. 200 complete tracks are smaller.
  private static let largestReply = 8 << 20
  /// The service does not accept `Bearer`.
  private static let scheme = "OAuth"

  let tokens: any OAuthTokenProvider
  let clock: any PlaybackClock
  /// The address of the API.
  let base: URL
  private let common: ServiceRequester
  /// The time when plays are available again.
  private let playsFrom = Locked(Date.distantPast)

  /// Creates a client. Checks and sends nothing yet.
  ///
  /// - Parameters:
  ///   - tokens: Provides the token of each request: the app's own, or a user's. Requests for a
  ///     user's data need the latter.
  ///   - configuration: The transport and other settings.
  public init(
    tokens: any OAuthTokenProvider,
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.tokens = tokens
    clock = configuration.clock
    let host = "api.soundcloud.com"
    base = configuration.baseURL ?? URL(string: "https://" + host) ?? URL(filePath: "/")
    var configuration = configuration
    configuration.maximumReplySize = min(configuration.maximumReplySize, Self.largestReply)
    var requester = ServiceRequester(
      policy: .soundCloud,
      host: host,
      configuration: configuration
    )
    requester.carriedParameters = ["limit", "linked_partitioning", "access"]
    requester.failure = { [clock = configuration.clock] in
      SoundCloudReply.failure(in: $0, now: clock.date)
    }
    requester.authorize(by: tokens, scheme: Self.scheme)
    common = requester
  }

  /// Returns the decoded answer to any request, for endpoints without a method. Lists in it can
  /// fetch their next pages.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  /// Sends requests, including those for further pages, as long as the same user is signed in.
  var requester: ServiceRequester {
    let session = tokens.session
    var requester = common
    requester.exchange = { [tokens, exchange = common.exchange] request, send in
      guard tokens.session == session else { throw Self.otherUser }
      let reply = try await exchange(request, send)
      guard tokens.session == session else { throw Self.otherUser }
      return reply
    }
    return requester
  }

  private static let otherUser = CatalogError(
    .unauthorized,
    "Another user has signed in since. Load the data again.",
    service: .soundCloud
  )
}

// MARK: - Streams

extension SoundCloudClient {
  /// Returns the streams of a track. Each call counts as a play. An app has 15,000 plays a day.
  ///
  /// Addresses of the API require the access token in `Authorization`, as `OAuth TOKEN`. Servers
  /// that they redirect to must not get it. The addresses are valid for about five minutes.
  ///
  /// - Parameter track: The name of the track.
  /// - Parameter secretToken: The token with which a private track is shared.
  /// - Throws: `CatalogError`: `forbidden` if the track cannot be played in this country;
  ///   `rateLimited` with `retryAfter` if the day's plays are used up. Then the client sends
  ///   nothing until plays are available again.
  public func streams(
    of track: SoundCloud.URN,
    secretToken: String? = nil
  ) async throws -> SoundCloud.Streams {
    let now = clock.date
    let from = playsFrom.withLock(\.self)
    guard from <= now else { throw Self.noPlays(for: from.timeIntervalSince(now)) }
    do {
      return try await get(["tracks", try Self.checked(track, .tracks), "streams"], secretToken)
    } catch let error as CatalogError where error.details.first?.code == SoundCloudReply.plays {
      let wait = (error.retryAfter ?? .seconds(600)) / .seconds(1)
      playsFrom.withLock { $0 = now.addingTimeInterval(wait) }
      throw error
    }
  }

  private static func noPlays(for seconds: TimeInterval) -> CatalogError {
    CatalogError(
      .rateLimited,
      "The app's plays for today are used up. Try again tomorrow.",
      service: .soundCloud,
      details: [.init(code: SoundCloudReply.plays)],
      retryAfter: .seconds(seconds),
      isRetryable: false
    )
  }

  /// Returns the header fields for an address: the token, but only for the API's own server.
  func headers(for address: URL) async throws -> [String: String] {
    let isOwn =
      address.scheme?.lowercased() == base.scheme?.lowercased()
      && address.host()?.lowercased() == base.host()?.lowercased() && address.port == base.port
    return isOwn
      ? ["Authorization": "\(Self.scheme) \(try await tokens.accessToken().secret)"] : [:]
  }
}
