import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Counts the units that an app uses of the YouTube Data API's quota of a day, and can stop before
/// the service does.
///
/// Google gives a project 10,000 units a day unless it asks for more. A search costs 100 units, and
/// any other request that ``YouTubeClient`` sends costs 1. Google has also begun to give searches a
/// separate quota of 100 a day: set `searchLimit` for that. The day begins at midnight Pacific time.
///
/// After the limit, or after the service has refused a request since its quota is used up, requests
/// fail at once with `rateLimited`, and `retryAfter` is the time until the next day. A refused
/// search stops searches only, and another refused request stops the others. Cached answers still
/// arrive, because they cost nothing.
///
/// The count is in memory. Store ``usage``, and pass it to the next meter, if several runs of an
/// app share a day. May be used on any thread.
public final class YouTubeQuota: Sendable {
  /// The units and searches since midnight Pacific time.
  public struct Usage: Codable, Hashable, Sendable {
    /// The units of all requests. Searches count.
    public internal(set) var units: Int
    /// The number of searches.
    public internal(set) var searches: Int
    /// When the service begins to count from zero again.
    public internal(set) var resetDate: Date
  }

  private struct State {
    var usage: Usage
    /// Whether the service refused requests today, by whether they were searches.
    var isRefused: [Bool: Bool] = [:]
  }

  static let explanation = """
    YouTube's quota for the day is used up. It starts again at midnight Pacific time.
    """
  private static let maximumCount = 1_000_000_000

  private let limit: Int?
  private let searchLimit: Int?
  private let unitsPerSearch: Int
  private let clock: any PlaybackClock
  private let state: Locked<State>

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - limit: The units that may be used in a day. `nil` only counts.
  ///   - searchLimit: The number of searches in a day. `nil` for no own limit.
  ///   - unitsPerSearch: The cost of a search, 0 … 1,000,000 units.
  ///   - usage: The earlier usage of the same day, from another meter. Ignored if its day is over.
  ///   - clock: The clock, whose date decides about the day.
  public init(
    limit: Int? = nil,
    searchLimit: Int? = nil,
    unitsPerSearch: Int = 100,
    resuming usage: Usage? = nil,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.limit = limit
    self.searchLimit = searchLimit
    self.unitsPerSearch = min(max(unitsPerSearch, 0), 1_000_000)
    self.clock = clock
    let empty = Usage(units: 0, searches: 0, resetDate: Self.midnight(after: clock.date))
    // A stored value of another day, or of a clock that was wrong, does not count.
    var known = usage.flatMap { $0.resetDate == empty.resetDate ? $0 : nil } ?? empty
    known.units = min(max(known.units, 0), Self.maximumCount)
    known.searches = min(max(known.searches, 0), Self.maximumCount)
    state = Locked(State(usage: known))
  }

  /// The usage of the day. Failed requests count.
  public var usage: Usage {
    let now = clock.date
    return state.withLock { state in
      Self.renew(&state, now)
      return state.usage
    }
  }

  /// Wraps the network of an app's transport, below its cache, so that only requests that are sent
  /// count: `ServiceTransport(quota.transport(network), policy: .youTube)`.
  public func transport(_ base: any HTTPTransport) -> any HTTPTransport {
    YouTubeQuotaTransport(base: base, quota: self)
  }

  /// Counts a request before it is sent.
  ///
  /// - Throws: `rateLimited` if it may not be sent. It is not counted then.
  func spend(isSearch: Bool) throws(CatalogError) {
    let now = clock.date
    let cost = isSearch ? unitsPerSearch : 1
    let isAllowed = state.withLock { state in
      Self.renew(&state, now)
      let units = state.usage.units + cost
      let searches = state.usage.searches + (isSearch ? 1 : 0)
      let isWithin =
        units <= limit ?? .max && (!isSearch || searches <= searchLimit ?? .max)
      guard isWithin, state.isRefused[isSearch] != true else { return false }
      state.usage.units = min(units, Self.maximumCount)
      state.usage.searches = min(searches, Self.maximumCount)
      return true
    }
    guard !isAllowed else { return }
    throw CatalogError(
      .rateLimited,
      Self.explanation,
      service: .youTube,
      details: [CatalogError.Detail(code: "quotaExceeded")],
      retryAfter: Self.wait(from: now),
      isRetryable: false
    )
  }

  /// Notes that the service refused a request since its quota is used up.
  func refused(isSearch: Bool) {
    let now = clock.date
    state.withLock { state in
      Self.renew(&state, now)
      state.isRefused[isSearch] = true
    }
  }

  /// Starts to count again on another day. So does a clock that moves back by a day.
  private static func renew(_ state: inout State, _ now: Date) {
    let resetDate = midnight(after: now)
    guard state.usage.resetDate != resetDate else { return }
    state = State(usage: Usage(units: 0, searches: 0, resetDate: resetDate))
  }
}

extension YouTubeQuota {
  /// Returns the next midnight in California, with daylight saving time.
  static func midnight(after date: Date) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone =
      TimeZone(identifier: "America/Los_Angeles") ?? TimeZone(secondsFromGMT: -8 * 3_600) ?? .gmt
    return calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: date))
      ?? date.addingTimeInterval(86_400)
  }

  /// Returns the time until the service counts from zero again, in whole seconds.
  static func wait(from date: Date) -> Duration {
    let seconds = midnight(after: date).timeIntervalSince(date).rounded(.up)
    return .seconds(Int(exactly: min(max(seconds, 0), 2 * 86_400)) ?? 86_400)
  }
}

/// Counts each request, and refuses those beyond the quota.
struct YouTubeQuotaTransport: HTTPTransport {
  let base: any HTTPTransport
  let quota: YouTubeQuota

  func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    let path = (call.request.path ?? "").prefix { $0 != "?" }
    let isSearch = path.hasSuffix("/search")
    try quota.spend(isSearch: isSearch)
    var reply = try await base.send(call)
    if YouTubeReply.isQuotaUsedUp(reply) { quota.refused(isSearch: isSearch) }
    // A search is too costly to be repeated since the service states no lifetime for it.
    if isSearch, reply.response.status == .ok {
      reply.response.headerFields[.cacheControl] = nil
    }
    return reply
  }
}
