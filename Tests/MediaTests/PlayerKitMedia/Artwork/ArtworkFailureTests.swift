import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("An unavailable picture", .tags(.local), .timeLimit(.minutes(2)))
struct ArtworkFailureTests {
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reply: LoopbackServer.Reply
    let code: PlayerError.Code

    init(_ name: String, _ reply: LoopbackServer.Reply, _ code: PlayerError.Code) {
      (testDescription, self.reply, self.code) = (name, reply, code)
    }
  }

  private static let page = Data("<!doctype html><html><body>Sign in</body></html>".utf8)

  static let stories = [
    Story("a page", .init(headers: ["Content-Type": "image/png"], body: page), .unsupportedFormat),
    Story(
      "a page by its name",
      .init(headers: ["Content-Type": "text/html"], body: page),
      .unsupportedFormat
    ),
    Story("nothing", .whole(Data()), .unsupportedFormat),
    Story("a header that is cut", .whole(SamplePicture.png.data.prefix(20)), .unsupportedFormat),
    Story(
      "a connection that is cut",
      .init(body: SamplePicture.png.data + Data(count: 5_000), cutAfter: 600),
      .interrupted
    ),
    Story(
      "a cut in the header",
      .init(body: SamplePicture.png.data + Data(count: 5_000), cutAfter: 12),
      .interrupted
    ),
    Story(
      "more bytes than are taken, as the server says",
      .init(body: SamplePicture.png.data + Data(count: 500), announcedLength: 30 << 20),
      .unsupportedFormat
    ),
    Story(
      "more pixels than are taken",
      .whole(SamplePicture.png.data.replacing(16..<24, by: [0, 1, 0, 0, 0, 1, 0, 0])),
      .unsupportedFormat
    ),
    Story("not found", .status(404), .notFound),
    Story("gone", .status(410), .notFound),
    Story("forbidden", .status(403), .forbidden),
    Story("a sign-in", .status(401), .unauthorized),
    Story("too often", .status(429), .rateLimited),
    Story("out of order", .status(503), .serverError),
    Story("no http", .init(head: Data("nonsense\r\n\r\n".utf8)), .malformedReply),
    Story("led to a file", .status(302, ["Location": "file:///etc/passwd"]), .blockedURL),
    Story("led to ftp", .status(302, ["Location": "ftp://a.example/b"]), .blockedURL),
    Story("led in a circle", .status(302, ["Location": "/cover.png"]), .unreachable),
    Story(
      "a station",
      .init(
        headers: ["icy-name": "A", "icy-metaint": "8192", "Content-Type": "audio/mpeg"],
        body: Data(repeating: 0x55, count: 9_000),
        hasNoLength: true
      ),
      .unsupportedFormat
    ),
  ]

  @Test("fails with the reason, and is requested again the next time", arguments: stories)
  func failsReasonAsked(story: Story) async throws {
    let stage = try ArtworkStage { _ in story.reply }
    let loader = stage.loader()
    let error = await stage.failure(stage.artwork(), by: loader)
    #expect(error?.code == story.code, "\(String(describing: error))")
    #expect(error?.message.contains("127.0.0.1") == false)
    #expect(loader.isIdle)
    let first = stage.server.requests
    #expect(await stage.failure(stage.artwork(), by: loader)?.code == story.code)
    let all = stage.server.requests
    #expect(all.count == 2 * first.count, "\(first), then \(all)")
  }

  @Test("costs a server no more requests than the maximum")
  func costsServerNo() async throws {
    // The server sends parts of one byte each.
    let stage = try ArtworkStage { request in
      let first = request.range?.lowerBound ?? 0
      return .init(
        status: 206,
        headers: ["Content-Range": "bytes \(first)-\(first)/9000", "ETag": "\"1\""],
        body: SamplePicture.png.data[first...first]
      )
    }
    #expect(await stage.failure(stage.artwork())?.code == .unreadable)
    #expect(stage.server.requests.count == 3)
  }

  @Test("without a length is not read endlessly")
  func notReadEnd() async throws {
    let stage = try ArtworkStage { _ in
      .init(
        headers: ["Content-Type": "image/png"],
        body: SamplePicture.png.data + Data(count: 60 << 20),
        hasNoLength: true
      )
    }
    let loader = stage.loader { $0.largestPicture = 1 << 20 }
    #expect(await stage.failure(stage.artwork(), by: loader)?.code == .unsupportedFormat)
    try await eventually("the connection is closed") { stage.server.openConnections == 0 }
    #expect(stage.server.bytesSent < 16 << 20)
  }

  @Test("is not fetched if its first bytes are no picture's")
  func notFetchedFirst() async throws {
    let stage = try ArtworkStage { _ in .whole(Data(count: 18 << 20)) }
    #expect(await stage.failure(stage.artwork())?.code == .unsupportedFormat)
    try await eventually("the connection is closed") { stage.server.openConnections == 0 }
    #expect(stage.server.bytesSent < 16 << 20)
  }

  @Test("of a silent server times out")
  func silentServerGiven() async throws {
    for reply in [
      LoopbackServer.Reply(isSilent: true), .init(body: SamplePicture.png.data, stallAfter: 60),
    ] {
      let stage = try ArtworkStage { _ in reply }
      let loader = stage.loader { $0.networkTimeout = .milliseconds(50) }
      #expect(await stage.failure(stage.artwork(), by: loader)?.code == .timedOut)
    }
  }

  @Test("on this machine is not requested, unless an app permits it")
  func machineNotAsked() async throws {
    let stage = try ArtworkStage()
    let loader = ArtworkLoader()
    #expect(await stage.failure(stage.artwork(), by: loader)?.code == .blockedURL)
    #expect(stage.server.connectionsTaken == 0)
    let named = try #require(URL(string: "http://localhost:\(stage.server.port)/cover.png"))
    #expect(await stage.failure(Artwork(named), by: loader)?.code == .blockedURL)
    #expect(stage.server.connectionsTaken == 0)
  }

  @Test(
    "is blocked if its address is not a server's",
    arguments: [
      "file:///etc/passwd", "ftp://a.example/b", "data:image/png;base64,AAAA", "/etc/passwd", "a",
      "http:///b",
    ]
  )
  func noAddressServer(address: String) async throws {
    let stage = try ArtworkStage()
    let url = try #require(URL(string: address))
    #expect(await stage.failure(Artwork(url))?.code == .blockedURL)
    #expect(await stage.failure(Artwork(template: address))?.code == .blockedURL)
  }

  @Test("of a template that makes no address is invalid")
  func templateMakesNo() async throws {
    let stage = try ArtworkStage()
    #expect(await stage.failure(Artwork(template: ""))?.code == .invalidItem)
  }

  @Test("is bounded in time, also if bytes keep arriving")
  func boundedTimeBytes() throws {
    let clock = ManualClock()
    let reader = PictureReader(
      largest: 1 << 20,
      maximumPixels: 1 << 20,
      timeLimit: .seconds(10),
      clock: clock
    )
    let error = #expect(throws: PlayerError.self) { try reader.read(SlowStream(clock: clock)) }
    #expect(error?.code == .timedOut)
    #expect(clock.now.sinceOrigin == .seconds(10))
  }
}

/// A stream without end whose every byte takes a second.
private final class SlowStream: ByteStream {
  let isSeekable = false
  let size: Int64? = nil
  private let clock: ManualClock

  init(clock: ManualClock) { self.clock = clock }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    clock.advance(by: .seconds(1))
    buffer.copyBytes(from: [0])
    return 1
  }

  func seek(to offset: Int64) throws(PlayerError) {}
  func cancel() {}
  func close() {}
}

extension Data {
  fileprivate func replacing(_ range: Range<Int>, by bytes: [UInt8]) -> Data {
    var data = self
    data.replaceSubrange(range, with: bytes)
    return data
  }
}
