import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitSystem
import PlayerKitWebServer

/// Maps requests to responses.
struct WebRouter: WebHandler {
  let hub: WebSessions
  let access: WebAccess
  let files: WebFiles

  var largestMessage: Int { WebRequest.largestMessage }

  func join(didGainTrust: @escaping @Sendable () -> Void) -> (any WebSocketSession)? { hub.join() }

  var needsSecret: Bool { access.token != nil }

  func isTrusted(_ head: HTTPRequestHead) -> Bool { access.isTrusted(head) }

  /// Browsers use an answer only as its declared type, and never show it inside another page.
  ///
  /// - Parameter host: Some browsers need it to allow the page to open a WebSocket there.
  func rules(host: String?) -> [(String, String)] {
    let socket = host.map { " ws://\($0) wss://\($0)" } ?? ""
    return [
      (
        "Content-Security-Policy",
        "default-src 'self'; connect-src 'self'\(socket); base-uri 'none'; "
          + "form-action 'none'; frame-ancestors 'none'; object-src 'none'; "
          + "require-trusted-types-for 'script'; trusted-types 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"),
      ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
  }

  func outcome(of head: HTTPRequestHead, body: Data, local: String) async -> WebReply {
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
        return .answer(files.answer(to: head))
      case (.post, _): return .answer(WebAnswer(404, "There is nothing here."))
      }
    } catch {
      return .answer(WebAnswer(error))
    }
  }

  private func socket(_ head: HTTPRequestHead) throws(WebAccess.Refusal) -> WebReply {
    try access.checkPage(of: head)
    try access.checkCookie(of: head)
    return WebAnswer.socket(for: head).map(WebReply.socket) ?? .answer(.socketExpected)
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
}
