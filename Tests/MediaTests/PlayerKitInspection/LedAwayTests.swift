import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitSystem
import TestSupport
import Testing

@Suite("Media after redirects", .tags(.local), .timeLimit(.minutes(3)))
struct LedAwayTests {
  private let inspector = MediaInspector()

  /// A server with this number of redirects, from `/0` to `/1` and so on, before a resource.
  private func serve(_ body: Data, redirects: Int) throws -> LoopbackServer {
    try LoopbackServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      return number < redirects
        ? .status(302, ["Location": "/\(number + 1)"]) : .part(body, request)
    }
  }

  @Test("is read within ten requests, redirects included", arguments: [0, 1, 3, 5])
  func bounded(redirects: Int) async throws {
    let body = try RemoteMediaTests.withIndexBehind(20 << 20)
    let server = try serve(body, redirects: redirects)
    let found = try await inspector.inspect(MediaSource(.remote(server.url("/0"))))
    #expect(found.metadata.title == "Früh am Morgen – 朝")
    #expect(found.pictures.count == 1)
    #expect(server.requests.count <= 10)
    #expect(server.bytesSent <= 2 << 20)
    let plain = server.requests.count { Int($0.target.dropFirst()) == redirects }
    #expect(server.requests.count == plain + redirects)
    print(
      "a remote item behind \(redirects) redirects:",
      "\(server.requests.count) requests, \(server.bytesSent) bytes"
    )
  }

  @Test("fails if there are too many redirects")
  func tooLong() async throws {
    let server = try serve(try TagFixture.data("id3v24.mp3"), redirects: 12)
    #expect(await inspector.failure(MediaSource(.remote(server.url("/0")))) != nil)
    #expect(server.requests.count <= 10)
  }

  @Test("gets secret fields only if no other origin was involved")
  func secrets() async throws {
    let body = try RemoteMediaTests.withIndexBehind(20 << 20)
    let home = Locked<URL?>(nil)
    let far = try LoopbackServer { request in
      request.target == "/back"
        ? .status(302, ["Location": home.withLock(\.self)?.absoluteString ?? ""])
        : .part(body, request)
    }
    let (media, back) = (far.url("/media").absoluteString, far.url("/back").absoluteString)
    let own = try LoopbackServer { request in
      switch request.target {
      case "/own": .status(302, ["Location": "/media"])
      case "/far": .status(302, ["Location": media])
      case "/there-and-back": .status(302, ["Location": back])
      default: .part(body, request)
      }
    }
    home.withLock { $0 = own.url("/returned") }
    for name in ["/own", "/far", "/there-and-back"] {
      let source = MediaSource(.remote(own.url(name)), headers: ["Authorization": "geheim"])
      #expect(try await inspector.inspect(source).pictures.count == 1)
    }
    let asked = own.requests
    #expect(asked.count { $0.target == "/media" } > 1)
    #expect(asked.count { $0.target == "/returned" } > 1)
    #expect(far.requests.count { $0.target == "/media" } > 1)
    for request in asked where request.target != "/returned" {
      #expect(request.headers["authorization"] == "geheim")
    }
    for request in far.requests + asked.filter({ $0.target == "/returned" }) {
      #expect(request.headers["authorization"] == nil)
    }
  }

  @Test("is requested by its address again if the target was valid for one request")
  func placeForOnce() async throws {
    let body = try RemoteMediaTests.withIndexBehind(20 << 20)
    let tickets = Locked((given: 0, used: Set<String>()))
    let server = try LoopbackServer { request in
      if request.target == "/a.m4a" {
        let ticket = tickets.withLock { tickets in
          tickets.given += 1
          return tickets.given
        }
        return .status(302, ["Location": "/ticket\(ticket)"])
      }
      let isNew = tickets.withLock { $0.used.insert(request.target).inserted }
      return isNew ? .part(body, request) : .status(403)
    }
    let found = try await inspector.inspect(MediaSource(.remote(server.url("/a.m4a"))))
    #expect(found.metadata.title == "Früh am Morgen – 朝")
    #expect(server.requests.count <= 10)
  }
}
