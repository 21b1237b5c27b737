import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// A first track that lasts longer than its stated length.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct UnderstatedLengthTests {
    @Test("The overlap is dropped without decoding the whole rest")
    func overlapGivenUpWithout() throws {
      let bytes = CountingBytes(Signal.integer(frames: 120 * Signal.rate).wav)
      let rendered = try renderTail(of: bytes, duration: .seconds(10))
      #expect(rendered?.wav == nil)
      // From shortly before the eighth second, plus a few reads of libmpv beyond the tenth.
      let count = bytes.counts.reduce(0, +)
      #expect(count > 0 && count < 12 * Signal.rate * 4, "\(count)")
    }
  }
}
