/// The header of one frame of MPEG audio, layers I to III.
struct MPEGFrame: Equatable {
  enum Version: Equatable {
    case one
    case two
    case twoAndAHalf
  }

  let version: Version
  let layer: Int
  let sampleRate: Int
  let isMono: Bool
  /// In bytes, with the header.
  let length: Int

  /// - Returns: `nil` where no frame begins at `offset`, or one of the free bit rate.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, bytes.count >= offset + 4, bytes[offset] == 0xFF else { return nil }
    let (flags, rates, mode) = (bytes[offset + 1], bytes[offset + 2], bytes[offset + 3])
    guard flags & 0xE0 == 0xE0 else { return nil }
    switch (flags >> 3) & 3 {
    case 0: version = .twoAndAHalf
    case 2: version = .two
    case 3: version = .one
    default: return nil
    }
    layer = 4 - Int((flags >> 1) & 3)
    let (bitRateIndex, rateIndex) = (Int(rates >> 4), Int((rates >> 2) & 3))
    guard layer < 4, rateIndex < 3, bitRateIndex > 0, bitRateIndex < 15 else { return nil }
    let divisor =
      switch version {
      case .one: 1
      case .two: 2
      case .twoAndAHalf: 4
      }
    sampleRate = [44_100, 48_000, 32_000][rateIndex] / divisor
    isMono = mode >> 6 == 3
    let bitRate = Self.bitRates(version, layer)[bitRateIndex - 1] * 1_000
    let padding = Int((rates >> 1) & 1)
    switch (layer, version) {
    case (1, _): length = (12 * bitRate / sampleRate + padding) * 4
    case (3, .two), (3, .twoAndAHalf): length = 72 * bitRate / sampleRate + padding
    default: length = 144 * bitRate / sampleRate + padding
    }
  }

  /// Whether both can belong to one stream.
  func isLike(_ other: MPEGFrame) -> Bool {
    version == other.version && layer == other.layer && sampleRate == other.sampleRate
  }

  /// In kbit/s, for the indices 1 to 14.
  private static func bitRates(_ version: Version, _ layer: Int) -> [Int] {
    switch (version, layer) {
    case (.one, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (.one, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (.one, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (_, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    case (_, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }
}
