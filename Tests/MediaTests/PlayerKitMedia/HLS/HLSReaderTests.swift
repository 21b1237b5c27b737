import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Feeds the HLS reader by hand.
@Suite(.tags(.pure))
struct HLSReaderTests {
  private func parts(_ numbers: Range<Int>) -> String { HLSBench.parts(numbers) }

  @Test("Two parts are requested ahead, and each is returned once, in order")
  func twoPartsAsked() {
    var bench = HLSBench()
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    #expect(bench.resources == [.part(0), .part(1), .part(2)])
    bench.answer(.part(1))
    #expect(bench.readNumber() == nil)
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    #expect(bench.readNumber() == 1)
    #expect(bench.resources == [.part(2), .part(3), .part(4)])
  }

  @Test("A key is requested once, and has one length")
  func keyAskedOnce() {
    var bench = HLSBench()
    let url = URL(filePath: "/k")
    bench.list("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" + parts(0..<3) + "#EXT-X-ENDLIST")
    #expect(bench.resources.filter { $0 == .key(url) }.count == 1)
    bench.answer(.part(0))
    #expect(bench.readNumber() == nil)
    bench.answer(.key(url), Array(repeating: 1, count: 16))
    #expect(bench.readNumber() == 0)
    var other = HLSBench()
    other.list("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" + parts(0..<3) + "#EXT-X-ENDLIST")
    other.answer(.key(url), [1, 2])
    #expect(other.reader.failure == HLSErrors.wrongKeyLength)
  }

  @Test("A start in the middle begins a part earlier, and requests the first part for its time")
  func middleBeginsPart() {
    var bench = HLSBench(position: 12.1)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    #expect(bench.resources == [.part(0), .part(2), .part(3), .part(4)])
  }

  @Test("Parts are numbered from the list's sequence number, wherever it appears")
  func partsNumberedList() {
    var bench = HLSBench()
    bench.list(parts(0..<1) + "#EXT-X-MEDIA-SEQUENCE:1000\n" + parts(1..<3) + "#EXT-X-ENDLIST")
    #expect(bench.resources == [.part(1_000), .part(1_001), .part(1_002)])
    bench.answer(.part(1_000))
    #expect(bench.readNumber() == 1_000)
    #expect(bench.resources == [.part(1_001), .part(1_002)])
  }

  @Test("Going back skips gaps, reaches an earlier part each time, and ends")
  func wayBackLeads() {
    var bench = HLSBench(position: 4)
    bench.list("#EXT-X-GAP\n" + parts(0..<1) + parts(1..<3) + "#EXT-X-ENDLIST")
    // The gap has no length, so the part with the number 2 contains 4 s.
    #expect(bench.reader.next == 1)
    let hasEarlier = bench.reader.goBack(from: 1)
    #expect(!hasEarlier)
    var other = HLSBench(position: 30)
    other.list(parts(0..<4) + "#EXT-X-GAP\n" + parts(4..<20) + "#EXT-X-ENDLIST")
    var tried: [Int64] = [other.reader.next]
    while other.reader.goBack(from: other.reader.next) { tried.append(other.reader.next) }
    #expect(tried == [8, 7, 6, 5, 3, 2, 1, 0])
  }

  @Test("Requests for outdated parts are cancelled")
  func nobodyWantsAny() {
    var bench = HLSBench()
    bench.list("#EXT-X-MEDIA-SEQUENCE:10\n" + parts(0..<8))
    #expect(bench.resources == [.part(15), .part(16), .part(17)])
    bench.answer(.part(15))
    #expect(bench.readNumber() == 15)
    bench.list("#EXT-X-MEDIA-SEQUENCE:1000\n" + parts(0..<8), at: .seconds(4))
    _ = bench.read(at: .seconds(4))
    #expect(bench.cancelled == [.part(16), .part(17)])
    #expect(bench.resources == [.part(1_005), .part(1_006), .part(1_007)])
    #expect(bench.reader.flights.count == 3)
  }

