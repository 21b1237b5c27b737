import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// One AAC encoding in the segments of various packagers. Played whole, it gives the same
  /// samples.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct HLSTests {
    static let forms = ["ts", "mp4", "adts", "aes"]
    /// The stated length of a segment, whose real length is just short of a second. If it is wrong,
    /// the timestamps of the segments count.
    static let lengths: [(String, String?)] =
      forms.map { ($0, nil) }
      + ["ts", "mp4", "aes"].flatMap { [($0, "1.1"), ($0, "0.8")] }

    func serve(
      _ change: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply?
    )
      throws -> LoopbackServer
    {
      try LoopbackServer { request in
        if let reply = change(request) { return reply }
        let parts = request.target.split(separator: "?")
        guard var data = try? Fixture.data("hls" + parts[0]) else { return .status(404) }
        if parts.count > 1 { data = Self.list(data, withLength: String(parts[1])) }
        return .part(data, request)
      }
    }

    private static func list(_ data: Data, withLength length: String) -> Data {
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
        line.hasPrefix("#EXTINF") ? "#EXTINF:\(length)," : String(line)
      }
      return Data(lines.joined(separator: "\n").utf8)
    }

    func played(
      _ source: MediaSource,
      at position: Duration = .zero
    ) async throws -> (end: LoadEvent, output: Data, log: ReportLog) {
      var stage = try Stage(.file, networkTimeout: .seconds(5))
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, source, at: position))
      let end = try await stage.end(of: id)
      return (end, try await stage.output(), stage.log)
    }

    /// libmpv's clock is a 64-bit number.
    private func isAbout(_ report: LoadEvent, _ position: Duration) -> Bool {
      report.anchor.map { abs(($0.position - position) / .nanoseconds(1)) < 10 } ?? false
    }

    func whole() async throws -> Data {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let path = tests.appending(path: "Fixtures/hls/whole.aac").path()
      return try await played(MediaSource(.file(path: path))).output
    }

    @Test("Parts sound like the whole file, sample for sample", arguments: forms)
    func partsSoundWholeDoes(form: String) async throws {
      let server = try serve { _ in nil }
      let result = try await played(MediaSource(.remote(server.url("/\(form)/index.m3u8"))))
      #expect(result.end == .ended(followedBy: nil))
      #expect(try await difference(result.output, whole()) == nil)
    }

    @Test("A stream begins at any position, to the sample", arguments: lengths)
    func beginsAnyPositionSample(form: String, length: String?) async throws {
      let server = try serve { _ in nil }
      let whole = try await whole()
      for frame in [300, 20_000, 44_100, 88_211, 150_001, 200_000] {
        let position = Duration.seconds(Double(frame) / 44_100)
        let query = length.map { "?\($0)" } ?? ""
        let source = MediaSource(.remote(server.url("/\(form)/index.m3u8\(query)")))
        let result = try await played(source, at: position)
        #expect(difference(result.output, whole.dropFirst(frame * 4)) == nil)
      }
    }

    @Test("A seek opens the stream again at the position, and requests no playlist")
    func seekOpensAnewWhere() async throws {
      let server = try serve { _ in nil }
      var stage = try Stage(.file)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      let source = MediaSource(.remote(server.url("/ts/index.m3u8")))
      stage.engine.load(stage.log.makeLoad(id, source, isPlaying: false))
      let loaded = try await stage.wait(for: id) { $0.isLoaded }
      guard case .loaded(let media) = loaded else { return }
      #expect(media.isSeekable)
      #expect(abs((media.duration?.seconds ?? 0) - 5.01) < 0.03)
      stage.engine.seek(to: .seconds(4), id: seek, load: id)
      let report = try await stage.wait(for: id) { $0.isSeekCompleted }
      #expect(isAbout(report, .seconds(4)))
      stage.engine.setPlaying(true, load: id)
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let whole = try await whole()
      let output = try await stage.output()
      let rest = whole.dropFirst(4 * 44_100 * 4)
      #expect(difference(output.suffix(rest.count), rest) == nil)
      #expect(server.requests.filter { $0.target.hasSuffix("m3u8") }.count == 1)
    }

    @Test("Titles are reported when they are heard, also from the middle")
    func titlesToldWhereThey() async throws {
      let server = try serve { request in
        guard request.target == "/ts/titled.m3u8" else { return nil }
        let list = try? Fixture.data("hls/ts/index.m3u8")
        var number = -1
        let lines = String(decoding: list ?? Data(), as: UTF8.self).split(separator: "\n")
          .map { line -> String in
            guard line.hasPrefix("#EXTINF") else { return String(line) }
            number += 1
            return "\(line)\(number)"
          }
        return LoopbackServer.Reply(body: Data(lines.joined(separator: "\n").utf8))
      }
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/ts/titled.m3u8")))
      stage.engine.load(stage.log.makeLoad(id, source, at: .seconds(2.5)))
      _ = try await stage.end(of: id)
      let titles = stage.log.reports(of: id).compactMap { report in
        if case .metadata(let metadata) = report { metadata.title } else { nil }
      }
      #expect(titles.first == "2")
      #expect(titles.contains("3") && titles.contains("4"))
    }

    @Test("A list is recognized without its parts")
    func whetherListFoundOut() async throws {
      let server = try serve { _ in nil }
      let track = URLTrack(url: server.url("/ts/index.m3u8"))
      #expect(try await ListLookup().items(of: track) == nil)
      #expect(server.requests.map(\.target) == ["/ts/index.m3u8"])
    }

    @Test("A list beside a dead mirror begins at any position, too")
    func whatStandsBesideDead() async throws {
      let server = try serve { $0.target == "/dead" ? .status(404) : nil }
      var source = MediaSource(.remote(server.url("/dead")))
      source.alternatives = [MediaSource(.remote(server.url("/ts/index.m3u8")))]
      let result = try await played(source, at: .seconds(2))
      #expect(try await difference(result.output, whole().dropFirst(2 * 44_100 * 4)) == nil)
    }

    @Test("A list in a folder with an odd name plays")
    func listFolderOddName() async throws {
      let sandbox = try Sandbox()
      let folder = URL(filePath: sandbox.path("Meine schöne Musik #1"))
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["index.m3u8"] + (0..<6).map({ "index\($0).ts" }) {
        try Fixture.data("hls/ts/\(name)").write(to: folder.appending(path: name))
      }
      let path = folder.appending(path: "index.m3u8").path(percentEncoded: false)
      let result = try await played(MediaSource(.file(path: path)))
      #expect(result.end == .ended(followedBy: nil))
      #expect(try await difference(result.output, whole()) == nil)
    }

    @Test("A list may state its start, and a seek to 0 goes to 0")
    func listMaySayWhere() async throws {
      let list = String(decoding: try Fixture.data("hls/ts/index.m3u8"), as: UTF8.self)
        .replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-START:TIME-OFFSET=3")
      let server = try serve { request in
        request.target.hasSuffix("m3u8") ? .whole(Data(list.utf8)) : nil
      }
      var stage = try Stage(.file)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      let source = MediaSource(.remote(server.url("/ts/index.m3u8")))
      stage.engine.load(stage.log.makeLoad(id, source, isPlaying: false))
      let loaded = try await stage.wait(for: id) { $0.isLoaded }
      #expect(isAbout(loaded, .seconds(3)))
      stage.engine.seek(to: .zero, id: seek, load: id)
      let report = try await stage.wait(for: id) { $0.isSeekCompleted }
      #expect(isAbout(report, .zero))
      stage.engine.setPlaying(true, load: id)
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      #expect(try await difference(stage.output().suffix(whole().count), whole()) == nil)
    }

    @Test("A list that starts after its end ends without an error")
    func startsAfterEnd() async throws {
      let list = String(decoding: try Fixture.data("hls/ts/index.m3u8"), as: UTF8.self)
        .replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-START:TIME-OFFSET=100")
      let server = try serve { request in
        request.target.hasSuffix("m3u8") ? .whole(Data(list.utf8)) : nil
      }
      let result = try await played(MediaSource(.remote(server.url("/ts/index.m3u8"))))
      #expect(result.end == .ended(followedBy: nil))
    }

    @Test(
      "A stream joins files before and after it without a sample more or less",
      arguments: [false, true]
    )
    func fromFileJoinedWithout(isFirst: Bool) async throws {
      let server = try serve { _ in nil }
      var stage = try Stage(.file)
      let (first, second) = (stage.nextLoad(), stage.nextLoad())
      let signal = Signal.sweep(frames: 60_000)
      var sources = [MediaSource(.remote(server.url("/mp4/index.m3u8"))), try stage.wav(signal)]
      var wanted = [try await whole(), signal.pcm]
      if !isFirst {
        sources.reverse()
        wanted.reverse()
      }
      stage.engine.load(stage.log.makeLoad(first, sources[0], isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(second, sources[1]), after: first)
      try await stage.waitForPlaylist(of: 2)
      stage.engine.setPlaying(true, load: first)
      #expect(try await stage.end(of: second) == .ended(followedBy: nil))
      #expect(try await difference(stage.output(), wanted[0] + wanted[1]) == nil)
    }

    @Test("A clock that restarts is no break, and seeks find the part after it")
    func clockBeginsAnewNo() async throws {
      let lines = (0..<10).map { number in
        "\(number == 5 ? "#EXT-X-DISCONTINUITY\n" : "")#EXTINF:\(Double(number % 5 == 0 ? 44 : 43) * 1_024 / 44_100),\n"
          + "/ts/index\(number % 5).ts\n"
      }
      let list = Data(("#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines.joined())#EXT-X-ENDLIST\n").utf8)
      let server = try serve { $0.target == "/list" ? .whole(list) : nil }
      let frames = try (0..<10).reduce(into: Data()) { data, number in
        data += try Fixture.data("hls/adts/\(number % 5).aac")
      }
      let sandbox = try Sandbox()
      let path = try sandbox.write(frames, to: "frames.aac")
      let reference = try await played(MediaSource(.file(path: path))).output
      let source = MediaSource(.remote(server.url("/list")))
      #expect(try await difference(played(source).output, reference) == nil)
      let begin = 300_000
      let behind = try await played(source, at: .seconds(Double(begin) / 44_100)).output
      #expect(difference(behind, reference.dropFirst(begin * 4)) == nil)
    }

    @Test("A missing part is skipped, and the position jumps over it")
    func missingPartPassedOver() async throws {
      let server = try serve { $0.target == "/ts/index2.ts" ? .status(404) : nil }
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/ts/index.m3u8")))
      stage.engine.load(stage.log.makeLoad(id, source))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let jumps = stage.log.reports(of: id).compactMap { report -> Duration? in
        if case .liveEdge(let anchor) = report { anchor.position } else { nil }
      }
      // The part lasts from 2.02 to 3.02 s.
      #expect(jumps.count == 1)
      #expect(jumps.allSatisfy { $0 > .seconds(2.5) && $0 < .seconds(5.1) })
    }

    @Test("The next load begins without a gap")
    func whatFollowsBeginsWithout() async throws {
      let server = try serve { _ in nil }
      var stage = try Stage(.file)
      let (first, second) = (stage.nextLoad(), stage.nextLoad())
      let source = MediaSource(.remote(server.url("/mp4/index.m3u8")))
      stage.engine.load(stage.log.makeLoad(first, source, isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(second, source), after: first)
      try await stage.waitForPlaylist(of: 2)
      stage.engine.setPlaying(true, load: first)
      #expect(try await stage.end(of: second) == .ended(followedBy: nil))
      let whole = try await whole()
      #expect(try await difference(stage.output(), whole + whole) == nil)
    }

    @Test("An expired address is renewed, and the same part continues")
    func addressExpiresFoundAnew() async throws {
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
      #expect(try await difference(result.output, whole()) == nil)
      #expect(server.requests.count <= 30)
    }

    /// The address of the first segments has not expired yet.
    private static func oldPart(_ target: String) -> LoopbackServer.Reply {
      let name = target.dropFirst("/old/".count)
      guard name < "index2.ts", let data = try? Fixture.data("hls/ts/" + name) else {
        return .status(403)
      }
      return .whole(data)
    }
  }

  @Suite(.tags(.local), .timeLimit(.minutes(5)))
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
      ("#EXT-X-GAP\n#EXTINF:1,\na\n#EXT-X-ENDLIST\n", .unsupportedFormat),
      ("#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n", .blockedURL),
    ]

    @Test("Each failure has its own error, soon, and the queue continues", arguments: lists)
    func eachErrorOwnSoon(
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
      var stage = try Stage(.file, networkTimeout: .seconds(5))
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/self.m3u8")))
      stage.engine.load(stage.log.makeLoad(id, source))
      #expect(try await stage.end(of: id).failure?.code == code)
      #expect(server.requests.count <= 10)
      let next = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(next, try stage.wav(Signal.sweep(frames: 5_000))))
      #expect(try await stage.end(of: next) == .ended(followedBy: nil))
    }
  }
}
