import Foundation
import HTTPTestSupport
import MediaSupport
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import Testing

extension EngineTests {
  /// One encoding of AAC in the parts that packers make of it; as a whole it gives the same samples.
  @Suite(.timeLimit(.minutes(1)))
  struct HLSTests {
    static let forms = ["ts", "mp4", "adts", "aes"]

    private func serve(
      _ change: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply?
    )
      throws -> LoopbackServer
    {
      try LoopbackServer { request in
        if let reply = change(request) { return reply }
        let path = String(request.target.split(separator: "?")[0])
        guard let data = try? Fixture.data("hls" + path) else { return .status(404) }
        return .part(data, request)
      }
    }

    private func played(
      _ source: MediaSource,
      at position: Duration = .zero
    ) async throws -> (end: LoadReport, output: Data, log: ReportLog) {
      var stage = try Stage(isRealTime: false, networkTimeout: .seconds(5))
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, source, at: position))
      let end = try await stage.log.end(of: id)
      return (end, try await stage.output(), stage.log)
    }

    private func whole() async throws -> Data {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let path = tests.appending(path: "Fixtures/hls/whole.aac").path()
      return try await played(MediaSource(.file(path: path))).output
    }

    @Test(arguments: forms)
    func `Parts sound as the whole does, sample for sample`(form: String) async throws {
      let server = try serve { _ in nil }
      let result = try await played(MediaSource(.remote(server.url("/\(form)/index.m3u8"))))
      #expect(result.end == .ended(followedBy: nil))
      #expect(try await result.output == whole())
    }

    @Test(arguments: forms)
    func `It begins at any position, to the sample`(form: String) async throws {
      let server = try serve { _ in nil }
      let whole = try await whole()
      for frame in [300, 20_000, 44_100, 88_211, 150_001, 200_000] {
        let position = Duration.seconds(Double(frame) / 44_100)
        let source = MediaSource(.remote(server.url("/\(form)/index.m3u8")))
        let result = try await played(source, at: position)
        #expect(result.output.count == whole.count - frame * 4)
        // What a decoder gives out first depends on what was before.
        #expect(result.output.suffix(40_000) == whole.suffix(min(result.output.count, 40_000)))
      }
    }

    @Test func `A seek opens it anew where it leads, and asks for no playlist`() async throws {
      let server = try serve { _ in nil }
      var stage = try Stage(isRealTime: false)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      let source = MediaSource(.remote(server.url("/ts/index.m3u8")))
      stage.engine.load(stage.log.makeLoad(id, source, isPlaying: false))
      let loaded = try await stage.log.wait(for: id) { $0.isLoaded }
      guard case .loaded(let media) = loaded else { return }
      #expect(media.isSeekable)
      #expect(abs((media.duration?.seconds ?? 0) - 5.01) < 0.03)
      stage.engine.seek(to: .seconds(4), id: seek, load: id)
      let report = try await stage.log.wait(for: id) { $0.isSeekCompleted }
      #expect(report.anchor?.position == .seconds(4))
      stage.engine.setPlaying(true, load: id)
      #expect(try await stage.log.end(of: id) == .ended(followedBy: nil))
      let whole = try await whole()
      let output = try await stage.output()
      #expect(output.suffix(whole.count - 4 * 44_100 * 4) == whole.suffix(whole.count - 705_600))
      #expect(server.requests.filter { $0.target.hasSuffix("m3u8") }.count == 1)
    }

    @Test func `What follows begins without a gap`() async throws {
      let server = try serve { _ in nil }
      var stage = try Stage(isRealTime: false)
      let (first, second) = (stage.nextLoad(), stage.nextLoad())
      let source = MediaSource(.remote(server.url("/mp4/index.m3u8")))
      stage.engine.load(stage.log.makeLoad(first, source, isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(second, source), after: first)
      try await stage.engine.waitForPlaylist(of: 2)
      stage.engine.setPlaying(true, load: first)
      #expect(try await stage.log.end(of: second) == .ended(followedBy: nil))
      let whole = try await whole()
      #expect(try await stage.output() == whole + whole)
    }

    @Test func `An address that expires is found anew, and the same part goes on`() async throws {
      let list = try Fixture.data("hls/ts/index.m3u8")
      let server = try serve { request in
        if request.target.hasPrefix("/old") {
          return request.target.hasSuffix("m3u8") ? .whole(list) : Self.oldPart(request.target)
        }
        return nil
      }
      let renewals = Recorded<Int>()
      let source = MediaSource(.remote(server.url("/old/index.m3u8"))) {
        renewals.append(1)
        return MediaSource(.remote(server.url("/ts/index.m3u8")))
      }
      let result = try await played(source)
      #expect(renewals.elements.count == 1)
      #expect(result.end == .ended(followedBy: nil))
      #expect(try await result.output == whole())
      #expect(server.requests.filter { $0.target.hasSuffix("index1.ts") }.count == 1)
    }

    /// The address of the first parts has not expired yet.
    private static func oldPart(_ target: String) -> LoopbackServer.Reply {
      let name = target.dropFirst("/old/".count)
      guard name < "index2.ts", let data = try? Fixture.data("hls/ts/" + name) else {
        return .status(403)
      }
      return .whole(data)
    }

    @Test func `Headers go to the origin of the playlist alone`() async throws {
      let other = try serve { _ in nil }
      let parts = (0..<5).map { "#EXTINF:1,\n\(other.url("/ts/index\($0).ts"))\n" }.joined()
      let list = Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(parts)#EXT-X-ENDLIST\n".utf8)
      let server = try LoopbackServer { _ in .whole(list) }
      let source = MediaSource(
        .remote(server.url("/list")),
        headers: ["X-Secret": "s", "User-Agent": "u"]
      )
      let result = try await played(source)
      #expect(result.end == .ended(followedBy: nil))
      #expect(server.requests.allSatisfy { $0.headers["x-secret"] == "s" })
      #expect(other.requests.count == 5)
      #expect(other.requests.allSatisfy { $0.headers["x-secret"] == nil })
      #expect(other.requests.allSatisfy { $0.headers["user-agent"] == "u" })
    }
  }

  @Suite(.timeLimit(.minutes(1)))
  struct BadHLSTests {
    static let lists: [(String, PlayerError.Code)] = [
      ("#EXT-X-STREAM-INF:BANDWIDTH=1\nself.m3u8\n", .unsupportedFormat),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d\"\nself.m3u8\n", .unsupportedFormat),
      (String(repeating: "#\n", count: 200_000) + "#EXT-X-ENDLIST\n", .unsupportedFormat),
      ("#EXT-X-ENDLIST\n", .unsupportedFormat),
      ("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:1,\na\n#EXT-X-ENDLIST\n", .drm),
      ("#EXT-X-KEY:METHOD=AES-128,URI=\"short\"\n#EXTINF:1,\na\n#EXT-X-ENDLIST\n", .unreadable),
      ("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXTINF:1,\na\n#EXT-X-ENDLIST\n", .unreadable),
      ("#EXTINF:1,\nendless\n#EXT-X-ENDLIST\n", .unsupportedFormat),
      ("#EXTINF:1,\nmissing\n#EXT-X-ENDLIST\n", .notFound),
      ("#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n", .blockedURL),
    ]

    @Test(arguments: lists)
    func `Each is an error of its own, soon, and the queue goes on`(
      list: String,
      code: PlayerError.Code
    ) async throws {
      let text = Data("#EXTM3U\n#EXT-X-VERSION:3\n\(list)".utf8)
      let server = try LoopbackServer { request in
        switch request.target {
        case "/self.m3u8": .whole(text)
        case "/short": .whole(Data("short".utf8))
        case "/key": .whole(Data("0123456789abcdef".utf8))
        case "/a": .whole(Data(repeating: 7, count: 160))
        case "/endless": .init(body: Data(count: 66 << 20), hasNoLength: true)
        default: .status(404)
        }
      }
      var stage = try Stage(isRealTime: false, networkTimeout: .seconds(5))
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/self.m3u8")))
      stage.engine.load(stage.log.makeLoad(id, source))
      #expect(try await stage.log.end(of: id).failure?.code == code)
      #expect(server.requests.count <= 10)
      let next = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(next, try stage.wav(Signal.sweep(frames: 5_000))))
      #expect(try await stage.log.end(of: next) == .ended(followedBy: nil))
    }
  }
}
