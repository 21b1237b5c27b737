import Testing

@testable import PlayerKitMPV

/// How far libmpv reads ahead, fed by hand.
struct ReadingAheadTests {
  private var reading = ReadingAhead()
  private let start = ContinuousClock.now

  /// What libmpv is told, and after how many ms.
  private mutating func run(speed: Double, seconds: Int) -> [(Int, Duration)] {
    (0..<seconds * 10).compactMap { step in
      reading.step(speed: speed, at: start + .milliseconds(step * 100)).map { (step * 100, $0) }
    }
  }

  @Test mutating func `It reads for half a second, and sleeps for what it has then`() {
    let told = run(speed: 1, seconds: 12)
    #expect(told.map(\.0) == [500, 5_500, 6_000, 11_000, 11_500])
    #expect(told.map(\.1) == [15, 20, 15, 20, 15].map { .seconds($0) })
  }

  @Test mutating func `What plays faster is used up sooner`() {
    #expect(run(speed: 2, seconds: 6).map(\.0) == [500, 3_000, 3_500])
  }

  @Test mutating func `What does not play wakes nobody`() {
    #expect(run(speed: 0, seconds: 60).isEmpty)
    #expect(reading.due == nil)
    _ = reading.step(speed: 1, at: start)
    #expect(reading.due != nil)
    #expect(reading.step(speed: 0, at: start + .seconds(60)) == nil)
    #expect(reading.due == nil)
  }
}
