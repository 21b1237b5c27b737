import Foundation
import HTTPTypes
import PlayerKitServices

/// Classifies answers, because servers report errors with status 200, in JSON or XML. Pure.
enum SubsonicReply {
  /// A size larger than any error. Larger errors are detected when the answer is decoded.
  private static let longestError = 8_192

  /// Returns the error in an answer; `nil` if it is none.
  static func failure(in reply: HTTPTransportResponse, now: Date) -> CatalogError? {
    let status = reply.response.status.code
    if let (code, text) = error(in: reply) {
      // Servers report an unknown method like this.
      let isUnknown = code == 0 && isUnknownMethod(status)
      return failure(code, text, status: status, isUnknown: isUnknown)
    }
    if isUnknownMethod(status) {
      return CatalogError(.unavailable, unknownMethod, service: .subsonic, httpStatus: status)
    }
    return CatalogError(status: reply, now: now)
  }

  /// Returns the error in the body of a media request; `nil` if it is none.
  static func failure(inBody body: Data) -> CatalogError? {
    error(in: body).map { failure($0.code, $0.text) }
  }

  /// Returns the error for a server's own code.
  static func failure(
    _ code: Int,
    _ text: String?,
    status: Int = 200,
    isUnknown: Bool = false
  ) -> CatalogError {
    let (meaning, message) =
      isUnknown ? (.unavailable, unknownMethod) : Self.meaning(of: code)
    return CatalogError(
      meaning,
      message,
      service: .subsonic,
      httpStatus: status,
      details: [CatalogError.Detail(code: String(code), text: text)],
      isRetryable: false
    )
  }

  /// Returns the server's own error code, if the answer is an error.
  static func errorCode(in reply: HTTPTransportResponse) -> Int? { error(in: reply)?.code }

  private static let unknownMethod =
    "The server does not know this method, or it is not a Subsonic server. Check the address."

  private static func isUnknownMethod(_ status: Int) -> Bool { [404, 410, 501].contains(status) }

  private static func meaning(of code: Int) -> (CatalogError.Code, String) {
    switch code {
    case 10: (.badRequest, "The server misses a parameter.")
    case 20: (.unavailable, "The server wants a newer client.")
    case 30: (.unavailable, "The server is too old for this.")
    case 40: (.unauthorized, "The server does not accept user and password. Check both.")
    case 41, 42: (.unauthorized, "The server does not take this way to sign in.")
    case 43: (.invalidCredential, "The server was given two ways to sign in.")
    case 44: (.unauthorized, "The server does not accept the key.")
    case 50: (.forbidden, "The user may not do that at this server.")
    case 60: (.unavailable, "The server's time of trial is over.")
    case 70: (.notFound, "The server has no such thing.")
    default: (.serverError, "The server could not do it.")
    }
  }

  private static func error(in reply: HTTPTransportResponse) -> (code: Int, text: String?)? {
    error(in: reply.body)
  }

  private static func error(in body: Data) -> (code: Int, text: String?)? {
    guard body.count <= longestError else { return nil }
    switch body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
    case UInt8(ascii: "{"): return errorInJSON(body)
    case UInt8(ascii: "<"): return errorInXML(body)
    case .some, nil: return nil
    }
  }

  private static func errorInJSON(_ body: Data) -> (code: Int, text: String?)? {
    let document = try? JSONDecoder().decode(JSONValue.self, from: body)
    guard let answer = document?["subsonic-response"] else { return nil }
    guard answer["status"]?.string == "failed" || answer["error"]?.object != nil else { return nil }
    let error = answer["error"]
    let code = error?["code"]
    return (code?.int ?? code?.string.flatMap { Int($0) } ?? 0, error?["message"]?.string)
  }

  /// Parses the errors of servers that ignore `f=json` on failure.
  private static func errorInXML(_ body: Data) -> (code: Int, text: String?)? {
    let text = String(decoding: body, as: UTF8.self)
    guard text.contains("subsonic-response"), let error = text.range(of: "<error") else {
      return nil
    }
    let tag = text[error.upperBound...].prefix { $0 != ">" }
    return (attribute("code", of: tag).flatMap { Int($0) } ?? 0, attribute("message", of: tag))
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    for quote in ["\"", "'"] {
      guard let start = tag.range(of: " \(name)=\(quote)"),
        let end = tag[start.upperBound...].range(of: quote)
      else { continue }
      return String(tag[start.upperBound..<end.lowerBound])
    }
    return nil
  }
}
