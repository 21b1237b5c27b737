import FlyingFox
import Foundation

extension SimulatedRequest {
  /// Reads a request of the HTTP server, with its whole path and the system's time.
  init(_ request: HTTPRequest) async throws {
    self.init(
      method: request.method.rawValue,
      path: request.target.path(),
      query: Query.pairs(of: request.target.query()),
      headers: request.headers.reduce(into: [:]) { headers, field in
        headers[field.key.rawValue.lowercased()] = field.value
      },
      body: try await request.bodyData,
      now: Date(),
      mediaBase: "",
      serviceBase: ""
    )
  }
}

/// Converts a response to the HTTP server's form.
enum WireForm {
  static func response(_ answer: SimulatedResponse) -> HTTPResponse {
    HTTPResponse(statusCode: status(of: answer), headers: headers(of: answer), body: answer.body)
  }

  /// Sends half of the body, then closes the connection. An empty body declares a length without
  /// data.
  static func cut(_ answer: SimulatedResponse) -> HTTPResponse {
    let bytes = Array(answer.body)
    let length = bytes.isEmpty ? 1024 : bytes.count
    return response(answer, FaultyBytes(bytes: bytes, end: bytes.count / 2), length: length)
  }

  /// Sends the body in twenty pieces, with pauses in between.
  static func slow(_ answer: SimulatedResponse, pause: Duration) -> HTTPResponse {
    let bytes = Array(answer.body)
    let body = FaultyBytes(bytes: bytes, pieceSize: max(1, bytes.count / 20), pause: pause)
    return response(answer, body, length: bytes.count)
  }

  private static func response(
    _ answer: SimulatedResponse,
    _ body: FaultyBytes,
    length: Int
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status(of: answer),
      headers: headers(of: answer),
      body: HTTPBodySequence(from: body, count: length, suggestedBufferSize: max(1, length))
    )
  }

  private static func status(of answer: SimulatedResponse) -> HTTPStatusCode {
    HTTPStatusCode(answer.status, phrase: SimulatedResponse.phrase(of: answer.status))
  }

  private static func headers(of answer: SimulatedResponse) -> HTTPHeaders {
    answer.headers.reduce(into: HTTPHeaders()) { $0.addValue($1.1, for: HTTPHeader($1.0)) }
  }
}
