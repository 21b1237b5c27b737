import Foundation
import HTTPTypes
import Logging
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Redaction", .tags(.pure))
struct RedactionTests {
  @Test(
    "Addresses keep harmless parts",
    arguments: [
      ("https://a.test/v1/x", "https://a.test/v1/x"),
      ("https://a.test:81/x?term=hush&limit=5", "https://a.test:81/x?term=…&limit=…"),
      ("https://me:hush@a.test/x", "https://a.test/x"),
      ("https://me@hush@a.test/x", "https://a.test/x"),
      ("https://a.test/x?hush", "https://a.test/x?…"),
      ("https://a.test/x?a=b=hush", "https://a.test/x?a=…"),
      ("https://a.test?sig=hush", "https://a.test?sig=…"),
      ("https://a.test/x;jsessionid=hush/y", "https://a.test/x;…/y"),
      ("https://a.test/x#hush", "https://a.test/x"),
      ("/v1/x?next=https://me:hush@b.test/", "/v1/x?next=…"),
      ("https://a.test/a\r\nb", "https://a.test/a\u{FFFD}\u{FFFD}b"),
      ("", ""),
    ]
  )
  func addresses(address: String, shown: String) {
    #expect(Redaction.address(address) == shown)
  }

  @Test("If even names are secret, one mark replaces the whole query")
  func withoutNames() {
    let shown = [
      "https://u:p@h/a;s=1?token=s&b#f": "https://h/a;…?…", "https://h/a?": "https://h/a?…",
      "https://h/a": "https://h/a", "/a?b": "/a?…",
    ]
    for (address, shown) in shown {
      #expect(Redaction.address(address, showsNames: false) == shown)
    }
  }

  @Test("An endless address is truncated")
  func long() {
    #expect(Redaction.address("/" + String(repeating: "a", count: 10_000)).count < 400)
  }

  private static let secrets: HTTPFields = [
    .authorization: "Bearer hush", .named("Music-User-Token"): "hush", .cookie: "hush",
    .setCookie: "hush", .named("X-Nobody-Knows"): "hush", .location: "https://a.test/?hush",
    .accept: "application/json",
  ]

  @Test("No printed call or reply shows a secret")
  func printing() {
    let call = HTTPTransportRequest(
      HTTPRequest(
        method: .get,
        scheme: "https",
        authority: "me:hush@a.test",
        path: "/v1/x?sig=hush",
        headerFields: Self.secrets
      ),
      body: Data("hush".utf8)
    )
    let reply = HTTPTransportResponse.status(200, "hush", fields: Self.secrets)
    var text = "\(call) \(reply) \(String(reflecting: call)) \(String(reflecting: reply))"
    text += "\([call]) \(["a": reply]) \(Optional(call) as Any) \((call, reply))"
    dump(call, to: &text)
    dump([reply], to: &text)
    debugPrint(call, reply, to: &text)
    #expect(!text.contains("hush"))
    #expect(text.contains("GET https://a.test/v1/x?sig=…"))
    #expect(text.contains("application/json"))
  }

  @Test("An error's localized description is its message")
  func localizedDescription() {
    let error: any Error = CatalogError(.notFound, "There is no such song.")
    #expect(error.localizedDescription == "There is no such song.")
  }

  @Test("An exchange logs one line at debug level, without secrets")
  func log() async throws {
    let lines = Recorded<String>()
    var logger = Logger(label: "test") { _ in
      NotedLog(lines) { "\($0.level) \($0.message)" }
    }
    logger.logLevel = .debug
    let clock = ManualClock()
    let stub = StubTransport { call in
      clock.advance(by: .milliseconds(35))
      if call.request.method == .head { throw CatalogError(.timedOut, "hush") }
      return .status(200, "hush")
    }
    let call = HTTPTransportRequest.get("/x?sig=hush", fields: Self.secrets)
    let transport = LoggingTransport(stub, logger: logger, clock: clock)
    _ = try await transport.send(call)
    #expect(lines.elements == ["debug GET https://a.test/x?sig=…: 200, 4 bytes, 35 ms"])
    let head = HTTPTransportRequest.get("/y", method: .head)
    _ = await catalogError { try await transport.send(head) }
    #expect(lines.elements.last == "debug HEAD https://a.test/y: timedOut, 35 ms")

    logger.logLevel = .info
    _ = try await LoggingTransport(stub, logger: logger, clock: clock).send(call)
    #expect(lines.elements.count == 2)
  }
}
