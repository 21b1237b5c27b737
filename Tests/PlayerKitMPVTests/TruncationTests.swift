import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

@Suite("A truncated file", .tags(.pure), .timeLimit(.minutes(1)))
struct TruncationTests {
  private func isFound(_ duration: Double, cachedTo: Double, longestPacket: Int? = nil) -> Bool {
    let error = Truncation.detect(
      format: "flac",
      duration: duration,
      decodedTo: nil,
      cachedTo: cachedTo,
      sampleRate: 44_100,
      longestPacket: longestPacket
    )
    return error?.code == .interrupted
  }

  @Test("is found unless one packet of the longest kind may be left")
  func longestPacket() {
    #expect(isFound(3, cachedTo: 2))
    #expect(!isFound(3, cachedTo: 2.7))
    // Two packets of 65,535 samples.
    #expect(!isFound(2.97, cachedTo: 1.486, longestPacket: 65_535))
    #expect(isFound(2.97, cachedTo: 1.486, longestPacket: 4_096))
    #expect(isFound(5, cachedTo: 1.486, longestPacket: 65_535))
  }
}
