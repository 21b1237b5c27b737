import Testing

@testable import MusicCatalog

@Suite("The server for one redirect")
struct RedirectStateMachineTests {
  private var machine = RedirectStateMachine(path: "/callback") { query in
    switch query {
    case "good": .success(SpotifyAuthorizationCode("secret-code", redirectURI: "a:b"))
    case "denied": .failure(CatalogError(.accessDenied, "no"))
    case _: .failure(CatalogError(.stateMismatch, "other"))
    }
  }

  @Test("takes one redirect, and answers others politely")
  mutating func takesOne() throws {
    let first = machine.requested("GET /callback?good HTTP/1.1")
    #expect(first.page == .success)
    #expect(try first.outcome?.get().secret == "secret-code")
    #expect(machine.isDone)
    let second = machine.requested("GET /callback?denied HTTP/1.1")
    #expect(second.page == .answered)
    #expect(second.outcome == nil)
  }

  @Test(
    "is not used up by anything but a redirect",
    arguments: [
      ("GET /favicon.ico HTTP/1.1", RedirectPage.missing), ("GET / HTTP/1.1", .missing),
      ("GET /callback/ HTTP/1.1", .missing), ("GET /Callback?good HTTP/1.1", .missing),
      ("HEAD /callback?good HTTP/1.1", .wrongMethod), ("POST /callback HTTP/1.1", .wrongMethod),
      ("", .unreadable), ("GET", .unreadable), ("GET callback HTTP/1.1", .unreadable),
      ("GET /callback?good", .unreadable), ("GET /callback?good HTTP/2", .unreadable),
      ("\u{16}\u{3}\u{1}", .unreadable), ("GET /callback?good x HTTP/1.1", .unreadable),
    ]
  )
  mutating func ignores(line: String, page: RedirectPage) throws {
    let answer = machine.requested(line)
    #expect(answer.page == page)
    #expect(answer.outcome == nil)
    #expect(!machine.isDone)
    #expect(machine.requested("GET /callback?good HTTP/1.1").page == .success)
  }

  @Test(
    "says how it went",
    arguments: [("denied", RedirectPage.denied), ("x", .failed), ("", .failed)]
  )
  mutating func shows(query: String, page: RedirectPage) {
    #expect(machine.requested("GET /callback?\(query) HTTP/1.1").page == page)
    #expect(machine.isDone)
  }

  @Test("answers in whole, by a page that keeps nothing and shows no code")
  func writesPage() throws {
    let text = String(decoding: RedirectPage.success.answer(withBody: true), as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
    try #require(parts.count == 2)
    #expect(parts[0].hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(parts[0].contains("Content-Length: \(parts[1].utf8.count)\r\n"))
    #expect(parts[0].contains("Cache-Control: no-store"))
    #expect(parts[0].contains("Referrer-Policy: no-referrer"))
    #expect(parts[1].contains("history.replaceState"))
    let head = String(decoding: RedirectPage.success.answer(withBody: false), as: UTF8.self)
    #expect(head.hasSuffix("\r\n\r\n"))
  }
}
