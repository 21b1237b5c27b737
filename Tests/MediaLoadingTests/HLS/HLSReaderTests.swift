import Foundation
import PlayerKit
import Testing

@testable import MediaLoading

/// The reader of HLS, fed by hand.
struct HLSReaderTests {
  private static let address = URL(filePath: "/list.m3u8")

  /// What is under way, and what came of it.
  private struct Bench {
    var reader: HLSReader
    var sent: [(request: HLSReader.Request, pause: Duration)] = []
    var renewals = 0

    init(position: Double = 0, canRenew: Bool = false) {
      reader = HLSReader(address: HLSReaderTests.address, position: position, canRenew: canRenew)
    }

    mutating func perform(_ actions: [HLSReader.Action]) {
      for action in actions {
        switch action {
        case .start(let request, let pause): sent.append((request, pause))
        case .cancel(let serial): sent.removeAll { $0.request.serial == serial }
        case .renew: renewals += 1
        }
      }
    }

    mutating func list(_ text: String, at now: Duration = .zero) {
      let bytes = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(text)".utf8)
      let serial = sent.first { $0.request.resource == .playlist }?.request.serial
      sent.removeAll { $0.request.resource == .playlist }
      if let serial {
        perform(reader.received(bytes, from: HLSReaderTests.address, serial: serial, now: now))
      } else {
        perform(reader.receivedPlaylist(bytes, from: HLSReaderTests.address, now: now))
      }
    }

    mutating func answer(_ resource: HLSReader.Resource, _ bytes: [UInt8] = [1]) {
      guard let index = sent.firstIndex(where: { $0.request.resource == resource }) else { return }
      let serial = sent.remove(at: index).request.serial
      let url = HLSReaderTests.address
      perform(reader.received(bytes, from: url, serial: serial, now: .zero))
    }

    mutating func refuse(_ resource: HLSReader.Resource, _ refusal: HLSReader.Refusal) {
      guard let index = sent.firstIndex(where: { $0.request.resource == resource }) else { return }
      perform(reader.refused(refusal, serial: sent.remove(at: index).request.serial, now: .zero))
    }

    mutating func read(at now: Duration = .zero) -> HLSReader.Step {
      let (step, actions) = reader.read(now: now)
      perform(actions)
      return step
    }

    mutating func readNumber() -> Int64? {
      if case .part(let input) = read() { input.part.number } else { nil }
    }

    var resources: [HLSReader.Resource] { sent.map(\.request.resource) }
  }

  private static let gone = HLSReader.Refusal.status(PlayerError(.notFound, "404"), 404)
  private static let lost = HLSReader.Refusal.lost(PlayerError(.interrupted, "cut"))

  private func parts(_ numbers: Range<Int>) -> String {
    numbers.map { "#EXTINF:4,\n\($0).ts\n" }.joined()
  }

  @Test func `Two parts are asked for ahead, and each comes once, in order`() {
    var bench = Bench()
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    #expect(bench.resources == [.part(0), .part(1), .part(2)])
    bench.answer(.part(1))
    #expect(bench.readNumber() == nil)
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    #expect(bench.readNumber() == 1)
    #expect(bench.resources == [.part(2), .part(3), .part(4)])
  }

  @Test func `A key is asked for once, and has one length`() {
    var bench = Bench()
    let url = URL(filePath: "/k")
    bench.list("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" + parts(0..<3) + "#EXT-X-ENDLIST")
    #expect(bench.resources.filter { $0 == .key(url) }.count == 1)
    bench.answer(.part(0))
    #expect(bench.readNumber() == nil)
    bench.answer(.key(url), Array(repeating: 1, count: 16))
    #expect(bench.readNumber() == 0)
    var other = Bench()
    other.list("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" + parts(0..<3) + "#EXT-X-ENDLIST")
    other.answer(.key(url), [1, 2])
    #expect(other.reader.failure == HLSErrors.wrongKeyLength)
  }

  @Test func `What is in the middle begins a part earlier, beside the one that tells the time`() {
    var bench = Bench(position: 12.1)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    #expect(bench.resources == [.part(0), .part(2), .part(3), .part(4)])
  }

  @Test func `A live stream begins three target durations from its end, and waits for more`() {
    var bench = Bench()
    bench.list("#EXT-X-MEDIA-SEQUENCE:10\n" + parts(0..<8))
    #expect(bench.reader.isLive)
    #expect(bench.resources == [.part(15), .part(16), .part(17)])
    for number in Int64(15)...17 { bench.answer(.part(number)) }
    #expect(bench.readNumber() == 15)
    #expect(bench.sent.map(\.pause) == [.seconds(4)])
    // Nothing new: half of it.
    bench.list("#EXT-X-MEDIA-SEQUENCE:10\n" + parts(0..<8), at: .seconds(4))
    _ = bench.read(at: .seconds(4))
    #expect(bench.sent.map(\.pause) == [.seconds(2)])
  }

