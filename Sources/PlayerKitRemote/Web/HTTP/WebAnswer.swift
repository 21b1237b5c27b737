import Foundation

/// An HTTP response. Its header makes browsers use it only as its declared type, and never show it
/// inside another page.
struct WebAnswer: Sendable {
  var status: Int
  var fields: [(String, String)] = []
  var body = Data()

  /// Makes a response with our own text.
  init(_ status: Int, _ text: String = "", _ fields: [(String, String)] = []) {
    self.status = status
    self.fields = fields
    if !text.isEmpty {
      self.fields.append(("Content-Type", "text/plain; charset=utf-8"))
      body = Data((text + "\n").utf8)
    }
  }

  /// Makes a response with a file of the page or a picture.
  init(_ body: Data, type: String, caching: String, tag: String? = nil) {
    status = 200
    self.body = body
    fields = [("Content-Type", type), ("Cache-Control", caching)]
    if let tag { fields.append(("ETag", tag)) }
  }

  /// Returns the bytes of the response.
  ///
  /// - Parameters:
  ///   - host: The verified host name from the browser. Some browsers need it to allow the page to
  ///     open a WebSocket there.
  ///   - hasBody: `false` for the answer to `HEAD`.
  ///   - isKept: Whether another request may follow.
  func bytes(host: String?, hasBody: Bool, isKept: Bool) -> Data {
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "Unknown")"]
    lines += fields.map { "\($0.0): \($0.1)" }
    if status != 101 {
      lines.append("Content-Length: \(body.count)")
      lines.append("Connection: \(isKept ? "keep-alive" : "close")")
      lines += Self.rules(host: host)
      if !fields.contains(where: { $0.0 == "Cache-Control" }) {
        lines.append("Cache-Control: no-store")
      }
    }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (hasBody ? body : Data())
  }

  private static func rules(host: String?) -> [String] {
    let socket = host.map { " ws://\($0) wss://\($0)" } ?? ""
    return [
      "Content-Security-Policy: default-src 'self'; connect-src 'self'\(socket); base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'; object-src 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'",
      "X-Content-Type-Options: nosniff",
      "X-Frame-Options: DENY",
      "Referrer-Policy: no-referrer",
      "Cross-Origin-Resource-Policy: same-origin",
      "Cross-Origin-Opener-Policy: same-origin",
    ]
  }

  private static let phrases = [
    101: "Switching Protocols", 200: "OK", 204: "No Content", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 413: "Content Too Large", 421: "Misdirected Request",
    426: "Upgrade Required", 503: "Service Unavailable",
  ]
}
