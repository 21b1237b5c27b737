import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The network transport and redirects", .tags(.local), .timeLimit(.minutes(3)))
struct NetworkRedirectTests {
  private static let secrets: HTTPFields = [
    .authorization: "Bearer hush", .named("Music-User-Token"): "hush", .cookie: "a=hush",
    .named("X-Api-Key"): "hush", .accept: "application/json",
  ]

  @Test("A redirect within an origin keeps all fields", arguments: [301, 302, 307, 308])
  func sameOrigin(status: Int) async throws {
    let seen = Recorded<LoopbackServer.Request>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.request)
      guard visit.target == "/a" else { return try visit.reply("200 OK", visit.target) }
      try visit.reply("\(status) Moved", fields: ["Location: b/c?d=%2B"], "elsewhere")
    } _: { server in
      let reply = try await NetworkTransport().send(server.call("/a", fields: Self.secrets))
      #expect(String(decoding: reply.body, as: UTF8.self) == "/b/c?d=%2B")
      #expect(seen.elements.last?.field("authorization") == "Bearer hush")
      #expect(seen.elements.last?.field("music-user-token") == "hush")
    }
  }

  @Test("A redirect to another host or port loses all secrets, even on the way back")
  func otherOrigin() async throws {
    let seen = Recorded<LoopbackServer.Request>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.request)
      try visit.reply("200 OK", "there")
    } _: { other in
      try await LoopbackServer.serving { visit in
        seen.append(visit.request)
        let host = visit.request.field("host") ?? ""
        let port = host.split(separator: ":").last ?? ""
        let location =
          switch visit.target {
          case "/a": "http://localhost:\(port)/b"
          case "/b": "http://127.0.0.1:\(port)/c"
          default: "http://127.0.0.1:\(other.port)/d"
          }
        try visit.reply("302 Found", fields: ["Location: \(location)"])
      } _: { server in
        let reply = try await NetworkTransport().send(server.call("/a", fields: Self.secrets))
        #expect(String(decoding: reply.body, as: UTF8.self) == "there")
        #expect(seen.elements.map(\.target) == ["/a", "/b", "/c", "/d"])
        #expect("\(seen.elements[0].headers)".contains("hush"))
        for visit in seen.elements.dropFirst() {
          #expect(!"\(visit.target) \(visit.headers)".contains("hush"))
          #expect(visit.field("accept") == "application/json")
        }
      }
    }
  }

  @Test(
    "A redirect to a scheme other than http and https is refused",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://"]
  )
  func scheme(location: String) async throws {
    let seen = Recorded<String>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.target)
      try visit.reply("302 Found", fields: ["Location: \(location)"])
    } _: { server in
      let error = await catalogError { try await NetworkTransport().send(server.call()) }
      #expect(error?.code == .blockedRedirect)
      #expect(seen.elements.count == 1)
    }
  }

  @Test("An endless redirect is refused")
  func tooMany() async throws {
    let seen = Recorded<String>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.target)
      try visit.reply("302 Found", fields: ["Location: /again"])
    } _: { server in
      let transport = NetworkTransport(maximumRedirects: 3)
      let error = await catalogError { try await transport.send(server.call()) }
      #expect(error?.code == .blockedRedirect)
      #expect(seen.elements.count == 4)
    }
  }

  @Test("After a 303 a GET continues without the body, and after a 307 the POST with it")
  func methods() async throws {
    let seen = Recorded<LoopbackServer.Request>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.request)
      guard visit.target != "/end" else { return try visit.reply() }
      try visit.reply("\(visit.target.dropFirst()) Go", fields: ["Location: /end"])
    } _: { server in
      let transport = NetworkTransport()
      for status in ["303", "307"] {
        _ = try await transport.send(server.call("/\(status)", method: .post, body: "hello"))
      }
      #expect(seen.elements.map(\.method) == ["POST", "GET", "POST", "POST"])
      #expect(
        seen.elements.map { String(decoding: $0.body, as: UTF8.self) }
          == ["hello", "", "hello", "hello"]
      )
    }
  }

  @Test("A redirect without a location is an answer")
  func noLocation() async throws {
    try await LoopbackServer.serving {
      try $0.reply("302 Found", "stay")
    } _: { server in
      let reply = try await NetworkTransport().send(server.call())
      #expect(reply.response.status.code == 302)
    }
  }
}
