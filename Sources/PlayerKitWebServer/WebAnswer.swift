import Foundation
import PlayerKitSystem

/// An HTTP response.
package struct WebAnswer: Sendable {
  package var status: Int
  package var fields: [(String, String)] = []
  package var body = Data()

  /// Makes a response with our own text.
  package init(_ status: Int, _ text: String = "", _ fields: [(String, String)] = []) {
    self.status = status
    self.fields = fields
    if !text.isEmpty {
      self.fields.append(("Content-Type", "text/plain; charset=utf-8"))
      body = Data((text + "\n").utf8)
    }
  }

  /// Makes a response with a file of the page or a picture.
  package init(_ body: Data, type: String, caching: String, tag: String? = nil) {
    status = 200
    self.body = body
    fields = [("Content-Type", type), ("Cache-Control", caching)]
    if let tag { fields.append(("ETag", tag)) }
  }

  /// Returns the bytes of the response.
  ///
  /// - Parameters:
  ///   - rules: The rules of the page for the browser (``WebHandler/rules(host:)``).
  ///   - hasBody: `false` for the answer to `HEAD`.
  ///   - isKept: Whether another request may follow.
  func bytes(rules: [(String, String)], hasBody: Bool, isKept: Bool) -> Data {
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "Unknown")"]
    lines += fields.map { "\($0.0): \($0.1)" }
    if status != 101 {
      lines.append("Content-Length: \(body.count)")
      lines.append("Connection: \(isKept ? "keep-alive" : "close")")
      lines += rules.map { "\($0.0): \($0.1)" }
      if !fields.contains(where: { $0.0 == "Cache-Control" }) {
        lines.append("Cache-Control: no-store")
      }
    }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (hasBody ? body : Data())
  }

  /// Makes the answer that turns a connection into a WebSocket. `nil` if the request does not ask
  /// for one.
  package static func socket(for head: HTTPRequestHead) -> WebAnswer? {
    guard head.lists("upgrade", in: "connection"), head.lists("websocket", in: "upgrade"),
      head["sec-websocket-version"] == "13", let key = head["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { return nil }
    return WebAnswer(
      101,
      "",
      [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"),
        ("Sec-WebSocket-Accept", SHA1.acceptance(of: key)),
      ]
    )
  }

  /// The answer to a request for a WebSocket that does not ask for one properly.
  package static var socketExpected: WebAnswer {
    WebAnswer(426, "A WebSocket is expected.", [("Upgrade", "websocket")])
  }

  /// Makes the answer to a refused request.
  package init(_ refusal: WebAccess.Refusal) {
    switch refusal {
    case .host: self.init(421, "This server does not go by this name.")
    case .origin: self.init(403, "Only this server's own page may do this.")
    case .token: self.init(401, "The token is missing or wrong.")
    }
  }

  private static let phrases = [
    101: "Switching Protocols", 200: "OK", 204: "No Content", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 413: "Content Too Large", 421: "Misdirected Request",
    426: "Upgrade Required", 503: "Service Unavailable",
  ]
}
