import CatalogTestSupport
import Foundation
import HTTPTypes
import MusicCatalog
import Testing

@Suite("The network's transport and redirects", .timeLimit(.minutes(1)))
struct NetworkRedirectTests {
  private static let secrets: HTTPFields = [
    .authorization: "Bearer hush", .named("Music-User-Token"): "hush", .cookie: "a=hush",
    .named("X-Api-Key"): "hush", .accept: "application/json",
  ]

  @Test("Within its origin a redirect takes all fields along", arguments: [301, 302, 307, 308])
  func sameOrigin(status: Int) async throws {
    let seen = Notes<RawServer.Visit>()
    try await RawServer.serving { visit in
      seen.add(visit)
      guard visit.target == "/a" else { return try await visit.reply("200 OK", visit.target) }
      try await visit.reply("\(status) Moved", fields: ["Location: b/c?d=%2B"], "elsewhere")
    } _: { server in
      let reply = try await NetworkTransport().send(server.call("/a", fields: Self.secrets))
      #expect(String(decoding: reply.body, as: UTF8.self) == "/b/c?d=%2B")
      #expect(seen.all.last?.field("authorization") == "Bearer hush")
      #expect(seen.all.last?.field("music-user-token") == "hush")
    }
  }

  @Test("To another host or port a redirect takes no secret along, nor back again")
  func otherOrigin() async throws {
    let seen = Notes<RawServer.Visit>()
    try await RawServer.serving { visit in
      seen.add(visit)
      try await visit.reply("200 OK", "there")
    } _: { other in
      try await RawServer.serving { visit in
        seen.add(visit)
        let host = visit.field("host") ?? ""
        let port = host.split(separator: ":").last ?? ""
        let location =
          switch visit.target {
          case "/a": "http://localhost:\(port)/b"
          case "/b": "http://127.0.0.1:\(port)/c"
          default: "http://127.0.0.1:\(other.port)/d"
          }
        try await visit.reply("302 Found", fields: ["Location: \(location)"])
      } _: { server in
        let reply = try await NetworkTransport().send(server.call("/a", fields: Self.secrets))
        #expect(String(decoding: reply.body, as: UTF8.self) == "there")
        #expect(seen.all.map(\.target) == ["/a", "/b", "/c", "/d"])
        #expect(seen.all[0].head.contains("hush"))
        for visit in seen.all.dropFirst() {
          #expect(!visit.head.contains("hush"))
          #expect(visit.field("accept") == "application/json")
        }
      }
    }
  }

  @Test(
    "To what is neither http nor https a redirect is refused",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://"]
  )
  func scheme(location: String) async throws {
    let seen = Notes<String>()
    try await RawServer.serving { visit in
      seen.add(visit.target)
      try await visit.reply("302 Found", fields: ["Location: \(location)"])
    } _: { server in
      let error = await catalogError { try await NetworkTransport().send(server.call()) }
      #expect(error?.code == .blockedRedirect)
      #expect(seen.all.count == 1)
    }
  }

  @Test("A server that leads on for ever is left")
  func tooMany() async throws {
    let seen = Notes<String>()
    try await RawServer.serving { visit in
      seen.add(visit.target)
      try await visit.reply("302 Found", fields: ["Location: /again"])
    } _: { server in
      let transport = NetworkTransport(maximumRedirects: 3)
      let error = await catalogError { try await transport.send(server.call()) }
      #expect(error?.code == .blockedRedirect)
      #expect(seen.all.count == 4)
    }
  }

  @Test("After a 303 a GET goes on without the body; after a 307 the POST with it")
  func methods() async throws {
    let seen = Notes<RawServer.Visit>()
    try await RawServer.serving { visit in
      seen.add(visit)
      guard visit.target != "/end" else { return try await visit.reply() }
      try await visit.reply("\(visit.target.dropFirst()) Go", fields: ["Location: /end"])
    } _: { server in
      let transport = NetworkTransport()
      for status in ["303", "307"] {
        _ = try await transport.send(server.call("/\(status)", method: .post, body: "hello"))
      }
      #expect(seen.all.map(\.method) == ["POST", "GET", "POST", "POST"])
      #expect(seen.all.map(\.body) == ["hello", "", "hello", "hello"])
    }
  }

  @Test("A redirect that names no place is an answer")
  func noLocation() async throws {
    try await RawServer.serving {
      try await $0.reply("302 Found", "stay")
    } _: { server in
      let reply = try await NetworkTransport().send(server.call())
      #expect(reply.response.status.code == 302)
    }
  }
}
