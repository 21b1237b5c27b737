/// The header of a frame of MPEG audio, layers I to III.
package struct MPEGFrame: Sendable, Equatable {
  package enum Version: Sendable {
    case one
    case two
    case twoAndAHalf
  }

  package let version: Version
  package let layer: Int
  package let sampleRate: Int
  package let isMono: Bool
  /// In bits per second.
  package let bitRate: Int
  /// Whether a checksum follows the header.
  package let isChecked: Bool
  /// The length in bytes, with the header.
  package let length: Int

  /// - Returns: `nil` if no frame starts at `offset`, or if its bit rate is free.
  package init?(_ bytes: [UInt8], at offset: Int) {
    guard let header = bytes.uint32(at: offset) else { return nil }
    self.init(header: header)
  }

  /// - Parameter header: the first four bytes, big-endian.
  package init?(header: UInt32) {
    guard header >> 21 == 0x7FF else { return nil }
    switch (header >> 19) & 3 {
    case 0: version = .twoAndAHalf
    case 2: version = .two
    case 3: version = .one
    default: return nil
    }
    layer = 4 - Int((header >> 17) & 3)
    isChecked = (header >> 16) & 1 == 0
    let (bitRateIndex, rateIndex) = (Int((header >> 12) & 15), Int((header >> 10) & 3))
    guard layer < 4, rateIndex < 3, bitRateIndex > 0, bitRateIndex < 15 else { return nil }
    let divisor =
      switch version {
      case .one: 1
      case .two: 2
      case .twoAndAHalf: 4
      }
    sampleRate = Self.sampleRates[rateIndex] / divisor
    isMono = (header >> 6) & 3 == 3
    bitRate =
      Self.bitRates[version == .one ? layer - 1 : layer == 1 ? 3 : 4][bitRateIndex - 1] * 1_000
    let padding = Int((header >> 9) & 1)
    switch (layer, version) {
    case (1, _): length = (12 * bitRate / sampleRate + padding) * 4
    case (3, .two), (3, .twoAndAHalf): length = 72 * bitRate / sampleRate + padding
    default: length = 144 * bitRate / sampleRate + padding
    }
  }

  /// The number of samples per channel.
  package var samples: Int {
    switch (layer, version) {
    case (1, _): 384
    case (3, .two), (3, .twoAndAHalf): 576
    default: 1_152
    }
  }

  /// For layer III: the offset of the audio in the frame. A first frame may have a stream header
  /// there instead.
  package var contentOffset: Int {
    switch (version, isMono) {
    case (.one, false): 36
    case (.one, true), (.two, false), (.twoAndAHalf, false): 21
    case (.two, true), (.twoAndAHalf, true): 13
    }
  }

  /// Returns whether both can belong to one stream.
  package func isLike(_ other: MPEGFrame) -> Bool {
    version == other.version && layer == other.layer && sampleRate == other.sampleRate
  }

  private static let sampleRates = [44_100, 48_000, 32_000]

  /// In kbit/s, for the indices 1 to 14: version 1 layers I, II and III, then the other versions'
  /// layer I and layers II and III.
  private static let bitRates = [
    (1...14).map { $0 * 32 },
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}
