import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// The size of the output's buffer.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct OutputBufferTests {
    /// The value of an option in a core that was set up with a buffer.
    private static func value(of option: String, _ buffer: Duration) throws -> Double? {
      let handle = try MPVHandle([:])
      defer { handle.destroy() }
      var configuration = MPVEngine.Configuration(output: .null)
      configuration.outputBuffer = buffer
      handle.setOptionsIfKnown(MPVOptions.buffer(configuration.deviceBuffer))
      try handle.initialize()
      return handle.double("options/\(option)")
    }

    @Test("Silence has the requested length, within limits")
    func silenceHoldsWhatAsked() throws {
      let held = try [Duration.milliseconds(250), .zero, .seconds(-1), .seconds(3_600)]
        .map { try Self.value(of: "ao-null-buffer", $0) }
      let expected = [0.25, 0.02, 0.02, 2]
      for (held, expected) in zip(held, expected) {
        #expect(abs(try #require(held) - expected) < 0.001)
      }
    }
  }
}
