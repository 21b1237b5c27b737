import Foundation
import HTTPTypes
import PlayerKitSystem
import PlayerKitServices

/// Asks the SoundCloud API, in the name of an app or of its user.
///
/// A value; copies share their tokens, their transport and what they learned. May be used on any thread,
/// any number of times at once. Each call throws `CatalogError`, or `CancellationError` soon after its
/// task is cancelled. A refused token (401) is renewed once a request.
///
/// What was asked for in the name of one user is not given out after another one signed in: such a call,
/// and the further pages of such a list, throw `unauthorized`.
public struct SoundCloudClient: Sendable {
  /// The largest answer, in bytes: 200 tracks with all that is said of them are less.
  private static let largestReply = 8 << 20

  let tokens: any SoundCloudTokenProvider
  let clock: any CatalogClock
  /// Where the API is.
  let base: URL
  private let common: ServiceRequester
  /// When there are plays again.
  private let playsFrom = Locked(Date.distantPast)

  /// Makes a client. Nothing is checked or sent yet.
  ///
  /// - Parameters:
  ///   - tokens: gives the token of each request: the app's own, or a user's, without which everything of
  ///     the user is refused.
  ///   - configuration: the transport and its like.
  public init(
    tokens: any SoundCloudTokenProvider,
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
    common = requester
  }

  /// The answer to any request, decoded: for what the client has no method for. Lists in it page by
  /// themselves.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  /// Sends requests, and those for further pages, as long as the same user is signed in.
  var requester: ServiceRequester {
    let session = tokens.session
    var requester = common
    requester.exchange = { [tokens] request, send in
      guard tokens.session == session else { throw Self.otherUser }
      let reply = try await Self.exchange(request, tokens, send)
      guard tokens.session == session else { throw Self.otherUser }
      return reply
    }
    return requester
  }

  private static func exchange(
    _ request: CatalogRequest,
    _ tokens: any SoundCloudTokenProvider,
    _ send: ServiceRequester.Sender
  ) async throws -> HTTPReply {
    let token = try await tokens.accessToken()
    let reply = try await send(request, [.authorization: token.header])
    guard reply.response.status == .unauthorized else { return reply }
    await tokens.refused(token)
    let next = try await tokens.accessToken()
    return next == token ? reply : try await send(request, [.authorization: next.header])
  }

  private static let otherUser = CatalogError(
    .unauthorized,
    "Somebody else has signed in since.",
    service: .soundCloud
  )
}

// MARK: - Streams

extension SoundCloudClient {
  /// Where a track is to be heard. It counts as a play: the app has 15,000 a day.
  ///
  /// The addresses of the API want the access token in their `Authorization`, as `OAuth TOKEN`; where
  /// they lead must not get it. They are good for about five minutes.
  ///
  /// - Parameter secretToken: what a private track is shared by.
  /// - Throws: `CatalogError`: `forbidden` where the track is not played in this country; `rateLimited`
  ///   with `retryAfter` where the day's plays are used up: then nothing is sent until there are some.
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
      "The plays that the app has for a day are used up.",
      service: .soundCloud,
      details: [.init(code: SoundCloudReply.plays)],
      retryAfter: .seconds(seconds),
      isRetryable: false
    )
  }

  /// What a request for an address has to carry: the token, for the API's own server alone.
  func headers(for address: URL) async throws -> [String: String] {
    let isOwn =
      address.scheme?.lowercased() == base.scheme?.lowercased()
      && address.host()?.lowercased() == base.host()?.lowercased() && address.port == base.port
    return isOwn ? ["Authorization": try await tokens.accessToken().header] : [:]
  }
}