  @Test("Keys and initializations are cached within a limit")
  func keysInitializationsKept() throws {
    var limits = HLSReader.Limits()
    limits.kept = 2_000
    var bench = HLSBench(limits: limits)
    let list = (0..<40).map { "#EXT-X-MAP:URI=\"\($0).mp4\"\n#EXTINF:4,\n\($0).m4s\n" }.joined()
    bench.list(list + "#EXT-X-ENDLIST")
    for number in 0..<40 {
      for resource in bench.resources {
        if case .initialization = resource {
          bench.answer(resource, Array(repeating: 0, count: 1_000))
        }
      }
      bench.answer(.part(Int64(number)))
      #expect(bench.readNumber() == Int64(number))
      #expect(bench.reader.bytes.count <= 8)
    }
  }

  @Test("A lost part is requested again, later each time")
  func partLostAsked() {
    var bench = HLSBench()
    bench.list(parts(0..<1) + "#EXT-X-ENDLIST")
    var pauses: [Duration] = []
    while bench.reader.failure == nil, pauses.count < 9 {
      pauses.append(bench.sent.first?.pause ?? .seconds(-1))
      bench.refuse(.part(0), HLSBench.lost)
    }
    #expect(pauses == [.zero, .milliseconds(500), .seconds(1), .seconds(2)])
  }

  @Test("On demand, a lost network is bridged while parts are left, and for a while after")
  func outage() {
    var bench = HLSBench()
    let lost = HLSReader.Refusal.lost(PlayerError(.unreachable, "No network."))
    bench.list(parts(0..<2) + "#EXT-X-ENDLIST")
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    for seconds in 0..<40 {
      bench.refuse(.part(1), lost, at: .seconds(seconds))
      #expect(bench.sent.first.map { $0.pause <= .seconds(4) } == true)
    }
    #expect(bench.readNumber(at: .seconds(100)) == nil)
    bench.refuse(.part(1), lost, at: .seconds(149))
    #expect(bench.resources == [.part(1)])
    bench.refuse(.part(1), lost, at: .seconds(150))
    #expect(bench.reader.failure?.code == .unreachable)
  }

  @Test("After a refusal the list is requested again, then its address renewed, each once")
  func refusedLookedAnew() {
    var bench = HLSBench(canRenew: true)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    bench.refuse(.part(1), HLSBench.forbidden)
    #expect(bench.resources == [.playlist])
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.refuse(.part(1), HLSBench.forbidden)
    #expect(bench.renewals == 1)
    #expect(bench.sent.isEmpty)
    bench.perform(bench.reader.renewed(URL(filePath: "/new/list.m3u8")))
    #expect(bench.resources == [.playlist])
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.answer(.part(1))
    #expect(bench.readNumber() == 1)
    // After a part was read, both remedies may help again, but the renewal fails now.
    bench.refuse(.part(2), HLSBench.forbidden)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.refuse(.part(2), HLSBench.forbidden)
    #expect(bench.reader.failure?.code == .forbidden)
  }

  @Test("A missing part that a playlist names again is skipped, and no address is renewed")
  func missingPartIsNoExpiry() {
    var bench = HLSBench(canRenew: true)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    bench.refuse(.part(1), HLSBench.gone)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.refuse(.part(1), HLSBench.gone)
    #expect(bench.renewals == 0)
    bench.answer(.part(2))
    #expect(bench.readNumber() == 2)
  }

  @Test("If a variant is refused, the list of variants is requested again")
  func variantRefusedList() {
    let master = "#EXT-X-STREAM-INF:BANDWIDTH=1\nvariant.m3u8\n"
    var bench = HLSBench()
    bench.list(master)
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    bench.refuse(.part(0), HLSBench.forbidden)
    #expect(bench.sent.map(\.request.piece.url) == [HLSBench.address])
    bench.list(master)
    #expect(bench.sent.map(\.request.piece.url.lastPathComponent) == ["variant.m3u8"])
    bench.list(parts(0..<6) + "#EXT-X-ENDLIST")
    #expect(bench.resources == [.part(0), .part(1), .part(2)])
    bench.refuse(.part(0), HLSBench.forbidden)
    #expect(bench.reader.failure?.code == .forbidden)
  }

