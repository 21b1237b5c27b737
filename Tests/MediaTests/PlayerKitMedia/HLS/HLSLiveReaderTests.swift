import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Feeds the HLS reader of a live stream by hand.
@Suite(.tags(.pure))
struct HLSLiveReaderTests {
  private func parts(_ numbers: Range<Int>) -> String { HLSBench.parts(numbers) }

  /// A list whose first part has this number.
  private func window(_ first: Int, _ count: Int = 8) -> String {
    "#EXT-X-MEDIA-SEQUENCE:\(first)\n" + parts(first..<first + count)
  }

  /// The whole first list has arrived.
  private func begun(
    canRenew: Bool = false,
    limits: HLSReader.Limits = .init()
  ) -> HLSBench {
    var bench = HLSBench(canRenew: canRenew, limits: limits)
    bench.list(window(0))
    for number in Int64(5)...7 { bench.answer(.part(number)) }
    return bench
  }

  @Test("Reading begins three target durations before the end, and waits for more")
  func beginsThreeTarget() {
    var bench = HLSBench()
    bench.list(window(10))
    #expect(bench.reader.isLive)
    #expect(bench.resources == [.part(15), .part(16), .part(17)])
    for number in Int64(15)...17 { bench.answer(.part(number)) }
    #expect(bench.readNumber() == 15)
    #expect(bench.sent.map(\.pause) == [.seconds(4)])
    // A list without news is reloaded after half of that time.
    bench.list(window(10), at: .seconds(4))
    _ = bench.read(at: .seconds(4))
    #expect(bench.sent.map(\.pause) == [.seconds(2)])
  }

  @Test("Reading begins at the list's start", arguments: [("-8", 6), ("5", 1), ("100", 7)])
  func beginsListSays(offset: String, first: Int64) {
    var bench = HLSBench(position: 100)
    bench.list("#EXT-X-START:TIME-OFFSET=\(offset)\n" + window(0))
    #expect(bench.reader.next == first)
  }

  @Test("Without reading, nothing more is requested")
  func whileNobodyReads() {
    let bench = begun()
    #expect(bench.sent.isEmpty)
  }

  @Test("Without reading, a list without news is not requested again and again")
  func whileNobodyReadsList() {
    var bench = begun()
    #expect(bench.readNumber() == 5)
    var reloads = 0
    while bench.resources == [.playlist], reloads < 50 {
      reloads += 1
      bench.list(window(0), at: .seconds(4 * reloads))
    }
    #expect(reloads <= 3)
  }

  @Test("A reader slower than the window continues near its end, and knows the loss")
  func fallsBehindWindow() {
    var bench = begun()
    #expect(bench.readNumber() == 5)
    bench.list(window(50))
    _ = bench.read()
    #expect(bench.reader.next == 55)
    // The parts 6 to 54, of 4 s each.
    #expect(bench.reader.takeLost() == .seconds(49 * 4))
    #expect(bench.reader.takeLost() == .zero)
  }

  @Test("The reported loss is at most a day, with any claim of the list")
  func windowNoNumber() {
    var bench = begun()
    #expect(bench.readNumber() == 5)
    bench.list("#EXT-X-MEDIA-SEQUENCE:1125899906842624\n#EXTINF:31999999,\na\n")
    _ = bench.read()
    #expect(bench.reader.takeLost() <= .seconds(24 * 3_600))
  }

  @Test("A server that restarts its numbers is followed, with any parts missing before")
  func serverCountsAnew() {
    var bench = begun()
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    bench.list(window(0, 40), at: .seconds(4))
    for number in Int64(8)...10 { bench.refuse(.part(number), HLSBench.gone, at: .seconds(4)) }
    bench.list(parts(0..<3), at: .seconds(8))
    #expect(bench.reader.next == 0)
    #expect(bench.reader.missing.isEmpty)
    #expect(bench.resources.contains(.part(0)))
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
  }

