import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A stream over http", .tags(.local), .timeLimit(.minutes(3)))
struct OddServerStreamTests {
  private static let body = CacheStage.bytes(4 << 20)

  private func read(
    _ server: LoopbackServer,
    timeout: Duration = .seconds(20),
    renewalTimeout: Duration = HTTPAddress.maxRenewal,
    renewal: (@Sendable () async throws -> MediaSource)? = nil,
    _ body: (HTTPByteStream) throws -> Void
  ) rethrows {
    let fetcher = Fetchers.make()
    let stream = HTTPByteStream(
      HTTPAddress(url: server.url("/a"), renewal: renewal),
      fetcher: fetcher,
      timeout: timeout,
      renewalTimeout: renewalTimeout
    )
    defer {
      stream.close()
      fetcher.close()
      server.stop()
    }
    try body(stream)
  }

  /// The requested part, from servers that take turns and have different validators.
  static func answer(
    _ body: Data,
    _ request: LoopbackServer.Request,
    _ count: Int
  ) -> LoopbackServer.Reply {
    let tag = "\"\(count % 2)\""
    let isOfAnother = request.headers["if-range"].map { $0 != tag } ?? false
    var reply = isOfAnother ? .whole(body) : LoopbackServer.Reply.part(body, request)
    reply.headers["ETag"] = tag
    reply.headers["Last-Modified"] = "Mon, 01 Jan 2024 00:00:00 GMT"
    return reply
  }

  @Test(
    "seeks to any position of media on two servers, unless it has changed",
    arguments: [false, true]
  )
  func goesAnyPlace(isChanged: Bool) throws {
    let count = Locked(0)
    let other = CacheStage.bytes(4 << 20, seed: 2)
    let server = try LoopbackServer { request in
      let count = count.withLock { count in
        count += 1
        return count
      }
      return Self.answer(isChanged && count > 1 ? other : Self.body, request, count)
    }
    try read(server) { stream throws in
      #expect(try stream.read(upTo: 1_000) == Self.body.prefix(1_000))
      do {
        for place in [3 << 20, 2 << 20, 1 << 20] {
          try stream.seek(to: Int64(place))
          #expect(try stream.read(upTo: 600_000) == Self.body[place..<place + 600_000])
        }
        #expect(!isChanged)
      } catch {
        #expect(isChanged && (error as? PlayerError).map(HTTPFailure.isChange) == true, "\(error)")
      }
    }
    #expect(server.requests.count < 25)
  }

  @Test("finds the index at the end of media on two servers")
  func findsIndexEnd() throws {
    let count = Locked(0)
    let maker = MP4Maker()
    let samples = maker.box("mdat", [UInt8](CacheStage.bytes(1_500_000)))
    let head = maker.box("ftyp", Array("M4A isom".utf8)) + samples
    let file = Data(head + maker.box("moov", maker.index))
    let server = try LoopbackServer { request in
      let count = count.withLock { count in
        count += 1
        return count
      }
      return Self.answer(file, request, count)
    }
    try read(server) { stream throws in
      let ahead = PrefetchStream(stream, readsIndex: true)
      #expect(ahead.examine() == .recognized)
      try ahead.seek(to: Int64(head.count))
      #expect(try ahead.read(upTo: .max) == file.dropFirst(head.count))
      try ahead.seek(to: 0)
      #expect(try ahead.read(upTo: .max) == file)
    }
  }

  @Test("reads bytes that a server sends after the end of a part once", arguments: [true, false])
  func takesServerSends(tellsIt: Bool) throws {
    let server = try LoopbackServer { request in
      var reply = LoopbackServer.Reply.part(Self.body, request)
      guard let range = request.range, reply.status == 206 else { return reply }
      reply.body = Self.body[range.lowerBound...]
      if tellsIt {
        let count = Self.body.count
        reply.headers["Content-Range"] = "bytes \(range.lowerBound)-\(count - 1)/\(count)"
      }
      return reply
    }
    try read(server) { stream throws in
      #expect(try stream.read(upTo: .max) == Self.body)
    }
    #expect(!tellsIt || server.requests.count == 1)
    // If the head does not state it, the bytes in the sockets of each answer are wasted.
    #expect(tellsIt == false || server.bytesSent < Self.body.count + 10_000)
  }

  @Test("requests a silent part again")
  func asksAgainPart() throws {
    let count = Locked(0)
    let server = try LoopbackServer { request in
      let count = count.withLock { count in
        count += 1
        return count
      }
      return count == 2 ? .init(isSilent: true) : .part(Self.body, request)
    }
    try read(server, timeout: .seconds(2)) { stream throws in
      #expect(try stream.read(upTo: .max) == Self.body)
    }
  }

  @Test("counts a redirect as a sign of life")
  func takesBeingLed() throws {
    let server = try LoopbackServer { request in
      let hops = Int(request.target.dropFirst(2)) ?? 0
      guard hops < 3 else { return .part(Data("abc".utf8), request) }
      return .init(status: 302, headers: ["Location": "/a\(hops + 1)"], delay: 1)
    }
    // Longer than one answer takes, and shorter than all of them together.
    try read(server, timeout: .seconds(2)) { stream throws in
      #expect(try stream.read(upTo: .max) == Data("abc".utf8))
    }
  }

  /// Makes a server whose old address has expired.
  private static func expiredServer() throws -> LoopbackServer {
    try LoopbackServer { request in
      request.target == "/new" ? .part(Data("abc".utf8), request) : .status(403)
    }
  }

  @Test("does not count the server's silence while its address is renewed")
  func longRenewal() throws {
    let server = try Self.expiredServer()
    let new = server.url("/new")
    let renewal: @Sendable () async throws -> MediaSource = {
      try await waitForSilence(longerThan: .seconds(2))
      return MediaSource(.remote(new))
    }
    try read(server, timeout: .seconds(2), renewal: renewal) { stream throws in
      #expect(try stream.read(upTo: .max) == Data("abc".utf8))
    }
  }

  @Test("fails if its address is not renewed in time")
  func endlessRenewal() throws {
    let server = try Self.expiredServer()
    let new = server.url("/new")
    let renewal: @Sendable () async throws -> MediaSource = {
      try await Task.sleep(for: .seconds(3_600))
      return MediaSource(.remote(new))
    }
    // Longer than the time limit of the suite: only the timeout of the renewal can end it.
    let timeout = Duration.seconds(600)
    try read(
      server,
      timeout: timeout,
      renewalTimeout: .milliseconds(100),
      renewal: renewal
    ) { stream in
      #expect(throws: HTTPFailure.stalled) { try stream.read(upTo: .max) }
    }
  }
}
