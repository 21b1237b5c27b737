import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// Live lists on a server: a window over the segments of one encoding, which moves with each
  /// request.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct LiveHLSTests {
    /// The segments in each list, and whether it is the last one. The last list is repeated.
    private static func serve(
      _ windows: [(Range<Int>, isLast: Bool)],
      _ change: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply? = { _ in nil }
    ) throws -> LoopbackServer {
      let count = Locked(0)
      return try LoopbackServer { request in
        if let reply = change(request) { return reply }
        guard request.target.hasSuffix("m3u8") else {
          let name = request.target.split(separator: "/").last.map { "hls/ts/\($0)" } ?? ""
          return (try? Fixture.data(name)).map { .whole($0) } ?? .status(404)
        }
        let number = count.withLock { count in
          defer { count += 1 }
          return min(count, windows.count - 1)
        }
        return .whole(list(windows[number].0, isLast: windows[number].isLast))
      }
    }

    private static func list(_ parts: Range<Int>, isLast: Bool) -> Data {
      let lines = parts.map { "#EXTINF:1,\nindex\($0 % 5).ts\n" }.joined()
      let head =
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(parts.lowerBound)\n"
      return Data("\(head)\(lines)\(isLast ? "#EXT-X-ENDLIST\n" : "")".utf8)
    }

    /// The expected sound of these segments in a row.
    private func output(of parts: [Int]) async throws -> Data {
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let lines = parts.map { "#EXTINF:1,\nindex\($0 % 5).ts\n" }.joined()
      let list = Data("#EXTM3U\n#EXT-X-VERSION:3\n\(lines)#EXT-X-ENDLIST\n".utf8)
      let server = try Self.serve([]) { $0.target == "/list.m3u8" ? .whole(list) : nil }
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(server.url("/list.m3u8")))))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      return try await stage.output()
    }

    @Test("A live list is heard over its reloads without a lost sample, until it ends")
    func heardOverReloadsWithout() async throws {
      let server = try Self.serve([
        (0..<4, false), (1..<5, false), (1..<5, false), (3..<7, false), (5..<8, true),
      ])
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(server.url("/live.m3u8")))))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let media = try #require(stage.log.reports(of: id).compactMap(\.loadedMedia).first)
      #expect(media.duration == nil && !media.isSeekable)
      // Three target durations before the end of the first list.
      #expect(try await difference(stage.output(), output(of: Array(1..<8))) == nil)
      #expect(server.requests.filter { $0.target.hasSuffix("m3u8") }.count == 5)
      #expect(server.requests.filter { $0.target.hasSuffix(".ts") }.count == 7)
    }

    @Test("A reader slower than the window continues, and reports the loss")
    func whoFallsBehindHears() async throws {
      let server = try Self.serve([(0..<3, false), (40..<45, false), (42..<47, false)])
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(server.url("/live.m3u8")))))
      let report = try await stage.wait(for: id) { report in
        if case .liveEdge = report { true } else { false }
      }
      // The segments 3 to 41 were lost.
      #expect(
        report.anchor.map { $0.position > .seconds(39) && $0.position < .seconds(46) } == true
      )
      await stage.close()
    }

    @Test("Failed reloads and parts are requested again")
    func reloadsPartsFailAsked() async throws {
      let failures = Locked<[String: Int]>([:])
      let server = try Self.serve([(0..<3, false), (2..<6, true)]) { request in
        let name = request.target
        let isFirst = failures.withLock { failures in
          failures[name, default: 0] += 1
          return failures[name] == (name.hasSuffix("m3u8") ? 2 : 1)
        }
        guard isFirst else { return nil }
        return name.hasSuffix("3.ts")
          ? .init(body: Data(count: 9), announcedLength: 99) : .status(503)
      }
      var stage = try Stage(.file, reconnection: .seconds(60))
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(server.url("/live.m3u8")))))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      #expect(try await difference(stage.output(), output(of: Array(0..<6))) == nil)
    }

    @Test("A list that expires in the middle is looked up again")
    func listExpiresMiddleFound() async throws {
      let lists = Counter()
      let server = try Self.serve([(0..<3, false), (2..<6, true)]) { request in
        guard request.target.hasPrefix("/old") else { return nil }
        if request.target.hasSuffix("m3u8") {
          let count = lists.next()
          return count == 1 ? nil : .status(403)
        }
        return nil
      }
      let renewals = Recorded<Int>()
      let source = MediaSource(.remote(server.url("/old/live.m3u8"))) {
        renewals.append(1)
        return MediaSource(.remote(server.url("/new/live.m3u8")))
      }
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, source))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      #expect(renewals.elements.count == 1)
      #expect(try await difference(stage.output(), output(of: Array(0..<6))) == nil)
    }

    @Test("A list without updates fails in the end")
    func listNoLongerKept() async throws {
      let server = try Self.serve([(0..<3, false)])
      var stage = try Stage(.file, networkTimeout: .seconds(3))
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(server.url("/live.m3u8")))))
      let end = try await stage.end(of: id)
      #expect(end.failure?.code == .interrupted)
      #expect(try await difference(stage.output(), output(of: Array(0..<3))) == nil)
      #expect(server.requests.count < 30)
    }
  }
}