  @Test("A missing part is skipped, but not forever")
  func partGoneSkipped() {
    var bench = HLSBench()
    bench.list(window(0))
    bench.refuse(.part(5), HLSBench.gone)
    bench.answer(.part(6))
    #expect(bench.readNumber() == 6)
    #expect(bench.reader.takeLost() == .seconds(4))
    bench.list(window(0, 30))
    for number in Int64(7)..<30 { bench.refuse(.part(number), HLSBench.gone); _ = bench.read() }
    #expect(bench.reader.failure == HLSErrors.missing)
  }

  @Test("A part refused for any reason is skipped", arguments: [400, 406, 416, 451])
  func partRefusedAny(status: Int) {
    var bench = HLSBench()
    bench.list(window(0))
    bench.refuse(.part(5), .status(PlayerError(.forbidden, ""), status))
    bench.answer(.part(6))
    #expect(bench.readNumber() == 6)
  }

  @Test("The end of the list is the end of the stream, and none of it is cached")
  func endListEnd() {
    var bench = begun()
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    bench.list(window(0) + "#EXT-X-ENDLIST")
    guard case .end = bench.read() else {
      Issue.record("The stream continues.")
      return
    }
    #expect(bench.reader.presentation == nil)
  }

  // MARK: A break

  @Test("A lost network is bridged for the set time")
  func breakNetworkBridged() {
    var limits = HLSReader.Limits()
    limits.reconnection = .seconds(60)
    var bench = begun(limits: limits)
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    var now = Duration.zero
    var (pauses, requests) = ([Duration](), 0)
    while bench.reader.failure == nil, requests < 100 {
      _ = bench.read(at: now)
      guard let next = bench.sent.first else { break }
      pauses.append(next.pause)
      now += max(next.pause, .milliseconds(1))
      requests += 1
      bench.refuse(.playlist, HLSBench.lost, at: now)
    }
    #expect(bench.reader.failure == HLSErrors.brokeOff)
    #expect(now >= .seconds(60) && now < .seconds(120))
    #expect(pauses.dropFirst().starts(with: [0.5, 1, 2, 4, 8, 15].map { Duration.seconds($0) }))
    #expect(requests < 20)
  }

  @Test("Reading continues once the server is back")
  func goesOnceServer() {
    var bench = begun()
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    for second in 1...20 { bench.refuse(.playlist, HLSBench.lost, at: .seconds(second * 10)) }
    #expect(bench.reader.failure == nil)
    bench.list(window(3), at: .seconds(210))
    _ = bench.read(at: .seconds(210))
    bench.answer(.part(8), at: .seconds(210))
    #expect(bench.readNumber(at: .seconds(210)) == 8)
    // From then on the full time is available again.
    _ = bench.read(at: .seconds(211))
    #expect(bench.reader.deadline.map { $0 > .seconds(500) } == true)
  }

  @Test("A silent server is asked again")
  func serverSilentAsked() {
    var bench = begun()
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    _ = bench.read()
    bench.refuse(.playlist, .stalled)
    #expect(bench.reader.failure == nil)
    #expect(bench.resources == [.playlist])
  }

  @Test("A list with only gaps, or without news, fails")
  func listNothingBut() {
    var bench = begun()
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    var now = Duration.zero
    var first = 8
    while bench.reader.failure == nil, now < .seconds(3_600) {
      _ = bench.read(at: now)
      now += bench.sent.first?.pause ?? .seconds(1)
      let gaps = (first..<first + 3).map { "#EXT-X-GAP\n#EXTINF:4,\n\($0)\n" }.joined()
      bench.list("#EXT-X-MEDIA-SEQUENCE:\(first)\n" + gaps, at: now)
      first += 3
    }
    #expect(bench.reader.failure == HLSErrors.brokeOff)
  }

  @Test("No target duration makes the reader wait for more than a minute")
  func noTargetDuration() {
    var bench = HLSBench()
    bench.list("#EXT-X-TARGETDURATION:31999999\n" + parts(0..<1))
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    #expect(bench.sent.map(\.pause) == [.seconds(60)])
  }

