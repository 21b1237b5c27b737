import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitRemote

@Suite("Guesses of MPD's password", .tags(.pure))
struct MPDPasswordGuardTests {
  private func instant(_ seconds: Int) -> MonotonicInstant {
    MonotonicInstant(sinceOrigin: .seconds(seconds))
  }

  @Test("each wrong guess of an address delays its next one, up to half a minute")
  func delays() {
    var guesses = MPDPasswordGuard()
    #expect(guesses.delay(for: "a", now: instant(0)) == nil)
    for (place, delay) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      #expect(guesses.failed("a", now: instant(0)) == place + 1)
      #expect(guesses.delay(for: "a", now: instant(0)) == instant(delay))
      #expect(guesses.delay(for: "a", now: instant(delay)) == nil)
    }
    #expect(guesses.delay(for: "b", now: instant(0)) == nil)
  }

  @Test("a right guess, or ten minutes without one, ends the delays")
  func forgets() {
    var guesses = MPDPasswordGuard()
    for _ in 0..<5 { _ = guesses.failed("a", now: instant(0)) }
    #expect(guesses.failed("a", now: instant(616)) == 6)
    #expect(guesses.failed("a", now: instant(1_247)) == 1)
    guesses.succeeded("a")
    #expect(guesses.delay(for: "a", now: instant(1_247)) == nil)
  }

  @Test("only the last thousand addresses are remembered")
  func isBounded() {
    var guesses = MPDPasswordGuard()
    for number in 0...1_000 { _ = guesses.failed("\(number)", now: instant(number / 10)) }
    #expect(guesses.failed("11", now: instant(100)) == 2)
    #expect((0..<10).contains { guesses.failed("\($0)", now: instant(100)) == 1 })
  }
}
