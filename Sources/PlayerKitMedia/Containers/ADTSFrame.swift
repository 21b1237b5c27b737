/// The header of a frame of AAC in ADTS.
package struct ADTSFrame: Sendable, Equatable {
  /// The number of bytes of a header that are examined.
  package static let headerLength = 7
  /// The longest frame of two channels and some more.
  private static let longestUsual = 2_048

  package let sampleRate: Int
  /// The length in bytes, with the header.
  package let length: Int
  /// The number of samples per channel.
  package let samples: Int

  /// - Returns: `nil` if no frame starts at `offset`.
  package init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset <= bytes.count - Self.headerLength, bytes[offset] == 0xFF,
      // Sync, layer 0.
      bytes[offset + 1] & 0xF6 == 0xF0
    else { return nil }
    let fields = bytes[(offset + 2)...].prefix(5).map { Int($0) }
    let rate = fields[0] >> 2 & 15
    length = (fields[1] & 3) << 11 | fields[2] << 3 | fields[3] >> 5
    guard rate < Self.sampleRates.count, length >= Self.headerLength else { return nil }
    sampleRate = Self.sampleRates[rate]
    samples = ((fields[4] & 3) + 1) * 1_024
  }

  /// Returns the frame at `offset` if it has a usual length. Other bytes look less often like one.
  package static func usual(_ bytes: [UInt8], at offset: Int) -> ADTSFrame? {
    ADTSFrame(bytes, at: offset).flatMap { $0.length <= longestUsual ? $0 : nil }
  }

  /// Returns the duration of this many frames like this one.
  package func duration(ofFrames count: Int) -> Duration {
    .seconds(Double(count) * Double(samples) / Double(sampleRate))
  }

  static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
}
