import HTTPTypes
import PlayerKitSystem

/// Decides which replies are cached, for how long, and how many.
public struct CachePolicy: Sendable {
  /// How long a reply without a stated lifetime is cached. Zero or less disables caching.
  public var timeToLive: Duration
  /// The upper limit for a service's own `max-age`.
  public var longestTimeToLive: Duration
  /// The maximum size of the cache in bytes. Evicts the least recently used replies first.
  public var maximumBytes: Int
  /// The request fields that carry a user's token. Replies to calls with one belong to that user,
  /// and are never cached.
  public var userFields: Set<HTTPField.Name> = [.cookie]
  /// Whether a reply with status 200 is valid, and not an error or a throttled reply in disguise.
  public var isAnswer: @Sendable (HTTPTransportResponse) -> Bool

  /// Makes a policy. By default only bodies that begin like JSON are cached.
  public init(
    timeToLive: Duration,
    longestTimeToLive: Duration = .seconds(24 * 3600),
    maximumBytes: Int = 16 << 20,
    isAnswer: @escaping @Sendable (HTTPTransportResponse) -> Bool = { CachePolicy.isJSON($0) }
  ) {
    self.timeToLive = timeToLive
    self.longestTimeToLive = longestTimeToLive
    self.maximumBytes = maximumBytes
    self.isAnswer = isAnswer
  }

  /// Whether the body begins like JSON.
  public static func isJSON(_ reply: HTTPTransportResponse) -> Bool { reply.isLikelyJSON }
}

extension CachePolicy {
  /// Whether a call may be answered from the cache, and its reply be cached.
  func mayKeep(_ call: HTTPTransportRequest) -> Bool {
    let fields = call.request.headerFields
    return call.request.method == .get && call.body == nil
      && !userFields.contains(where: fields.contains)
      && !CacheControl(fields[.cacheControl]).forbidsKeeping
  }

  /// Returns how long a reply is cached. `nil` if it is not cached.
  func timeToLive(of reply: HTTPTransportResponse) -> Duration? {
    let fields = reply.response.headerFields
    let control = CacheControl(fields[.cacheControl])
    guard reply.response.status.code == 200, !control.forbidsKeeping,
      !fields.contains(.setCookie), fields[.vary]?.contains("*") != true, isAnswer(reply)
    else { return nil }
    var time = timeToLive
    if let maximumAge = control.maximumAge.flatMap({ Int($0) }) {
      let age = fields[.age].flatMap { Int($0) } ?? 0
      time = min(.seconds(maximumAge) - .seconds(max(age, 0)), longestTimeToLive)
    }
    return time > .zero ? time : nil
  }
}
