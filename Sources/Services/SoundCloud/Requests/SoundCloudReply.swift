import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads errors from answers. Pure.
enum SoundCloudReply {
  /// The name of the limit of plays.
  static let plays = "plays"
  /// A size larger than any error.
  private static let longestError = 16 << 10
  /// The longest pause in seconds.
  private static let longestWait = 48 * 3600.0

  /// Returns the error in an answer; `nil` if it is none.
  static func failure(in reply: HTTPTransportResponse, now: Date) -> CatalogError? {
    let status = reply.response.status.code
    guard !(200..<300).contains(status) else { return nil }
    let body = body(of: reply)
    let code = CatalogError.Code(httpStatus: status)
    let isAboutPlays = isAboutPlays(reply)
    return CatalogError(
      code,
      isAboutPlays
        ? "The app's plays for today are used up. Try again tomorrow." : code.explanation,
      service: .soundCloud,
      httpStatus: status,
      details: isAboutPlays ? [.init(code: plays)] : body?.details ?? [],
      retryAfter: wait(until: body?.resetTime, now: now) ?? reply.retryAfter(now: now),
      isRetryable: isAboutPlays ? false : nil
    )
  }

  /// Whether an answer means that the day's plays are used up.
  static func isAboutPlays(_ reply: HTTPTransportResponse) -> Bool {
    reply.response.status.code == 429 && body(of: reply)?.limit == plays
  }

  /// Returns the time until a date in the service's format.
  private static func wait(until text: String?, now: Date) -> Duration? {
    guard let text, let date = date(text) else { return nil }
    let seconds = min(max(date.timeIntervalSince(now), 0), longestWait)
    return .seconds(Int64(seconds.rounded(.up)))
  }

  /// Parses a date such as `2026/11/21 16:31:52 +0000`.
  static func date(_ text: String) -> Date? {
    let form = /([0-9]{4})\/([0-9]{2})\/([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) \+0000/
    guard text.utf8.count <= 40, let parts = text.wholeMatch(of: form)?.output else { return nil }
    let components = DateComponents(
      calendar: Calendar(identifier: .gregorian),
      timeZone: .gmt,
      year: Int(parts.1),
      month: Int(parts.2),
      day: Int(parts.3),
      hour: Int(parts.4),
      minute: Int(parts.5),
      second: Int(parts.6)
    )
    return components.isValidDate ? components.date : nil
  }

  private static func body(of reply: HTTPTransportResponse) -> Body? {
    guard reply.body.count <= longestError else { return nil }
    return (try? JSONDecoder().decode(JSONValue.self, from: reply.body)).map { Body(json: $0) }
  }

  /// An error, which has two forms.
  private struct Body {
    let json: JSONValue

    private var first: JSONValue? { json["errors"]?.array?.first }
    private var limitation: JSONValue? { first?["meta"]?["rate_limit"] }

    var limit: String? { limitation?["name"]?.string }
    var resetTime: String? {
      first?["reset_time"]?.string ?? first?["meta"]?["reset_time"]?.string
        ?? json["reset_time"]?.string
    }

    var details: [CatalogError.Detail] {
      let name = json["error_code"]?.string ?? json["message"]?.string
      let text = first?["error_message"]?.string
      return name == nil && text == nil ? [] : [.init(code: name, text: text)]
    }
  }
}
