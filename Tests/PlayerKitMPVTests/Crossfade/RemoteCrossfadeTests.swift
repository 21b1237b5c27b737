import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Crossfades of tracks over HTTP, with file output.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct RemoteCrossfadeTests {
    private static let a = Signal.sweep(frames: 6 * Signal.rate)
    private static let b = Signal.integer(frames: 5 * Signal.rate + 17)
    /// Fits into the first window.
    private static let short = Signal.integer(frames: 5 * Signal.rate / 2)
    private static let fade = Signal.rate * 3 / 2
    private static let bodies = [
      "/a.wav": a.wav, "/b.wav": b.wav, "/a.flac": a.flac, "/b.flac": b.flac,
      "/short.wav": short.wav,
    ]

    private typealias Handler = @Sendable (LoopbackServer.Request, Data) -> LoopbackServer.Reply

    /// Sequential reads request windows of 512 KiB, or several of them.
    @Sendable private static func isOfOverlap(_ request: LoopbackServer.Request) -> Bool {
      (request.range?.lowerBound ?? 0) % (512 << 10) != 0
    }

    private func server(
      _ handler: @escaping Handler = { .part($1, $0) }
    ) throws -> LoopbackServer {
      try LoopbackServer { request in
        guard let body = Self.bodies[request.target] else { return .status(404) }
        return handler(request, body)
      }
    }

    private func play(
      _ server: LoopbackServer,
      _ first: String = "/a.wav",
      _ second: String = "/b.wav",
      isFaded: Bool = true
    ) async throws -> Signal {
      let fade = try FadeStage(networkTimeout: .seconds(isFaded ? 10 : 2))
      fade.prepare(
        .init(MediaSource(.remote(server.url(first)))),
        .init(MediaSource(.remote(server.url(second))))
      )
      return try await fade.finish(isFaded: isFaded)
    }

    @Test(
      "Remote tracks sound as their mix, with few requests",
      arguments: ["wav", "flac"],
      [0, 0.2]
    )
    func theySoundTheirMix(
      format: String,
      delay: Double
    ) async throws {
      let server = try server { request, body in
        var reply = LoopbackServer.Reply.part(body, request)
        reply.delay = delay
        return reply
      }
      let output = try await play(server, "/a.\(format)", "/b.\(format)")
      let largest = output.error(from: Signal.mix(Self.a.values, Self.b.values, Self.fade))
      #expect(try #require(largest) <= 1)
      let requests = server.requests
      let tail = requests.filter { $0.target.hasPrefix("/a") }
      let head = requests.filter { $0.target.hasPrefix("/b") }
      // Without an overlap there are two requests for each.
      #expect(tail.count <= 6, "\(tail.map(\.headers["range"]))")
      #expect(head.count <= 3, "\(head.map(\.headers["range"]))")
      let fromStart = head.filter { $0.range?.lowerBound == 0 }
      #expect(fromStart.count == 1)
    }

    @Test("Media without range requests is not requested again")
    func whatSentWholeOnly() async throws {
      let server = try server { _, body in .whole(body) }
      let output = try await play(server)
      let largest = output.error(from: Signal.mix(Self.a.values, Self.b.values, Self.fade))
      #expect(try #require(largest) <= 1)
      #expect(server.requests.count == 2)
    }

    enum Trouble: CaseIterable {
      case missing, forbidden, cut, silent, stalled

      func reply(_ body: Data, _ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        var reply = LoopbackServer.Reply.part(body, request)
        switch self {
        case .missing: return .status(404)
        case .forbidden: return .status(403)
        case .cut: reply.cutAfter = 0
        case .silent: reply.isSilent = true
        case .stalled: reply.stallAfter = 1_000
        }
        return reply
      }
    }

    @Test(
      "If the second track is refused during rendering, it follows without a gap",
      arguments: Trouble.allCases
    )
    func secondRefusedWhenRendered(
      trouble: Trouble
    ) async throws {
      let count = Counter()
      let server = try server { request, body in
        var reply = LoopbackServer.Reply.part(body, request)
        guard request.target == "/short.wav" else { return reply }
        // Without an ETag nothing is cached.
        reply.headers["ETag"] = nil
        let isFirst = count.next() == 1
        return isFirst ? reply : trouble.reply(body, request)
      }
      let output = try await play(server, "/a.wav", "/short.wav", isFaded: false)
      #expect(output.samples == Self.a.samples + Self.short.samples)
      #expect(count.value > 1, "it was not rendered")
    }

    @Test(
      "If the first track's end is refused during rendering, it plays whole",
      arguments: Trouble.allCases
    )
    func firstWhoseEndRefused(
      trouble: Trouble
    ) async throws {
      let isRefused = Locked(false)
      let server = try server { request, body in
        guard request.target == "/a.wav", Self.isOfOverlap(request) else {
          return .part(body, request)
        }
        isRefused.withLock { $0 = true }
        return trouble.reply(body, request)
      }
      let output = try await play(server, isFaded: false)
      #expect(output.samples == Self.a.samples + Self.b.samples)
      #expect(isRefused.withLock { $0 }, "it was not rendered")
    }

    @Test("A removed next track is not read any further")
    func whatFollowAnyMore() async throws {
      let server = try server { request, body in
        var reply = LoopbackServer.Reply.part(body, request)
        reply.isSilent = Self.isOfOverlap(request)
        return reply
      }
      // The server would block it for ten minutes.
      let fade = try FadeStage(networkTimeout: .seconds(600))
      fade.prepare(
        .init(MediaSource(.remote(server.url("/a.wav")))),
        .init(MediaSource(.remote(server.url("/short.wav"))))
      )
      try await eventually("it is rendered") { server.requests.contains(where: Self.isOfOverlap) }
      try #require(server.openConnections > 0)
      fade.stage.engine.setNext(nil, after: fade.one)
      try await eventually("it is still read") { server.openConnections == 0 }
      await fade.stage.close()
    }

    @Test("An engine closes while a server delays its renderer")
    func engineClosedWhileServer() async throws {
      let server = try server { request, body in
        var reply = LoopbackServer.Reply.part(body, request)
        reply.stallAfter = Self.isOfOverlap(request) ? 10 : nil
        return reply
      }
      let fade = try FadeStage(networkTimeout: .seconds(600))
      fade.prepare(
        .init(MediaSource(.remote(server.url("/a.wav")))),
        .init(MediaSource(.remote(server.url("/short.wav"))))
      )
      try await eventually("it is rendered") { server.requests.contains(where: Self.isOfOverlap) }
      // The server would block it for ten minutes.
      await fade.stage.close()
    }

    @Test("The end of an MP3 is decoded if that takes few bytes", arguments: [true, false])
    func endMp3DecodedWhere(isSmall: Bool) async throws {
      // 7 s, or a long file. libmpv buffers 20 s of the long one, and more than 2 MiB come after
      // that.
      let maker = try MP3Maker(fixture: "joint-lame.mp3").repeated(isSmall ? 10 : 400)
      let music = maker.data(.lame)
      let server = try LoopbackServer { request in
        .part(request.target == "/a" ? music : Self.b.wav, request)
      }
      let fade = try FadeStage()
      fade.prepare(
        .init(MediaSource(.remote(server.url("/a")))),
        .init(MediaSource(.remote(server.url("/b"))))
      )
      try await fade.stage.waitForPlaylist(of: isSmall ? 3 : 2)
      if isSmall {
        _ = try await fade.finish(isFaded: true)
      } else {
        // Plain playback reads ahead no further. It also looks for tags at the very end.
        let places = server.requests.compactMap { $0.range?.lowerBound }
        let last = places.filter { $0 < music.count - (128 << 10) }.max() ?? 0
        #expect(last < music.count - 2 << 20)
        await fade.stage.close()
      }
    }

    @Test("A live stream is never requested a second time")
    func liveStreamNeverAsked() async throws {
      let music = Data(try Fixture.data("joint-lame.mp3"))
      let server = try LoopbackServer { request in
        if request.target == "/live" {
          return .init(headers: ["icy-name": "One"], body: music, hasNoLength: true)
        }
        return .part(Self.a.wav, request)
      }
      let fade = try FadeStage()
      fade.prepare(
        .init(MediaSource(.remote(server.url("/a.wav")))),
        .init(MediaSource(.remote(server.url("/live"))))
      )
      try await fade.stage.waitForPlaylist(of: 2)
      let asked = server.requests.filter { $0.target == "/live" }
      #expect(asked.count == 1)
      await fade.stage.close()
    }
  }
}
