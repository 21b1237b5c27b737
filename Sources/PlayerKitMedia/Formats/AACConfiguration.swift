/// The parts of an MP4 track's AAC descriptors that matter for counting samples.
struct AACConfiguration: Sendable, Equatable {
  /// The sample rate of the decoder's output.
  let sampleRate: UInt32
  /// Whether a packet has 960 samples instead of 1,024.
  let isShort: Bool

  /// - Parameter esds: the content of that box.
  /// - Returns: `nil` for anything but plain AAC (Low Complexity), and if spectral band
  ///   replication, which doubles the rate and adds a delay, is declared or may occur undeclared.
  init?(esds: ArraySlice<UInt8>) {
    guard let stream = Self.descriptor(3, esds.dropFirst(4)), let flags = stream.uint8(at: 2),
      flags & 0xE0 == 0, let decoder = Self.descriptor(4, stream.dropFirst(3)),
      decoder.uint8(at: 0) == 0x40, let specific = Self.descriptor(5, decoder.dropFirst(13))
    else { return nil }
    var bits = BitReader(specific)
    guard bits.read(5) == 2, let rateIndex = bits.read(4), rateIndex < ADTSFrame.sampleRates.count,
      let channels = bits.read(4), channels > 0, let isShort = bits.read(1),
      bits.read(2) == 0  // No core coder, no extension.
    else { return nil }
    sampleRate = UInt32(ADTSFrame.sampleRates[rateIndex])
    self.isShort = isShort == 1
    // The backward-compatible declaration of spectral band replication.
    if bits.read(11) == 0x2B7, bits.read(5) == 5 {
      guard bits.read(1) == 0 else { return nil }
    } else if sampleRate <= 24_000 {
      return nil
    }
  }

  /// Returns the content of the descriptor at the start of the bytes.
  static func descriptor(_ tag: UInt8, _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.first == tag else { return nil }
    var rest = bytes.dropFirst()
    var length = 0
    for _ in 0..<4 {
      guard let byte = rest.popFirst() else { return nil }
      length = length << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return rest.prefix(length) }
    }
    return nil
  }
}

/// Reads bits, the highest first.
private struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  mutating func read(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for bit in position..<position + count {
      value = value << 1 | Int(bytes[bytes.startIndex + bit / 8] >> (7 - bit % 8)) & 1
    }
    position += count
    return value
  }
}
