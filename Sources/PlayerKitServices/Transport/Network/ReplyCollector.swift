import Foundation
import PlayerKitHTTP
import HTTPTypes

/// Puts a reply together from what comes, and judges it. Pure.
struct ReplyCollector: Sendable {
  private let maximumSize: Int
  private let hasBody: Bool
  private var response: HTTPResponse?
  private var body = Data()
  private(set) var failure: CatalogError?

  init(maximumSize: Int, hasBody: Bool) {
    self.maximumSize = maximumSize
    self.hasBody = hasBody
  }

  mutating func received(_ answer: HTTPAnswer) {
    guard failure == nil else { return }
    response = HTTPResponse(status: .init(code: answer.status), headerFields: answer.fields)
    // What is compressed announces another length than the one that counts.
    if let length = announcedLength, length > maximumSize { failure = Self.tooLarge }
  }

  mutating func received(_ data: Data) {
    guard failure == nil else { return }
    guard data.count <= maximumSize - body.count else {
      failure = Self.tooLarge
      body = Data()
      return
    }
    body.append(data)
  }

  /// The end, by the server's wish or by `error`.
  func finished(_ error: CatalogError?) -> Result<HTTPReply, CatalogError> {
    if let failure { return .failure(failure) }
    guard let response else { return .failure(error ?? Self.cut) }
    // Whatever the network calls it: an answer that had begun broke off.
    if error != nil { return .failure(error?.code == .untrusted ? error ?? Self.cut : Self.cut) }
    if let length = announcedLength, body.count < length { return .failure(Self.cut) }
    return .success(HTTPReply(response, body: body))
  }

  private var announcedLength: Int? {
    // What a redirect's body says nobody reads; on Linux it is not even handed on.
    guard let response, hasBody, response.status.code != 204,
      !(300..<400).contains(response.status.code),
      response.headerFields[.contentEncoding] == nil
    else { return nil }
    return response.headerFields[.contentLength].flatMap { Int($0) }
  }

  static let cut = CatalogError(.interrupted, "The answer broke off.")
  static let tooLarge = CatalogError(.replyTooLarge, "The answer is larger than allowed.")
}
