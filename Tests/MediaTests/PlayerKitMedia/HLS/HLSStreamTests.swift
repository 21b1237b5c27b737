import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

/// HLS streams without an engine.
@Suite(.tags(.local), .timeLimit(.minutes(3)))
struct HLSStreamTests {
  private let memory = HLSMemory()
  private var limits = HLSReader.Limits()

  init() {
    limits.timeout = .seconds(5)
    limits.reconnection = .zero
  }

  private static let home = "http://a.test/list.m3u8"

  private func stream(
    _ server: FakeServer,
    at position: Duration? = nil,
    address: String = home,
    renewal: (@Sendable () async throws -> MediaSource)? = nil
  ) throws -> HLSStream {
    let url = try #require(URL(string: address))
    let address = HTTPAddress(url: url, reach: .publicAfterRedirect, renewal: renewal)
    var setting = HLSStream.Setting(address: address, fetcher: { server }, memory: memory)
    (setting.limits, setting.position) = (limits, position)
    return HLSStream(setting)
  }

  private func read(_ stream: HLSStream) throws(PlayerError) -> [UInt8] {
    try stream.readAll(upTo: 1 << 20)
  }

  private static func bytes(_ text: String) -> FakeServer.Answer {
    .body(Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(text)".utf8))
  }

  /// Serves the parts of a fixture, and one list.
  private static func answer(_ url: URL, _ list: String) -> FakeServer.Answer {
    let name = url.lastPathComponent
    if name.hasSuffix(".m3u8") { return bytes(list) }
    guard let data = try? Fixture.data("hls/ts/\(name)") else { return .body([], status: 404) }
    return .body(Array(data))
  }

  private static let parts = (0..<6).map { "#EXTINF:1,\nindex\($0).ts\n" }

  @Test("Gaps are skipped, with few requests, from any start", arguments: [0, 2.3, 3.1, 5])
  func gapsPassedOver(position: Double) throws {
    let list =
      "#EXT-X-GAP\n#EXTINF:10,\ngap.ts\n" + Self.parts[0..<3].joined()
      + "#EXT-X-GAP\n#EXTINF:10,\ngap.ts\n" + Self.parts[3...].joined() + "#EXT-X-ENDLIST"
    let server = FakeServer { Self.answer($0, list) }
    let stream = try stream(server, at: .seconds(position))
    #expect(try !read(stream).isEmpty)
    #expect(server.count(of: "gap.ts") == 0)
    #expect(server.requests.count <= 10)
    // Gaps are silent and take no time, so they are not a part of the sound.
    #expect(abs((stream.timeline?.duration.seconds ?? 0) - 6) < 0.1)
  }

  @Test("The delay that LAME's header states is left out, also after a seek")
  func delayOfMP3() throws {
    let maker = try MP3Maker(fixture: "joint-lame.mp3")
    let part = [UInt8](maker.repeated(4).data(.lame))
    let frame = try #require(MPEGFrame(part, at: 0))
    let header = try #require(part.withUnsafeBytes { MP3Beginning(frame, $0).header })
    let delay = Double(header.delay + 529) / Double(frame.sampleRate)
    let length = Double(maker.frames.count * 4 * frame.samples) / Double(frame.sampleRate)
    #expect(delay > 0.02)
    let list = (0..<4).map { "#EXTINF:\(length),\n\($0).mp3\n" }.joined() + "#EXT-X-ENDLIST"
    let server = FakeServer { url in
      url.pathExtension == "mp3" ? .body(part) : Self.bytes(list)
    }
    let url = try #require(URL(string: Self.home))
    var ids = LoadIDIssuer(issuer: 1)
    var setting = HLSStream.Setting(
      address: HTTPAddress(url: url),
      fetcher: { server },
      memory: memory,
      key: HLSMemory.Key(load: ids.nextLoad(), url: url)
    )
    setting.limits = limits
    let first = HLSStream(setting)
    // The headers are no audio.
    #expect(try read(first).count == 4 * (part.count - frame.length))
    #expect(abs(try #require(first.timeline).lead.seconds - delay) < 1e-3)
    #expect(abs(try #require(first.timeline).duration.seconds - (4 * length - delay)) < 1e-3)
    // A later part has a header, too, but it describes no delay of the whole.
    setting.position = .seconds(length * 2)
    let seeked = HLSStream(setting, try #require(memory.item(of: setting.key)))
    #expect(try !read(seeked).isEmpty)
    let timeline = try #require(seeked.timeline)
    #expect(timeline.lead < .zero)
    let parts = (timeline.lead.seconds - delay) / length
    #expect(abs(parts - parts.rounded()) < 1e-4)
  }

  @Test("A list of more than 1 MiB plays")
  func longListPlays() throws {
    let signature = String(repeating: "a", count: 500)
    let parts = (0..<2_400).map { "#EXTINF:1,\nindex\($0 % 6).ts?signature=\(signature)\n" }
    let list = parts.joined() + "#EXT-X-ENDLIST"
    #expect(list.utf8.count > 1 << 20)
    let stream = try stream(FakeServer { Self.answer($0, list) })
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    #expect(try stream.read(into: &piece) > 0)
    stream.close()
  }

  @Test("A start after the end leaves something to play", arguments: ["1", "1.1", "0.8"])
  func startAfterEnd(length: String) throws {
    let parts = Self.parts.map { $0.replacing("#EXTINF:1,", with: "#EXTINF:\(length),") }
    let list = "#EXT-X-START:TIME-OFFSET=100\n" + parts.joined() + "#EXT-X-ENDLIST"
    let stream = try stream(FakeServer { Self.answer($0, list) })
    #expect(try !read(stream).isEmpty)
    let timeline = try #require(stream.timeline)
    #expect(timeline.begin < timeline.duration)
    #expect(timeline.begin > timeline.duration - .seconds(1))
  }

  @Test("Clear parts play, with any keys for other parts")
  func clearPartsPlay() throws {
    let fairPlay = "URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
    let master =
      "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,\(fairPlay)"
      + "#EXT-X-STREAM-INF:BANDWIDTH=1\nvariant.m3u8\n"
    let list =
      "#EXT-X-KEY:METHOD=SAMPLE-AES,\(fairPlay)#EXT-X-KEY:METHOD=NONE\n" + Self.parts.joined()
      + "#EXT-X-ENDLIST"
    let server = FakeServer { url in
      Self.answer(url, url.lastPathComponent == "variant.m3u8" ? list : master)
    }
    #expect(try !read(stream(server)).isEmpty)
    #expect(server.count(of: "index5.ts") == 1)
  }

  /// A server's answer for a variant that does not play.
  static let badVariants: [FakeServer.Answer] = [
    .body([], status: 404), .body([], status: 503), .body(Array("<html></html>".utf8)),
    bytes("#EXTINF:1,\nmissing.ts\n#EXT-X-ENDLIST"), bytes("#EXT-X-ENDLIST"),
  ]

  @Test("If the best variant is missing, the next one plays", arguments: badVariants.indices)
  func nextVariantPlays(index: Int) throws {
    let master = """
      #EXT-X-STREAM-INF:BANDWIDTH=256000,CODECS="mp4a.40.2"
      best.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
      next.m3u8
      """
    let server = FakeServer { url in
      switch url.lastPathComponent {
      case "best.m3u8": Self.badVariants[index]
      case "next.m3u8": Self.bytes(Self.parts.joined() + "#EXT-X-ENDLIST")
      default: Self.answer(url, master)
      }
    }
    let whole = try Fixture.data("hls/whole.aac")
    #expect(try read(stream(server)).count > whole.count * 9 / 10)
    #expect(server.requests.count <= 20)
  }

  /// Serves a list, but not the parts with these numbers.
  private static func server(missing: Set<Int>) -> FakeServer {
    FakeServer { url in
      missing.contains { url.lastPathComponent == "index\($0).ts" }
        ? .body([], status: 404) : Self.answer(url, Self.parts.joined() + "#EXT-X-ENDLIST")
    }
  }

  @Test("A missing part is skipped, and the stream reports its length")
  func missingPartPassedOver() throws {
    let stream = try stream(Self.server(missing: [2]))
    var jumps: [Duration] = []
    var count = 0
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let read = try stream.read(into: &piece)
      if let jump = stream.takeJump() { jumps.append(jump) }
      guard read > 0 else { break }
      count += read
    }
    let whole = try Fixture.data("hls/whole.aac").count
    #expect(count > whole * 7 / 10 && count < whole * 9 / 10)
    #expect(jumps.count == 1)
    #expect(jumps.allSatisfy { abs($0.seconds - 0.998) < 0.03 })
  }

  @Test("If the first part is missing, the stream begins after it", arguments: [0, 2.5])
  func missingBeginning(position: Double) throws {
    let number = Int(position)
    let stream = try stream(Self.server(missing: [number]), at: .seconds(position))
    #expect(try !read(stream).isEmpty)
    let timeline = try #require(stream.timeline)
    // Position 0 is before the first byte.
    #expect(abs(timeline.lead.seconds + Double(number) + 1) < 0.1)
    #expect(stream.takeJump() == nil)
  }

  @Test("If the last part is missing, all parts before it are read, and then the stream fails")
  func missingEnd() throws {
    let stream = try stream(Self.server(missing: [4, 5]))
    var count = 0
    var failure: PlayerError?
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    do throws(PlayerError) {
      while case let read = try stream.read(into: &piece), read > 0 { count += read }
    } catch {
      failure = error
    }
    #expect(failure?.code == .notFound)
    let whole = try Fixture.data("hls/whole.aac").count
    #expect(count > whole * 7 / 10)
  }

  @Test("A server that falls silent, or never ends, is an error in time")
  func serverFallsSilent() throws {
    for answer in [FakeServer.Answer.silence, .dribble] {
      var stage = self
      stage.limits.timeout = .milliseconds(50)
      stage.limits.longestPart = .milliseconds(10)
      let server = FakeServer { url in
        url.lastPathComponent == "index1.ts"
          ? answer : Self.answer(url, Self.parts.joined() + "#EXT-X-ENDLIST")
      }
      let stream = try stage.stream(server)
      #expect(throws: HTTPFailure.stalled) { try stage.read(stream) }
      #expect(server.count(of: "index1.ts") <= 4)
      #expect(server.requests.count <= 10)
    }
  }

  @Test("A silent live server is asked again, and then given up")
  func liveServerFalls() throws {
    var stage = self
    stage.limits.timeout = .seconds(2)
    stage.limits.longestTarget = .milliseconds(10)
    let server = FakeServer { url in
      url.lastPathComponent == "index5.ts" ? .silence : Self.answer(url, Self.parts.joined())
    }
    let stream = try stage.stream(server)
    #expect(throws: HLSErrors.brokeOff) { try stage.read(stream) }
    #expect(stream.isLive)
    #expect(server.requests.count <= 30)
  }

  @Test("A live list that redirects from http to https is requested again at its first address")
  func liveListLies() throws {
    let secure = try #require(URL(string: "https://b.test/list.m3u8"))
    let lists = Locked(0)
    let server = FakeServer(leads: { $0.scheme == "http" ? secure : $0 }) { url in
      guard url.lastPathComponent == "list.m3u8" else { return Self.answer(url, "") }
      let isFirst = lists.withLock { lists in
        lists += 1
        return lists == 1
      }
      let whole = Self.parts.joined() + "#EXT-X-ENDLIST"
      return Self.bytes(isFirst ? Self.parts[..<4].joined() : whole)
    }
    let stream = try stream(server)
    #expect(try !read(stream).isEmpty)
    #expect(server.count(of: "index5.ts") == 1)
    #expect(server.requests.filter { $0.url?.scheme == "http" }.count == lists.withLock(\.self))
  }

  @Test("A renewal may take longer than a server may be silent")
  func findAddressAnew() throws {
    var stage = self
    stage.limits.timeout = .seconds(2)
    let server = FakeServer { url in
      url.path.hasPrefix("/old") && url.lastPathComponent == "index2.ts"
        ? .body([], status: 403) : Self.answer(url, Self.parts.joined() + "#EXT-X-ENDLIST")
    }
    let new = try #require(URL(string: "http://b.test/new/list.m3u8"))
    let stream = try stage.stream(server, address: "http://a.test/old/list.m3u8") {
      try await waitForSilence(longerThan: .seconds(2))
      return MediaSource(.remote(new))
    }
    let bytes = try stage.read(stream)
    let whole = try Fixture.data("hls/whole.aac")
    #expect(bytes.count > whole.count * 9 / 10)
    #expect(server.requests.contains { $0.url?.host() == "b.test" })
  }

  @Test("Addresses in a list have the list's reach, and no more")
  func listNamesReaches() throws {
    let list =
      "#EXT-X-MAP:URI=\"http://10.0.0.1/map\"\n"
      + "#EXT-X-KEY:METHOD=AES-128,URI=\"http://127.0.0.1/key\"\n#EXTINF:1,\nhttp://192.168.0.1/a\n"
      + "#EXT-X-ENDLIST"
    let server = FakeServer(reach: .publicAlone) { url in
      url.lastPathComponent == "list.m3u8" ? Self.bytes(list) : .body([], status: 404)
    }
    _ = try? read(stream(server))
    #expect(server.requests.first?.reach == .publicAfterRedirect)
    let named = server.requests.filter { $0.url?.host() != "a.test" }
    #expect(Set(named.compactMap { $0.url?.host() }) == ["10.0.0.1", "127.0.0.1", "192.168.0.1"])
    #expect(named.allSatisfy { $0.reach == .publicAlone })
  }

  @Test(
    "An https address never leads to http",
    arguments: ["#EXT-X-KEY:METHOD=AES-128,URI=\"http://b.test/key\"\n", ""]
  )
  func httpsNothingLeads(line: String) throws {
    let part = line.isEmpty ? "http://b.test/index0.ts" : "index0.ts"
    let list = "\(line)#EXTINF:1,\n\(part)\n#EXT-X-ENDLIST"
    let server = FakeServer { Self.answer($0, list) }
    let stream = try stream(server, address: "https://a.test/list.m3u8")
    #expect(throws: HTTPFailure.downgraded) { try read(stream) }
    #expect(!server.requests.contains { $0.url?.host() == "b.test" })
  }

  @Test("A page among live parts is skipped, and reported")
  func pageAmongLive() throws {
    let server = FakeServer { url in
      url.lastPathComponent == "index4.ts"
        ? .body(Array("<html></html>".utf8))
        : Self.answer(url, Self.parts.joined() + (url.query == nil ? "" : "#EXT-X-ENDLIST"))
    }
    let stream = try stream(server)
    var jumps: [Duration] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while jumps.isEmpty {
      #expect(try stream.read(into: &piece) > 0)
      if let jump = stream.takeJump() { jumps.append(jump) }
    }
    #expect(jumps == [.seconds(1)])
    stream.close()
  }

  @Test("A stream opened again for a load requests no list, a new load does")
  func openedAgainLoad() throws {
    let server = FakeServer { Self.answer($0, Self.parts.joined() + "#EXT-X-ENDLIST") }
    var ids = LoadIDIssuer(issuer: 1)
    let (load, other) = (ids.nextLoad(), ids.nextLoad())
    let url = try #require(URL(string: Self.home))
    func play(_ load: LoadID) throws {
      var setting = HLSStream.Setting(
        address: HTTPAddress(url: url),
        fetcher: { server },
        memory: memory,
        key: HLSMemory.Key(load: load, url: url)
      )
      setting.limits = limits
      let item = memory.item(of: setting.key)
      _ = try read(item.map { HLSStream(setting, $0) } ?? HLSStream(setting))
    }
    try play(load)
    try play(load)
    #expect(server.count(of: "list.m3u8") == 1)
    try play(other)
    #expect(server.count(of: "list.m3u8") == 2)
    #expect(memory.item(of: .init(load: load, url: try #require(URL(string: "http://b/")))) == nil)
  }
}
