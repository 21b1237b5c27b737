import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct HTTPPlaybackTests {
    let signal = Signal.sweep(frames: 300_000)

    private func played(
      timeout: Duration = .seconds(30),
      headers: [String: String] = [:],
      _ handler: @escaping LoopbackServer.Handler
    ) async throws -> (end: LoadEvent, output: Data, server: LoopbackServer) {
      let server = try LoopbackServer(handler)
      var stage = try Stage(.file, networkTimeout: timeout)
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/a.wav?secret=1")), headers: headers)
      stage.engine.load(stage.log.makeLoad(id, source))
      let end = try await stage.end(of: id)
      return (end, try await stage.output(), server)
    }

    @Test("A server with range requests gets few requests, and every sample is heard")
    func serverServesPartsAsked() async throws {
      let wav = signal.wav
      let result = try await played { .part(wav, $0) }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.server.requests.count <= 6)
      #expect(result.server.requests.allSatisfy { $0.headers["accept-encoding"] == "identity" })
    }

    @Test("A server without range requests gets one request, and every sample is heard")
    func serverServesNoParts() async throws {
      let wav = signal.wav
      let result = try await played { _ in .whole(wav) }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.server.requests.count == 1)
    }

    @Test("A cut connection resumes where it broke off")
    func cutConnectionResumedWhere() async throws {
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

    @Test("A connection cut again and again is interrupted, not ended")
    func connectionCutAgainAgain() async throws {
      let wav = signal.wav
      let result = try await played { request in
        var reply = LoopbackServer.Reply.part(wav, request)
        if let start = request.range?.lowerBound, start > 0 { reply.cutAfter = 0 }
        return reply
      }
      #expect(result.end.failure?.code == .interrupted)
      #expect(result.server.requests.count <= 6)
    }

    @Test("A body shorter than announced is interrupted")
    func bodyShorterThanAnnounced() async throws {
      let wav = signal.wav
      let result = try await played { _ in
        LoopbackServer.Reply(body: wav.prefix(600_000), announcedLength: wav.count)
      }
      #expect(result.end.failure?.code == .interrupted)
    }

    @Test("A stall in the middle times out")
    func stallMiddleTimesOut() async throws {
      let wav = signal.wav
      let result = try await played(timeout: .seconds(1)) { _ in
        LoopbackServer.Reply(body: wav, stallAfter: 600_000)
      }
      #expect(result.end.failure?.code == .timedOut)
    }

    @Test("A silent server times out")
    func serverSaysNothingTimes() async throws {
      let result = try await played(timeout: .seconds(1)) { _ in
        LoopbackServer.Reply(isSilent: true)
      }
      #expect(result.end.failure?.code == .timedOut)
    }

    @Test(
      "A status is reported exactly, after one request",
      arguments: [
        (401, PlayerError.Code.unauthorized), (403, .forbidden), (404, .notFound), (410, .notFound),
        (429, .rateLimited), (500, .serverError), (503, .serverError),
      ]
    )
    func statusToldExactlyAfter(
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

    @Test(
      "A body without audio is an unsupported format",
      arguments: ["", "<!DOCTYPE html><html><body>No</body></html>"]
    )
    func bodyNoAudioUnsupported(body: String) async throws {
      let result = try await played { _ in .whole(Data(body.utf8)) }
      #expect(result.end.failure?.code == .unsupportedFormat)
    }

    @Test("A refused connection is unreachable")
    func refusedConnectionUnreachable() async throws {
      let server = try LoopbackServer { _ in .status(200) }
      let url = server.url("/a.wav")
      server.stop()
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(url))))
      #expect(try await stage.end(of: id).failure?.code == .unreachable)
      await stage.close()
    }

    @Test(
      "Only http and https URLs play",
      arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "spotify:track:1", "http:///a"]
    )
    func onlyHttpHttpsUrls(text: String) async throws {
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let url = try #require(URL(string: text))
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(url))))
      #expect(try await stage.end(of: id).failure?.code == .blockedURL)
      await stage.close()
    }

    @Test("A slow server makes playback wait, and continue")
    func serverLateMakesPlayback() async throws {
      let wav = signal.wav
      let barrier = Barrier()
      barrier.close()
      let server = try LoopbackServer { request in
        if let start = request.range?.lowerBound, start > 0, start < 600_000 { barrier.pass() }
        return .part(wav, request)
      }
      var stage = try Stage(.realTime, networkTimeout: .seconds(600))
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(server.url("/a")))))
      try await stage.wait(for: id) { $0 == .buffering(true) }
      let stopped = try await stage.wait(for: id) { $0.isPosition && $0.anchor?.speed == 0 }
      let opened = stage.clock.now
      barrier.open()
      try await stage.wait(for: id) { $0 == .buffering(false) }
      let waited = try #require(stopped.anchor)
      let resumed = try await stage.wait(for: id) {
        $0.isPosition && $0.anchor.map { $0.speed == 1 && $0.instant > waited.instant } == true
      }
      let goesOn = try #require(resumed.anchor)
      #expect(goesOn.isFrom(waited.position, asked: opened), "\(waited) \(goesOn)")
      await stage.close()
    }

    // MARK: Redirects and headers

    @Test("Header fields go to the source's host, and not through a redirect to another")
    func headerFieldsGoSource() async throws {
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

    @Test("A redirect to a local file is blocked")
    func redirectLocalFileBlocked() async throws {
      let sandbox = try Sandbox()
      let path = try sandbox.write(signal.wav, to: "local.wav")
      let result = try await played { _ in .status(302, ["Location": "file://\(path)"]) }
      #expect(result.end.failure?.code == .blockedURL, "\(result.end)")
      #expect(result.output.isEmpty)
    }

    @Test("A circle of redirects ends")
    func redirectCircleEnds() async throws {
      let result = try await played { _ in .status(302, ["Location": "/again"]) }
      #expect(result.end.failure?.code == .unreachable)
      #expect(result.server.requests.count <= 12)
    }

    @Test(
      "A list from a server never reaches a local file",
      arguments: [
        "#EXTM3U\n%FILE%\n", "[playlist]\nFile1=%FILE%\nNumberOfEntries=1\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://%FILE%\n#EXT-X-ENDLIST\n",
        "# mpv EDL v0\n%FILE%\n", "ffconcat version 1.0\nfile '%FILE%'\n",
        "ffconcat version 1.0\nfile 'file:%FILE%'\n", "edl://%FILE%\n", "mf://%FILE%\n",
        "[ffmpeg]\nfile=%FILE%\n", "#!MPV\n%FILE%\n",
        "<ASX VERSION=\"3\"><ENTRY><REF HREF=\"%FILE%\"/></ENTRY></ASX>",
      ]
    )
    func localFileNeverReached(
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