  @Test("A list of variants in a list of variants is refused")
  func listVariantsList() {
    var bench = HLSBench()
    bench.list("#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8\n")
    #expect(bench.resources == [.playlist])
    bench.list("#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8\n")
    #expect(bench.reader.failure == HLSErrors.nested)
  }

  @Test("Reading begins at the list's start, unless the caller names a position")
  func beginsListSays() {
    let list = parts(0..<9) + "#EXT-X-ENDLIST"
    var bench = HLSBench()
    bench.list("#EXT-X-START:TIME-OFFSET=21\n" + list)
    #expect(bench.reader.begin == 21)
    var named = HLSBench(position: 0)
    named.list("#EXT-X-START:TIME-OFFSET=21\n" + list)
    #expect(named.reader.begin == 0)
    var led = HLSBench()
    led.list("#EXT-X-START:TIME-OFFSET=-10\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n")
    led.list(list)
    #expect(led.reader.begin == 26)
  }

  @Test("A protected part is refused when it is reached, and is not requested")
  func protectedPartRefused() {
    let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n"
    var bench = HLSBench()
    bench.list(parts(0..<2) + key + parts(2..<4) + "#EXT-X-ENDLIST")
    #expect(bench.resources == [.part(0), .part(1)])
    for number in Int64(0)...1 {
      bench.answer(.part(number))
      #expect(bench.readNumber() == number)
    }
    #expect(bench.readNumber() == nil)
    #expect(bench.reader.failure == HLSErrors.protected)
    #expect(bench.sent.isEmpty)
  }

  @Test("A protected part that only gives the time of others is not awaited")
  func protectedReference() {
    let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n"
    var bench = HLSBench(position: 12.1)
    bench.list(
      key + parts(0..<1) + "#EXT-X-KEY:METHOD=NONE\n" + parts(1..<6) + "#EXT-X-ENDLIST"
    )
    bench.answer(.part(2))
    #expect(bench.readNumber() == 2)
  }

  private static func variants(_ count: Int) -> String {
    (0..<count).map { number in
      "#EXT-X-STREAM-INF:BANDWIDTH=\(1_000 - number),CODECS=\"mp4a.40.2\"\n\(number).m3u8\n"
    }.joined()
  }

  @Test("If a variant is missing, the next one is requested, up to a limit")
  func missingVariants() {
    var bench = HLSBench()
    bench.list(Self.variants(9))
    var requested: [String] = []
    while bench.reader.failure == nil, requested.count < 20 {
      requested += bench.sent.map(\.request.piece.url.lastPathComponent)
      bench.refuse(.playlist, HLSBench.gone)
    }
    #expect(requested == ["0.m3u8", "1.m3u8", "2.m3u8", "3.m3u8"])
    #expect(bench.reader.failure?.code == .notFound)
  }

  @Test("After a part was read, a reload keeps the variant and no other is tried")
  func variantIsKept() {
    var bench = HLSBench()
    let list = parts(0..<6) + "#EXT-X-ENDLIST"
    bench.list(Self.variants(3))
    bench.refuse(.playlist, HLSBench.gone)
    bench.list(list)
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    bench.refuse(.part(1), HLSBench.forbidden)
    #expect(bench.sent.map(\.request.piece.url) == [HLSBench.address])
    bench.list(Self.variants(3))
    #expect(bench.sent.map(\.request.piece.url.lastPathComponent) == ["1.m3u8"])
    bench.list(list)
    bench.refuse(.part(1), HLSBench.forbidden)
    #expect(bench.reader.failure?.code == .forbidden)
  }

  /// Refuses a part as missing, again after a reload of the list.
  private func miss(_ number: Int64, in bench: inout HLSBench, _ list: String) {
    bench.refuse(.part(number), HLSBench.gone)
    if bench.resources == [.playlist] { bench.list(list) }
    bench.refuse(.part(number), HLSBench.gone)
  }