  @Test("A list without parts is requested again a few times")
  func listWithoutParts() {
    var bench = HLSBench()
    bench.list("#EXT-X-MEDIA-SEQUENCE:1000\n")
    #expect(bench.resources == [.playlist])
    var reloads = 1
    while bench.reader.failure == nil, reloads < 50 {
      _ = bench.read()
      bench.list("#EXT-X-MEDIA-SEQUENCE:1000\n")
      reloads += 1
    }
    #expect(bench.reader.failure == HLSErrors.empty)
    #expect(reloads <= 10)
  }

  @Test("A page instead of the list is ignored, and the list is requested later each time")
  func pagePlaceList() {
    var bench = begun()
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    var pauses: [Duration] = []
    for _ in 0..<4 {
      let serial = bench.sent.first?.request.serial
      bench.sent = []
      bench.perform(bench.reader.received(.failure(.noPlaylist), serial: serial, now: .zero))
      #expect(bench.resources == [.playlist])
      pauses += bench.sent.map(\.pause)
    }
    #expect(pauses == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
  }

  @Test("A momentarily empty list does not restart the numbers")
  func listEmptyMoment() {
    var bench = begun()
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    bench.list(window(1_000), at: .seconds(4))
    _ = bench.read(at: .seconds(4))
    for number in Int64(1_005)...1_007 { bench.answer(.part(number), at: .seconds(4)) }
    for number in Int64(1_005)...1_007 { #expect(bench.readNumber(at: .seconds(4)) == number) }
    _ = bench.reader.takeLost()
    bench.list("", at: .seconds(8))
    _ = bench.read(at: .seconds(8))
    bench.list(window(1_001), at: .seconds(12))
    _ = bench.read(at: .seconds(12))
    bench.answer(.part(1_008), at: .seconds(12))
    #expect(bench.readNumber(at: .seconds(12)) == 1_008)
    #expect(bench.reader.takeLost() == .zero)
  }

  @Test(
    "While a server error blocks a part, the list is checked for the part"
  )
  func whilePartRefused() {
    var bench = HLSBench()
    bench.list(window(0))
    for _ in 0..<4 {
      bench.refuse(.part(5), .status(PlayerError(.serverError, "502"), 502))
      _ = bench.read()
    }
    #expect(bench.resources.contains(.playlist))
    bench.list(window(10))
    _ = bench.read()
    #expect(bench.reader.next == 15)
  }

  @Test("An invalid part is skipped, but not forever")
  func partNonePassed() throws {
    var bench = begun()
    guard case .part(let input) = bench.read() else {
      Issue.record("There is no part.")
      return
    }
    for _ in 0..<9 { #expect(bench.reader.passOver(input.part, HLSErrors.unreadable).isEmpty) }
    #expect(bench.reader.failure == nil)
    #expect(bench.reader.takeLost() == .seconds(36))
    _ = bench.reader.passOver(input.part, HLSErrors.unreadable)
    #expect(bench.reader.failure == HLSErrors.unreadable)
  }

  // MARK: Addresses that expire

  @Test("An expired list is looked up again")
  func listExpiredFound() {
    var bench = begun(canRenew: true)
    for number in Int64(5)...7 { #expect(bench.readNumber() == number) }
    _ = bench.read()
    bench.refuse(.playlist, HLSBench.forbidden)
    #expect(bench.renewals == 1)
    bench.perform(bench.reader.renewed(URL(filePath: "/new/list.m3u8")))
    bench.list(window(3))
    #expect(bench.resources.contains(.part(8)))
  }

  @Test("Forbidden parts may be permitted by a new list, or a new address")
  func partsForbiddenAllowed() {
    var bench = begun(canRenew: true)
    #expect(bench.readNumber() == 5)
    bench.list(window(3), at: .seconds(4))
    bench.refuse(.part(8), HLSBench.forbidden, at: .seconds(4))
    #expect(bench.resources == [.playlist])
    bench.list(window(3), at: .seconds(4))
    bench.refuse(.part(8), HLSBench.forbidden, at: .seconds(4))
    #expect(bench.renewals == 1)
  }
}
