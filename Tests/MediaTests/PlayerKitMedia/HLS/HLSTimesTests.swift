import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite(.tags(.pure))
struct HLSTimesTests {
  /// Parts with these lengths in the list.
  private func times(
    _ count: Int = 100,
    of length: Int = 2,
    _ more: (Int) -> String = { _ in "" }
  ) throws -> HLSTimes {
    var times = HLSTimes()
    times.use(try list(count, of: length, more))
    return times
  }

  private func list(
    _ count: Int,
    of length: Int = 2,
    _ more: (Int) -> String = { _ in "" }
  ) throws -> HLSMediaPlaylist {
    let parts = (0..<count).map { "\(more($0))#EXTINF:\(length),\na\n" }.joined()
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(parts)#EXT-X-ENDLIST"
    guard case .media(let media) = try HLSParser.parse(text.utf8, from: URL(filePath: "/a")) else {
      throw HLSFailure.noPlaylist
    }
    return media
  }

  private let grid = 1_024 / 44_100.0
  private let turn = Double(1 << 33) / 90_000

  @Test("A part's stated time is exact, also if its clock restarts")
  func partSaysTime() throws {
    var times = try times()
    times.pass(0, .init(timestamp: turn - 1, turn: turn, duration: 87 * grid, grid: grid))
    // The clock is no more exact than its ticks.
    let coarse = (4_000 * grid * 90_000).rounded(.down) / 90_000 - 1
    times.pass(46, .init(timestamp: coarse, turn: turn, duration: nil, grid: grid))
    #expect(abs(try #require(times.start(of: 46)) - 4_000 * grid) < 1e-9)
  }

  @Test("A clock may restart more than once between two parts")
  func clockBeginAnew() throws {
    var times = try times(30_000, of: 6)
    times.pass(0, .init(timestamp: 5, turn: turn, duration: 2, grid: nil))
    let place = 150_000.0
    let clock = (5 + place).truncatingRemainder(dividingBy: turn)
    times.pass(25_000, .init(timestamp: clock, turn: turn))
    #expect(abs(try #require(times.start(of: 25_000)) - place) < 1e-6)
  }

  @Test("Without a clock the time is a frame's start")
  func withoutClockFrame() throws {
    var times = try times()
    times.pass(50, .init(grid: grid))
    let start = try #require(times.start(of: 50))
    #expect(abs(start - 100) <= grid / 2)
    #expect(abs((start / grid).rounded() * grid - start) < 1e-9)
  }

  @Test("A part begins when the one before has ended")
  func partBeginsOne() throws {
    var times = try times()
    times.pass(0, .init(duration: 1.9))
    times.pass(1, .init(duration: 2.05))
    #expect(times.start(of: 1) == 1.9)
  }

  @Test("Gaps have no length, since nothing of them is heard")
  func gapsNoLength() throws {
    var times = try times(10) { $0 == 4 ? "#EXT-X-GAP\n" : "" }
    #expect(times.duration == 18)
    #expect(times.part(for: 9) == 5)
    times.pass(3, .init(timestamp: 6, duration: 2))
    times.pass(0, .init(timestamp: 0, duration: 2))
    // The clock continued during the gap.
    times.pass(5, .init(timestamp: 10, duration: 2))
    #expect(times.start(of: 5) == 8)
  }

  @Test("Wrong lengths are corrected by known parts")
  func lengthsWrongCorrected() throws {
    var times = try times()
    // The true lengths are half as long again.
    times.pass(0, .init(timestamp: 0))
    times.pass(60, .init(timestamp: 180))
    #expect(times.start(of: 60) == 180)
    #expect(times.part(for: 120.3) == 40)
  }

  @Test("Invalid parts have no time")
  func partsNoneKnown() throws {
    var times = try times(3)
    times.pass(-1, .init(timestamp: 0))
    times.pass(3, .init(timestamp: 0))
    times.pass(.max, .init(timestamp: 0))
    #expect(times.start(of: 3) == nil)
    #expect(HLSTimes().duration == 0)
    #expect(HLSTimes().part(for: 7) == 0)
  }

  @Test("Times of parts that a shorter list lacks are dropped")
  func knownPartsShorter() throws {
    var times = try times()
    times.pass(10, .init(timestamp: 20))
    times.pass(80, .init(timestamp: 160))
    times.use(try list(40))
    times.pass(30, .init(timestamp: 60))
    #expect(abs(try #require(times.start(of: 30)) - 60) < 0.01)
    #expect(abs(times.duration - 80) < 0.01)
  }
}