  @Test("A missing part is skipped on demand, and the part after it comes later by its length")
  func missingPart() {
    let list = parts(0..<6) + "#EXT-X-ENDLIST"
    var bench = HLSBench()
    bench.list(list)
    miss(1, in: &bench, list)
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    bench.answer(.part(2))
    #expect(bench.readNumber() == 2)
    #expect(bench.reader.takeLost() == .seconds(4))
    #expect(bench.reader.presentation?.missing == [1])
  }

  @Test("If too many parts in a row are missing, the parts before them are read first")
  func missingInRow() {
    let list = parts(0..<9) + "#EXT-X-ENDLIST"
    var bench = HLSBench()
    bench.list(list)
    bench.answer(.part(0))
    bench.answer(.part(2))
    miss(1, in: &bench, list)
    #expect(bench.readNumber() == 0)
    #expect(bench.readNumber() == 2)
    for number in Int64(3)...6 {
      #expect(bench.reader.failure == nil)
      miss(number, in: &bench, list)
      #expect(bench.readNumber() == nil)
    }
    #expect(bench.reader.failure?.code == .notFound)
  }

  @Test("In a long list the number of missing parts is limited")
  func missingInAll() {
    let list = parts(0..<90) + "#EXT-X-ENDLIST"
    var bench = HLSBench()
    bench.list(list)
    var missing = 0
    for number in Int64(0)..<90 where bench.reader.failure == nil {
      if number.isMultiple(of: 2) {
        bench.answer(.part(number))
        #expect(bench.readNumber() == number)
      } else {
        miss(number, in: &bench, list)
        missing += 1
        _ = bench.read()
      }
    }
    #expect(bench.reader.failure?.code == .notFound)
    #expect(missing == 11)
  }

  @Test("A stream whose last part is missing fails after the part before it")
  func missingEnd() {
    let list = parts(0..<2) + "#EXT-X-ENDLIST"
    var bench = HLSBench()
    bench.list(list)
    miss(1, in: &bench, list)
    bench.answer(.part(0))
    #expect(bench.readNumber() == 0)
    #expect(bench.readNumber() == nil)
    #expect(bench.reader.failure?.code == .notFound)
  }

  @Test("A missing part that only gives the time of others is not awaited")
  func missingReference() {
    let list = parts(0..<6) + "#EXT-X-ENDLIST"
    var bench = HLSBench(position: 12.1)
    bench.list(list)
    miss(0, in: &bench, list)
    bench.answer(.part(2))
    #expect(bench.readNumber() == 2)
  }

  @Test("A start after the end is the end", arguments: ["36", "100"])
  func startAfterEnd(offset: String) {
    var bench = HLSBench()
    bench.list("#EXT-X-START:TIME-OFFSET=\(offset)\n" + parts(0..<9) + "#EXT-X-ENDLIST")
    #expect(bench.reader.begin < 36)
    #expect(bench.reader.next == 8)
  }

  @Test("The wait for a part is limited")
  func nobodyWaitsPart() throws {
    var bench = HLSBench()
    bench.list("#EXTINF:31000000,\n0.ts\n#EXT-X-ENDLIST")
    let request = try #require(bench.sent.first?.request)
    #expect(request.timeout <= .seconds(3_100))
  }

  @Test("A time reference that a new list does not contain is not awaited")
  func partTellsTime() {
    var bench = HLSBench(position: 13)
    bench.list(HLSBench.parts(0..<10) + "#EXT-X-ENDLIST")
    #expect(bench.resources.contains(.part(0)))
    bench.refuse(.part(0), HLSBench.forbidden)
    bench.list("#EXT-X-MEDIA-SEQUENCE:2\n" + HLSBench.parts(2..<10) + "#EXT-X-ENDLIST")
    bench.answer(.part(3))
    #expect(bench.readNumber() == 3)
  }
}
