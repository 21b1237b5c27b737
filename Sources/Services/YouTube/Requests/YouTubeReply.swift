import Foundation
import HTTPTypes
import PlayerKitServices

/// Classifies replies by the reasons in the service's errors. Pure.
enum YouTubeReply {
  /// Returns the error in a reply; `nil` if it is none.
  static func failure(in reply: HTTPTransportResponse, now: Date) -> CatalogError? {
    let status = reply.response.status.code
    guard !(200..<300).contains(status) else { return nil }
    let reason = reason(in: reply)
    let known = reason.flatMap { meanings[$0] }
    let code = known?.code ?? CatalogError.Code(httpStatus: status)
    let isDay = reason.map(dailyReasons.contains) ?? false
    return CatalogError(
      code,
      known?.message ?? code.explanation,
      service: .youTube,
      httpStatus: status,
      details: reason.map { [CatalogError.Detail(code: $0)] } ?? [],
      retryAfter: isDay ? YouTubeQuota.wait(from: now) : reply.retryAfter(now: now),
      isRetryable: isDay ? false : nil
    )
  }

  /// Whether the day's quota is used up.
  static func isQuotaUsedUp(_ reply: HTTPTransportResponse) -> Bool {
    reason(in: reply).map(dailyReasons.contains) ?? false
  }

  /// Detects the refusals of too many requests within a short time. The quota of a day does not
  /// count as one: ``YouTubeQuota`` stops the calls then.
  static func verdict(on reply: HTTPTransportResponse) -> ThrottlingVerdict {
    switch reason(in: reply) {
    case let reason? where dailyReasons.contains(reason): .served
    case let reason? where meanings[reason]?.code == .rateLimited: .throttled
    default: .byStatus(reply)
    }
  }

  /// The maximum size of an error in bytes. Longer replies have no reason.
  private static let maximumSize = 64 << 10
  private static let dailyReasons: Set<String> = ["quotaExceeded", "dailyLimitExceeded"]

  /// Returns the reason of a failed reply, if it is a known one. A reply has several: an old one
  /// under `errors`, and a new one under `details`, which is more exact.
  private static func reason(in reply: HTTPTransportResponse) -> String? {
    guard !(200..<300).contains(reply.response.status.code), reply.body.count <= maximumSize,
      let error = (try? JSONDecoder().decode(JSONValue.self, from: reply.body))?["error"]
    else { return nil }
    let details = error["details"]?.array ?? []
    let limits = details.compactMap { $0["metadata"]?["quota_limit"]?.string }
    if limits.contains(where: { $0.contains("PerDay") }) { return "quotaExceeded" }
    let reasons = (details + (error["errors"]?.array ?? [])).compactMap { $0["reason"]?.string }
    return reasons.first { meanings[$0] != nil }
  }

  private typealias Meaning = (code: CatalogError.Code, message: String)

  private static let meanings: [String: Meaning] = {
    let badKey: Meaning = (
      .unauthorized, "YouTube does not accept the API key. Check the key."
    )
    let restricted: Meaning = (
      .forbidden, "The API key may not be used here. Check its restrictions in the Google console."
    )
    let off: Meaning = (
      .forbidden,
      "The YouTube Data API is off for the API key. Turn it on in the Google console."
    )
    let rate: Meaning = (.rateLimited, CatalogError.Code.rateLimited.explanation)
    let day: Meaning = (.rateLimited, YouTubeQuota.explanation)
    let missing: Meaning = (.notFound, CatalogError.Code.notFound.explanation)
    let closed: Meaning = (.forbidden, "The list is private, or its channel is closed.")
    return [
      "keyInvalid": badKey, "keyExpired": badKey, "API_KEY_INVALID": badKey,
      "ipRefererBlocked": restricted, "API_KEY_SERVICE_BLOCKED": restricted,
      "API_KEY_HTTP_REFERRER_BLOCKED": restricted, "API_KEY_IP_ADDRESS_BLOCKED": restricted,
      "accessNotConfigured": off, "SERVICE_DISABLED": off,
      "rateLimitExceeded": rate, "userRateLimitExceeded": rate, "RATE_LIMIT_EXCEEDED": rate,
      "quotaExceeded": day, "dailyLimitExceeded": day,
      "videoNotFound": missing, "playlistNotFound": missing, "channelNotFound": missing,
      "playlistItemsNotAccessible": closed, "playlistForbidden": closed,
      "channelClosed": closed, "channelSuspended": closed, "channelForbidden": closed,
    ]
  }()
}

extension CatalogError {
  /// YouTube's reason of a failure, such as `quotaExceeded` or `API_KEY_INVALID`. `nil` for other
  /// services and unknown reasons.
  public var youTubeReason: String? { service == .youTube ? details.first?.code : nil }
}
