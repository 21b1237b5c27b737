import Foundation
import HTTPTypes
import MusicCatalog

/// Checks values of parameters, and writes them into a query.
enum ITunesQuery {
  struct Parameter: Hashable, Sendable {
    let name: String
    let value: String

    /// `nil` where there is no value: then the parameter is not sent.
    init?(_ name: String, _ value: String?) {
      guard let value else { return nil }
      self.name = name
      self.value = value
    }
  }

  static func check(limit: Int?) throws(CatalogError) {
    guard (1...200).contains(limit ?? 1) else {
      throw .iTunesArgument("the limit is not within 1 … 200")
    }
  }

  /// A misspelt word would be ignored, but one of other characters cannot be meant at all.
  static func check(name: String) throws(CatalogError) {
    guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
    else { throw .iTunesArgument("a media, entity, attribute or order is not a word") }
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

  /// `base` with `path` behind its own, and the query: spaces as `+`, all but letters, digits and
  /// `-._*` percent-encoded, so that no `+` or `&` of a term is read as the form's.
  static func request(
    _ base: URL,
    path: String,
    _ parameters: [Parameter] = []
  ) throws(CatalogError) -> HTTPRequest {
    let bare = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
    guard var request = RequestURL.request(bare, at: base) else {
      throw .iTunesArgument("the base URL is no http(s) URL of a host")
    }
    var prefix = (request.path ?? "").prefix { $0 != "?" }
    while prefix.hasSuffix("/") { prefix.removeLast() }
    let query = parameters.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    request.path = prefix + path + (query.isEmpty ? "" : "?" + query)
    request.headerFields[.accept] = "application/json, text/javascript;q=0.9"
    return request
  }

  private static func encoded(_ value: String) -> String {
    let allowed = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._* "
    )
    let escaped = value.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return escaped.replacing(" ", with: "+")
  }
}

extension CatalogError {
  static func iTunesArgument(_ message: String) -> CatalogError {
    CatalogError(.invalidArgument, message, service: .iTunes)
  }
}
