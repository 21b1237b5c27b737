import Foundation
import PlayerKitHTTP
import HTTPTypes

/// Assembles a reply from events, and validates it. Pure.
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

  mutating func received(_ answer: HTTPResponseHead) {
    guard failure == nil else { return }
    response = HTTPResponse(status: .init(code: answer.status), headerFields: answer.fields)
    // The announced length of a compressed body is not the relevant one.
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

  /// Ends the reply, either regularly or because of `error`.
  func finished(_ error: CatalogError?) -> Result<HTTPTransportResponse, CatalogError> {
    if let failure { return .failure(failure) }
    guard let response else { return .failure(error ?? Self.cut) }
    // Regardless of the network's error: a reply that had begun was cut off.
    if error != nil { return .failure(error?.code == .untrusted ? error ?? Self.cut : Self.cut) }
    if let length = announcedLength, body.count < length { return .failure(Self.cut) }
    return .success(HTTPTransportResponse(response, body: body))
  }

  private var announcedLength: Int? {
    // The body of a redirect is irrelevant. On Linux it is not even delivered.
    guard let response, hasBody, response.status.code != 204,
      !(300..<400).contains(response.status.code),
      response.headerFields[.contentEncoding] == nil
    else { return nil }
    return response.headerFields[.contentLength].flatMap { Int($0) }
  }

  static let cut = CatalogError(
    .interrupted,
    "The connection broke off during the answer. Try again."
  )
  static let tooLarge = CatalogError(.replyTooLarge, "The answer is larger than allowed.")
}
