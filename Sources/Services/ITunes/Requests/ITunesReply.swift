import Foundation
import PlayerKitServices

/// Classifies answers by their status, then by their body. Pure.
enum ITunesReply {
  /// The minimum duration of a lock-out. The service does not state one.
  static let lockOut = Duration.seconds(60)

  /// Returns the error in an answer; `nil` if it is none.
  static func failure(in reply: HTTPTransportResponse, now: Date) -> CatalogError? {
    let status = reply.response.status.code
    let details = detail(in: reply.body).map { [$0] } ?? []
    guard !(200..<300).contains(status) || !details.isEmpty else { return nil }
    // Empty or HTML: a lock-out after too many requests.
    let isLockOut = status == 403 && details.isEmpty
    let code: CatalogError.Code =
      isLockOut ? .rateLimited : status == 200 ? .badRequest : .init(httpStatus: status)
    let asked = reply.retryAfter(now: now)
    return CatalogError(
      code,
      code.explanation,
      service: .iTunes,
      httpStatus: status,
      details: details,
      retryAfter: code == .rateLimited ? max(asked ?? .zero, lockOut) : asked
    )
  }

  private static func detail(in body: Data) -> CatalogError.Detail? {
    // Only short bodies can be errors, so long ones are not decoded.
    guard body.count < 4096 else { return nil }
    let document = try? JSONDecoder().decode(JSONValue.self, from: body)
    return document?["errorMessage"]?.string.map { CatalogError.Detail(text: $0) }
  }
}

/// Checks the values of parameters.
enum ITunesQuery {
  static func check(limit: Int?) throws(CatalogError) {
    guard (1...200).contains(limit ?? 1) else {
      throw .iTunesArgument("the limit is not within 1 … 200")
    }
  }

  /// Checks a word. The service would ignore a misspelled one, but other characters are certainly a
  /// mistake.
  static func check(name: String) throws(CatalogError) {
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric) else {
      throw .iTunesArgument("a media, entity, attribute or order is not a word")
    }
  }

  static func country(_ country: String) throws(CatalogError) -> String {
    guard country.isTwoLetterCode else {
      throw .iTunesArgument("the country is not two letters")
    }
    return country.lowercased()
  }

  static func language(_ language: ITunes.Language?) throws(CatalogError) -> String? {
    guard let value = language?.rawValue else { return nil }
    guard !value.isEmpty, value.unicodeScalars.allSatisfy({ $0.isASCIILetter || $0 == "_" }) else {
      throw .iTunesArgument("the language is not of the form en_us")
    }
    return value
  }
}

extension CatalogError {
  static func iTunesArgument(_ message: String) -> CatalogError {
    CatalogError(.invalidArgument, message, service: .iTunes)
  }
}