  @Test func `While nobody reads, a live stream asks for nothing more`() {
    var bench = Bench()
    bench.list(parts(0..<8))
    for number in Int64(5)...7 { bench.answer(.part(number)) }
    #expect(bench.sent.isEmpty)
  }

  @Test func `Who falls behind the window goes on near its end`() {
    var bench = Bench()
    bench.list(parts(0..<8))
    for number in Int64(5)...7 { bench.answer(.part(number)) }
    _ = bench.readNumber()
    bench.list("#EXT-X-MEDIA-SEQUENCE:50\n" + parts(0..<8))
    _ = bench.read()
    #expect(bench.reader.next == 55)
    #expect(bench.reader.jumps == 1)
  }

  @Test func `A live part that is gone is skipped, but not for ever`() {
    var bench = Bench()
    bench.list(parts(0..<8))
    bench.refuse(.part(5), Self.gone)
    bench.answer(.part(6))
    #expect(bench.readNumber() == 6)
    bench.list(parts(0..<30))
    for number in Int64(7)..<30 { bench.refuse(.part(number), Self.gone); _ = bench.read() }
    #expect(bench.reader.failure == HLSErrors.missing)
  }

  @Test func `The end of the list is the end of the stream`() {
    var bench = Bench()
    bench.list(parts(0..<3))
    for number in Int64(0)...2 { bench.answer(.part(number)) }
    for number in Int64(0)...2 { #expect(bench.readNumber() == number) }
    bench.list(parts(0..<3) + "#EXT-X-ENDLIST")
    guard case .end = bench.read() else {
      Issue.record("It goes on.")
      return
    }
  }

  @Test func `A part that is lost is asked for again, later each time`() {
    var bench = Bench()
    bench.list(parts(0..<1) + "#EXT-X-ENDLIST")
    var pauses: [Duration] = []
    while bench.reader.failure == nil, pauses.count < 9 {
      pauses.append(bench.sent.first?.pause ?? .seconds(-1))
      bench.refuse(.part(0), Self.lost)
    }
    #expect(pauses == [.zero, .milliseconds(500), .seconds(1), .seconds(2)])
  }

  @Test func `An address that has expired is found anew, again where that expires too`() {
    var bench = Bench(canRenew: true)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    bench.refuse(.part(1), Self.gone)
    #expect(bench.renewals == 1)
    #expect(bench.sent.isEmpty)
    bench.perform(bench.reader.renewed(URL(filePath: "/new/list.m3u8")))
    #expect(bench.resources == [.playlist])
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.answer(.part(1))
    #expect(bench.readNumber() == 1)
    bench.refuse(.part(2), Self.gone)
    #expect(bench.reader.failure?.code == .notFound)
  }

  @Test func `A list of variants in a list of variants is refused`() {
    var bench = Bench()
    bench.list("#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8\n")
    #expect(bench.resources == [.playlist])
    bench.list("#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8\n")
    #expect(bench.reader.failure == HLSErrors.nested)
  }
}

struct HLSTimesTests {
  private func times() throws -> HLSTimes {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
      + String(repeating: "#EXTINF:2,\na\n", count: 100) + "#EXT-X-ENDLIST"
    var times = HLSTimes()
    guard case .media(let media) = try HLSParser.parse(text.utf8, from: URL(filePath: "/a")) else {
      throw HLSFailure.noPlaylist
    }
    times.use(media)
    return times
  }

  private let grid = 1_024 / 44_100.0

  @Test func `What a part says of its time is exact, also where its clock begins anew`() throws {
    let turn = Double(1 << 33) / 90_000
    var times = try times()
    times.pass(0, .init(timestamp: turn - 1, turn: turn, duration: 87 * grid, grid: grid))
    // The clock tells no more than its ticks.
    let coarse = (4_000 * grid * 90_000).rounded(.down) / 90_000 - 1
    times.pass(46, .init(timestamp: coarse, turn: turn, duration: nil, grid: grid))
    #expect(abs(try #require(times.start(of: 46)) - 4_000 * grid) < 1e-9)
  }

  @Test func `Without a clock it is where a frame begins`() throws {
    var times = try times()
    times.pass(50, .init(grid: grid))
    let start = try #require(times.start(of: 50))
    #expect(abs(start - 100) <= grid / 2)
    #expect(abs((start / grid).rounded() * grid - start) < 1e-9)
  }

  @Test func `A part begins where the one before has ended`() throws {
    var times = try times()
    times.pass(0, .init(duration: 1.9))
    times.pass(1, .init(duration: 2.05))
    #expect(times.start(of: 1) == 1.9)
  }
}
