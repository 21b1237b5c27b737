import Foundation

/// Writes Last.fm's responses, in JSON or XML.
struct LastFMWriter: Sendable {
  struct Verdict: Sendable {
    let listen: CountedListen
    let ignored: Int
  }

  let isJSON: Bool

  private static let messages = [
    3: "Invalid Method - No method with that name in this package",
    4: "Authentication Failed - You do not have permissions to access the service",
    6: "Invalid parameters - Your request is missing a required parameter",
    8: "Operation failed - Most likely the backend service failed. Please try again.",
    9: "Invalid session key - Please re-authenticate",
    10: "Invalid API key - You must be granted a valid key by last.fm",
    11: "Service Offline - This service is temporarily offline. Try again later.",
    13: "Invalid method signature supplied", 15: "This token has expired",
    29: "Rate limit exceeded - Your IP has made too many requests in a short period",
  ]

  func failure(_ code: Int, status: Int = 400) -> SimulatedResponse {
    let message = Self.messages[code] ?? "Failed"
    guard isJSON else {
      return xml("<error code=\"\(code)\">\(message)</error>", isOK: false, status: status)
    }
    return .json(
      status: status,
      ["error": .number(code), "message": .string(message), "links": []]
    )
  }

  var done: SimulatedResponse { isJSON ? .json([:]) : xml("") }

  func token(_ token: String) -> SimulatedResponse {
    isJSON ? .json(["token": .string(token)]) : xml("<token>\(token)</token>")
  }

  func session(_ account: LastFMService.Account) -> SimulatedResponse {
    guard isJSON else {
      return xml(
        "<session><name>\(account.user)</name><key>\(account.session)</key>"
          + "<subscriber>0</subscriber></session>"
      )
    }
    return .json([
      "session": [
        "name": .string(account.user), "key": .string(account.session), "subscriber": 0,
      ]
    ])
  }

  func nowPlaying(_ artist: String, _ title: String) -> SimulatedResponse {
    guard isJSON else { return xml("<nowplaying/>") }
    return .json([
      "nowplaying": [
        "artist": Self.text(artist), "track": Self.text(title),
        "ignoredMessage": ["code": "0", "#text": ""],
      ]
    ])
  }

  /// A single scrobble is not wrapped in a list.
  func scrobbles(_ verdicts: [Verdict]) -> SimulatedResponse {
    let ignored = verdicts.count { $0.ignored != 0 }
    let accepted = verdicts.count - ignored
    guard isJSON else {
      return xml("<scrobbles accepted=\"\(accepted)\" ignored=\"\(ignored)\"/>")
    }
    let told: [JSON] = verdicts.map { verdict in
      [
        "artist": Self.text(verdict.listen.artist), "track": Self.text(verdict.listen.title),
        "timestamp": .string(String(verdict.listen.date)),
        "ignoredMessage": ["code": .string(String(verdict.ignored)), "#text": ""],
      ]
    }
    return .json([
      "scrobbles": [
        "@attr": ["accepted": .number(accepted), "ignored": .number(ignored)],
        "scrobble": told.count == 1 ? told[0] : .array(told),
      ]
    ])
  }

  private static func text(_ text: String) -> JSON { ["corrected": "0", "#text": .string(text)] }

  private func xml(_ inner: String, isOK: Bool = true, status: Int = 200) -> SimulatedResponse {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <lfm status="\(isOK ? "ok" : "failed")">\(inner)</lfm>
      """
    return SimulatedResponse("text/xml; charset=UTF-8", Data(text.utf8), status: status)
  }
}
