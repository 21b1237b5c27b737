import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitRemote
@testable import PlayerKitWebServer

@Suite("Access to the page's server", .tags(.pure))
struct WebAccessTests {
  private let token = "abcdefghijklmnopqrstuvwxyz234567"

  private func head(
    _ fields: [String],
    method: String = "GET",
    path: String = "/socket"
  ) throws -> HTTPRequestHead {
    var bytes = Array(
      (["\(method) \(path) HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n").utf8
    )
    return try #require(try HTTPRequestHead.take(from: &bytes))
  }

  private func refusal(
    _ fields: [String],
    names: [String] = [],
    local: String = "127.0.0.1",
    path: String = "/socket"
  ) throws -> WebAccess.Refusal? {
    let access = WebAccess(names: names, token: nil, port: 80)
    let head = try head(fields, path: path)
    do throws(WebAccess.Refusal) {
      try access.checkSource(of: head, local: local)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "names of this machine are accepted on this machine",
    arguments: [
      "localhost", "localhost:8300", "127.0.0.1:8300", "LOCALHOST:1", "[::1]:8300",
    ]
  )
  func knowsItself(host: String) throws {
    #expect(try refusal(["Host: \(host)"]) == nil)
  }

  @Test(
    "other names are refused, even if they resolve to this machine",
    arguments: [
      "evil.example", "evil.example:8300", "localhost.evil.example", "127.0.0.1.evil.example",
      "192.168.1.5", "0.0.0.0", "", "127.0.0.1:80:80", "[::1", "localhost:x", "user@localhost",
      "localhost:8300.", "localhost.", "127.0.0.1.:8300", "[::1].evil.example", "[::1]x:80",
      "[::1]x80", "[::1]80", "[]",
      "localhost:８３００", "[::1%lo]:8300", "2130706433", "127.1", "::1",
    ]
  )
  func refusesHosts(host: String) throws {
    #expect(try refusal(["Host: \(host)"]) == .host)
  }

  @Test("in a network the address itself and the names that the app gave are accepted")
  func knowsNames() throws {
    #expect(try refusal(["Host: 192.168.1.5:8300"], local: "192.168.1.5") == nil)
    #expect(try refusal(["Host: music.local"], names: ["Music.local"], local: "192.168.1.5") == nil)
    #expect(try refusal(["Host: localhost"], local: "192.168.1.5") == .host)
    #expect(try refusal(["Host: 192.168.1.6"], local: "192.168.1.5") == .host)
  }

  @Test(
    "another site's page is refused",
    arguments: [
      "http://evil.example", "null", "http://localhost:8301", "https://localhost:8300",
      "http://localhost", "http://localhost:8300.evil.example", "http://127.0.0.1:8300",
    ]
  )
  func refusesOrigins(origin: String) throws {
    #expect(try refusal(["Host: localhost:8300", "Origin: \(origin)"]) == .origin)
  }

  @Test("our own page is accepted, also through an https proxy with one of our names")
  func knowsPages() throws {
    #expect(try refusal(["Host: localhost:8300", "Origin: http://localhost:8300"]) == nil)
    #expect(
      try refusal(["Host: m.example", "Origin: https://m.example"], names: ["m.example"]) == nil
    )
  }

  @Test("an embedded picture or script of another page is refused, and a followed link is not")
  func refusesEmbedding() throws {
    let fields = ["Host: localhost", "Sec-Fetch-Site: cross-site"]
    #expect(
      try refusal(fields + ["Sec-Fetch-Mode: no-cors"], path: "/cover/found/1/0/96") == .origin
    )
    #expect(try refusal(fields + ["Sec-Fetch-Mode: navigate"], path: "/") == nil)
  }

  @Test("a request with an effect needs an origin")
  func needsOrigins() throws {
    let access = WebAccess(names: [], token: nil, port: 80)
    let without = try head(["Host: localhost"])
    #expect(throws: WebAccess.Refusal.origin) { try access.checkPage(of: without) }
  }

