import Foundation
import PlayerKitWebServer

/// Maps the requests of the player page to responses.
struct PageRouter: WebHandler {
  private let host: PageHost
  private let access: WebAccess
  private let headers: PageHeaders
  private let files: WebFiles

  init(host: PageHost, access: WebAccess, scripts: PageScripts, kinds: Set<PagePlayerKind>) {
    self.host = host
    self.access = access
    headers = PageHeaders(kinds: kinds, extraOrigins: scripts.extraOrigins)
    var files = WebFiles(WebFiles.playerPage)
    files.add(Self.configuration(scripts, kinds), type: "application/json", at: "/config.json")
    self.files = files
  }

  private struct Fields: Encodable {
    var musickit: String
    var youtube: String
    var spotify: String
    var name = "PlayerKit"
    var kinds: [String]
  }

  private static func configuration(_ scripts: PageScripts, _ kinds: Set<PagePlayerKind>) -> Data {
    let fields = Fields(
      musickit: scripts.musicKit,
      youtube: scripts.youTube,
      spotify: scripts.spotify,
      kinds: kinds.map(\.rawValue).sorted()
    )
    // Texts always encode.
    return (try? JSONEncoder().encode(fields)) ?? Data("{}".utf8)
  }

  var largestMessage: Int { PageMessage.largest }

  func outcome(of head: HTTPRequestHead, body: Data, local: String) async -> WebReply {
    do throws(WebAccess.Refusal) {
      try access.checkSource(of: head, local: local)
      switch (head.method, head.path) {
      case (.get, "/socket"):
        try access.checkPage(of: head)
        return WebAnswer.socket(for: head).map(WebReply.socket) ?? .answer(.socketExpected)
      case (.get, _), (.head, _): return .answer(files.answer(to: head))
      case (.post, _): return .answer(WebAnswer(404, "There is nothing here."))
      }
    } catch {
      return .answer(WebAnswer(error))
    }
  }

  /// Only the WebSocket carries the credential.
  func isTrusted(_ head: HTTPRequestHead) -> Bool { false }

  func rules(host name: String?) -> [(String, String)] { headers.fields(host: name) }

  func join(didGainTrust: @escaping @Sendable () -> Void) -> (any WebSocketSession)? {
    PageSession(host, didGainTrust)
  }
}
