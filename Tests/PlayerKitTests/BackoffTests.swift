import PlayerKit
import TestSupport
import Testing

@Suite("The wait before another attempt", .tags(.pure))
struct BackoffTests {
  @Test("doubles with each failure, up to the longest")
  func doubled() {
    let waits = (0...6).map { Duration.milliseconds(500).doubled($0, upTo: .seconds(10)) }
    #expect(waits == [0.5, 1, 2, 4, 8, 10, 10].map { Duration.seconds($0) })
  }

  @Test(
    "never overflows, and is never negative or longer than the longest",
    arguments: [-1, 0, 1, 63, 64, .max],
    [.zero, .seconds(-5), .milliseconds(1), .seconds(Int64.max / 2 + 2), .seconds(Int64.max)]
      as [Duration]
  )
  func extremes(times: Int, first: Duration) {
    for longest in [Duration.seconds(-1), .zero, .seconds(3), .seconds(Int64.max)] {
      let wait = first.doubled(times, upTo: longest)
      #expect(wait >= .zero && wait <= max(longest, .zero))
    }
  }
}
