/// The header of a frame of AAC in ADTS.
package struct ADTSFrame: Sendable, Equatable {
  /// How many bytes of a frame are examined.
  package static let headLength = 6
  /// The number of samples per channel, at ``sampleRate``.
  package static let samples = 1_024
  /// The longest frame of two channels and some more.
  private static let longest = 2_048

  package let sampleRate: Int
  /// The length in bytes, with the header.
  package let length: Int

  /// - Returns: `nil` if no frame starts at `offset`.
  package init?(_ bytes: [UInt8], at offset: Int) {
    guard bytes.count >= offset + Self.headLength else { return nil }
    let head = bytes[offset..<offset + Self.headLength].map { Int($0) }
    let rate = (head[2] >> 2) & 0xF
    // Sync, layer 0, one of the sample rates.
    guard head[0] == 0xFF, head[1] & 0xF6 == 0xF0, rate < Self.sampleRates.count else {
      return nil
    }
    sampleRate = Self.sampleRates[rate]
    length = (head[3] & 3) << 11 | head[4] << 3 | head[5] >> 5
    guard (7...Self.longest).contains(length) else { return nil }
  }

  /// Returns the duration of this many frames.
  package static func duration(ofFrames frames: Int, at sampleRate: Int) -> Duration {
    .seconds(Double(frames) * Double(samples) / Double(sampleRate))
  }

  private static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
}
