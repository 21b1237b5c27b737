import PlayerKitSystem
import Foundation
import PlayerKitMedia
import PlayerKit

/// Maps requests to responses.
struct WebRouter: Sendable {
  /// The outcome of a request.
  enum Outcome: Sendable {
    case answer(WebAnswer)
    /// The connection becomes a WebSocket after this response.
    case socket(WebAnswer)
  }

  let hub: WebHub
  let access: WebAccess
  let files: WebFiles

  /// - Parameters:
  ///   - body: The complete body.
  ///   - local: The address on which the client reached us.
  func outcome(of head: HTTPRequestHead, body: Data, local: String) async -> Outcome {
    do throws(WebAccess.Refusal) {
      try access.checkSource(of: head, local: local)
      switch (head.method, head.path) {
      case (.get, "/socket"): return try socket(head)
      case (.post, "/session"): return .answer(try session(head, body))
      case (.get, "/session"), (.head, "/session"):
        try access.checkCookie(of: head)
        return .answer(WebAnswer(204))
      case (.get, _), (.head, _):
        if let cover = WebCover.read(head.path) {
          try access.checkCookie(of: head)
          return .answer(await picture(cover.cover, size: cover.size))
        }
        return .answer(file(head))
      case (.post, _): return .answer(WebAnswer(404, "There is nothing here."))
      }
    } catch {
      return .answer(Self.answer(to: error))
    }
  }

  private func socket(_ head: HTTPRequestHead) throws(WebAccess.Refusal) -> Outcome {
    try access.checkPage(of: head)
    try access.checkCookie(of: head)
    guard head.lists("upgrade", in: "connection"), head.lists("websocket", in: "upgrade"),
      head["sec-websocket-version"] == "13", let key = head["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { return .answer(WebAnswer(426, "A WebSocket is expected.", [("Upgrade", "websocket")])) }
    return .socket(
      WebAnswer(
        101,
        "",
        [
          ("Upgrade", "websocket"), ("Connection", "Upgrade"),
          ("Sec-WebSocket-Accept", SHA1.acceptance(of: key)),
        ]
      )
    )
  }

  /// Exchanges the token for a cookie.
  private func session(
    _ head: HTTPRequestHead,
    _ body: Data
  ) throws(WebAccess.Refusal) -> WebAnswer {
    try access.checkPage(of: head)
    try access.checkToken(String(decoding: body, as: UTF8.self))
    let isSecure = head["origin"]?.lowercased().hasPrefix("https:") ?? false
    return WebAnswer(204, "", access.cookie(isSecure: isSecure).map { [("Set-Cookie", $0)] } ?? [])
  }

  private func file(_ head: HTTPRequestHead) -> WebAnswer {
    guard let file = files[head.path] else { return WebAnswer(404, "There is nothing here.") }
    if head["if-none-match"] == file.tag { return WebAnswer(304, "", [("ETag", file.tag)]) }
    return WebAnswer(file.bytes, type: file.type, caching: "no-cache", tag: file.tag)
  }

  /// Returns the response for a picture, with the type determined from its first bytes.
  private func picture(_ cover: WebCover, size: Int) async -> WebAnswer {
    guard let artwork = hub.artwork(cover) else { return WebAnswer(404, "There is no picture.") }
    do throws(PlayerError) {
      let image = try await hub.context.artwork.image(for: artwork, atLeast: size)
      return WebAnswer(
        image.data,
        type: image.format.rawValue,
        caching: "private, max-age=86400"
      )
    } catch {
      return WebAnswer(404, "The picture can't be had.")
    }
  }

  private static func answer(to refusal: WebAccess.Refusal) -> WebAnswer {
    switch refusal {
    case .host: WebAnswer(421, "This server does not go by this name.")
    case .origin: WebAnswer(403, "Only this server's own page may do this.")
    case .token: WebAnswer(401, "The token is missing or wrong.")
    }
  }
}