  @Test("exactly the requests with the cookie are accepted")
  func checksCookies() throws {
    let access = WebAccess(names: [], token: token, port: 8300)
    for cookie in [
      "playerkit-8300=\(token)", "a=b; playerkit-8300=\(token)", "playerkit-8300=\(token); c=d",
    ] {
      try access.checkCookie(of: try head(["Cookie: \(cookie)"]))
    }
    for cookie in [
      "", "playerkit-8300=", "playerkit-8300=\(token)x", "playerkit-8300=\(token.dropLast())",
      "playerkit-8301=\(token)", "x=playerkit-8300=\(token)",
      "playerkit-8300=\(token.uppercased())",
    ] {
      let head = try head(["Cookie: \(cookie)"])
      #expect(throws: WebAccess.Refusal.token, "\(cookie)") { try access.checkCookie(of: head) }
    }
    let none = try head([])
    #expect(throws: WebAccess.Refusal.token) { try access.checkCookie(of: none) }
  }

  @Test("no script can read the cookie, and no other page sends it")
  func makesCookies() throws {
    let cookie = try #require(
      WebAccess(names: [], token: token, port: 8300).cookie(isSecure: false)
    )
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    #expect(WebAccess(names: [], token: nil, port: 1).cookie(isSecure: false) == nil)
  }

  @Test("tokens have 160 bits, and are all different")
  func makesTokens() {
    let tokens = Set((0..<200).map { _ in WebAccess.makeToken() })
    #expect(tokens.count == 200)
    #expect(tokens.allSatisfy { $0.count == 32 && WebAccess.isToken($0) })
    #expect(!WebAccess.isToken("short"))
    #expect(!WebAccess.isToken(String(repeating: "a", count: 30) + ";"))
    #expect(!WebAccess.isEqual("", ""))
  }
}

@Suite("Requests of a browser", .tags(.pure))
struct HTTPRequestHeadTests {
  private func take(_ text: String) throws -> HTTPRequestHead? {
    var bytes = Array(text.utf8)
    return try HTTPRequestHead.take(from: &bytes)
  }

  @Test("a request is read in pieces, and later bytes are kept")
  func reads() throws {
    let text = "POST /session?x=1 HTTP/1.1\r\nHost: a\r\ncontent-length: 3\r\n\r\nabcGET"
    var bytes: [UInt8] = []
    var found: HTTPRequestHead?
    for byte in text.utf8 where found == nil {
      bytes.append(byte)
      found = try HTTPRequestHead.take(from: &bytes)
    }
    let head = try #require(found)
    #expect(head.method == .post && head.path == "/session" && head.bodyLength == 3)
    #expect(head["host"] == "a" && head.isKept && bytes.isEmpty)
    #expect(try take("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")?.isKept == false)
  }

  @Test(
    "an ambiguous request is refused",
    arguments: [
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
      "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/2\r\n\r\n", "GET http://a/ HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
      "\r\n\r\n", "status\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\nHost: b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r X: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: +3\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: ３\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 3, 3\r\n\r\n",
    ]
  )
  func refuses(text: String) {
    #expect(throws: HTTPRequestHead.Fault.malformed) { try take(text) }
  }

  @Test("a request that is too long is refused before all of it has arrived")
  func bounds() {
    #expect(throws: HTTPRequestHead.Fault.tooLarge) {
      try take("GET /" + String(repeating: "a", count: 17_000))
    }
    #expect(throws: HTTPRequestHead.Fault.tooLarge) {
      try take("POST / HTTP/1.1\r\nContent-Length: 100000000\r\n\r\n")
    }
    #expect(throws: HTTPRequestHead.Fault.method) { try take("DELETE / HTTP/1.1\r\n\r\n") }
  }

  @Test(
    "a path names a picture only by an entry or a number",
    arguments: [
      "/cover/entry/1/2", "/cover/entry/x/2/96", "/cover/entry/1/2/97", "/cover/entry/1/2/96/x",
      "/cover/found/-/0/96", "/cover/url/1/0/96", "/cover/entry/../../96", "/cover",
      "cover/a/1/0/96",
      "/cover/entry//etc/passwd",
    ]
  )
  func readsNoOtherCovers(path: String) {
    #expect(WebCover.read(path) == nil)
  }

  @Test("pictures that were found long ago are forgotten")
  func forgetsCovers() throws {
    var covers = FoundCovers(limit: 3)
    let url = try #require(URL(string: "https://a.example/"))
    let numbers = (0..<5).map { _ in covers.keep(Artwork(url)) }
    #expect(numbers.map { covers[$0] != nil } == [false, false, true, true, true])
  }
}
