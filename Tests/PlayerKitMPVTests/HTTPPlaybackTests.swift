import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  @Suite(.timeLimit(.minutes(1)))
  struct HTTPPlaybackTests {
    let signal = Signal.sweep(frames: 300_000)

    private func played(
      limit: Duration = .seconds(20),
      timeout: Duration = .seconds(1),
      headers: [String: String] = [:],
      _ handler: @escaping LoopbackServer.Handler
    ) async throws -> (end: LoadReport, output: Data, server: LoopbackServer) {
      let server = try LoopbackServer(handler)
      var stage = try Stage(isRealTime: false, networkTimeout: timeout)
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/a.wav?secret=1")), headers: headers)
      stage.engine.load(stage.log.makeLoad(id, source))
      let end = try await stage.log.end(of: id, within: limit)
      return (end, try await stage.output(), server)
    }

    @Test func `A server that serves parts is asked for a few, and every sample sounds`()
      async throws
    {
      let wav = signal.wav
      let result = try await played { .part(wav, $0) }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.server.requests.count <= 6)
      #expect(result.server.requests.allSatisfy { $0.headers["accept-encoding"] == "identity" })
    }

    @Test func `A server that serves no parts is asked once, and every sample sounds`() async throws
    {
      let wav = signal.wav
      let result = try await played { _ in .whole(wav) }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.server.requests.count == 1)
    }

    @Test func `A cut connection is resumed where it broke off`() async throws {
      let wav = signal.wav
      let result = try await played { request in
        var reply = LoopbackServer.Reply.part(wav, request)
        if request.range?.lowerBound == 0 { reply.cutAfter = 100_001 }
        return reply
      }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.server.requests.contains { $0.headers["if-range"] == "\"1\"" })
    }

    @Test func `A connection that is cut again and again is interrupted, not ended`() async throws {
      let wav = signal.wav
      let result = try await played { request in
        var reply = LoopbackServer.Reply.part(wav, request)
        if let start = request.range?.lowerBound, start > 0 { reply.cutAfter = 0 }
        return reply
      }
      #expect(result.end.failure?.code == .interrupted)
      #expect(result.server.requests.count <= 6)
    }

    @Test func `A body that is shorter than announced is interrupted`() async throws {
      let wav = signal.wav
      let result = try await played { _ in
        LoopbackServer.Reply(body: wav.prefix(600_000), announcedLength: wav.count)
      }
      #expect(result.end.failure?.code == .interrupted)
    }

    @Test func `A stall in the middle times out`() async throws {
      let wav = signal.wav
      let result = try await played { _ in LoopbackServer.Reply(body: wav, stallAfter: 600_000) }
      #expect(result.end.failure?.code == .timedOut)
    }

    @Test func `A server that says nothing times out`() async throws {
      let result = try await played { _ in LoopbackServer.Reply(isSilent: true) }
      #expect(result.end.failure?.code == .timedOut)
    }

    @Test(arguments: [
      (401, PlayerError.Code.unauthorized), (403, .forbidden), (404, .notFound), (410, .notFound),
      (429, .rateLimited), (500, .serverError), (503, .serverError),
    ])
    func `A status is told exactly, after one request`(
      status: Int,
      code: PlayerError.Code
    ) async throws {
      let result = try await played { _ in .status(status) }
      #expect(result.end.failure?.code == code)
      #expect(result.end.failure?.httpStatus == status)
      let message = try #require(result.end.failure?.message)
      #expect(!message.contains("secret"))
      #expect(message.hasPrefix("The server answered \(status) ") && message.hasSuffix("."))
      #expect(result.server.requests.count == 1)
    }

    @Test(arguments: ["", "<!DOCTYPE html><html><body>No</body></html>"])
    func `A body that is no audio is an unsupported format`(body: String) async throws {
      let result = try await played { _ in .whole(Data(body.utf8)) }
      #expect(result.end.failure?.code == .unsupportedFormat)
    }

    @Test func `A refused connection is unreachable`() async throws {
      let server = try LoopbackServer { _ in .status(200) }
      let url = server.url("/a.wav")
      server.stop()
      var stage = try Stage(isRealTime: false)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(url))))
      #expect(try await stage.log.end(of: id).failure?.code == .unreachable)
      await stage.engine.close()
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "spotify:track:1", "http:///a"])
    func `Only http and https URLs are played`(text: String) async throws {
      var stage = try Stage(isRealTime: false)
      let id = stage.nextLoad()
      let url = try #require(URL(string: text))
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(url))))
      #expect(try await stage.log.end(of: id).failure?.code == .blockedURL)
      await stage.engine.close()
    }

    @Test func `A server that is late makes playback wait, and go on`() async throws {
      let wav = signal.wav
      let server = try LoopbackServer { request in
        var reply = LoopbackServer.Reply.part(wav, request)
        if let start = request.range?.lowerBound, start > 0, start < 600_000 { reply.delay = 3.5 }
        return reply
      }
      var stage = try Stage(isRealTime: true)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(server.url("/a")))))
      try await stage.log.wait(for: id) { $0 == .buffering(true) }
      let stopped = try await stage.log.wait(for: id) { $0.isPosition && $0.anchor?.speed == 0 }
      try await stage.log.wait(for: id) { $0 == .buffering(false) }
      let waited = try #require(stopped.anchor)
      let resumed = try await stage.log.wait(for: id) {
        $0.isPosition && $0.anchor.map { $0.speed == 1 && $0.instant > waited.instant } == true
      }
      let goesOn = try #require(resumed.anchor)
      #expect(abs((goesOn.position - waited.position).seconds) < 0.25)
      await stage.engine.close()
    }

    // MARK: Redirects and headers

    @Test func `Header fields go to the source's host, and not on to another`() async throws {
      let wav = signal.wav
      let other = try LoopbackServer { .part(wav, $0) }
      let target = other.url("/b.wav").absoluteString
      let result = try await played(headers: ["Authorization": "Bearer 1", "X-Key": "2"]) {
        request in
        request.target.hasPrefix("/a.wav")
          ? .status(302, ["Location": "/same-host"]) : .status(302, ["Location": target])
      }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.server.requests.allSatisfy { $0.headers["authorization"] == "Bearer 1" })
      #expect(other.requests.isEmpty == false)
      for request in other.requests {
        #expect(request.headers["authorization"] == nil)
        #expect(request.headers["x-key"] == nil)
        #expect(request.headers["range"] != nil)
      }
    }

    @Test func `A redirect to a local file is blocked`() async throws {
      let sandbox = try Sandbox()
      let path = try sandbox.write(signal.wav, to: "local.wav")
      let result = try await played { _ in .status(302, ["Location": "file://\(path)"]) }
      #expect(result.end.failure?.code == .blockedURL, "\(result.end)")
      #expect(result.output.isEmpty)
    }

    @Test func `A redirect in a circle ends`() async throws {
      let result = try await played { _ in .status(302, ["Location": "/again"]) }
      #expect(result.end.failure?.code == .unreachable)
      #expect(result.server.requests.count <= 12)
    }

    @Test(arguments: [
      "#EXTM3U\n%FILE%\n", "[playlist]\nFile1=%FILE%\nNumberOfEntries=1\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://%FILE%\n#EXT-X-ENDLIST\n",
      "# mpv EDL v0\n%FILE%\n", "ffconcat version 1.0\nfile '%FILE%'\n",
      "ffconcat version 1.0\nfile 'file:%FILE%'\n", "edl://%FILE%\n", "mf://%FILE%\n",
      "[ffmpeg]\nfile=%FILE%\n", "#!MPV\n%FILE%\n",
      "<ASX VERSION=\"3\"><ENTRY><REF HREF=\"%FILE%\"/></ENTRY></ASX>",
    ])
    func `A local file is never reached through a list that a server sent`(
      text: String
    ) async throws {
      let sandbox = try Sandbox()
      let path = try sandbox.write(signal.wav, to: "local.wav")
      let body = Data(text.replacingOccurrences(of: "%FILE%", with: path).utf8)
      let result = try await played { _ in .whole(body) }
      #expect(result.end.failure != nil)
      #expect(result.output.isEmpty)
    }
  }
}
