/// The file format: all numbers are little-endian, and the bins follow the header.
extension WaveformOutline {
  private static let magic = Array("PKWF1\n".utf8)
  private static let headLength = 6 + 4 * 8
  private static let binLength = 8
  static let longestStored = headLength + WaveformBins.most * binLength

  var stored: [UInt8] {
    var bytes = Self.magic
    func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    for number in [width, count, sampleRate, statedDuration] { add(number) }
    for bin in bins {
      add(bin.minimum)
      add(bin.maximum)
      add(bin.power)
    }
    return bytes
  }

  /// - Returns: `nil` if the data is inconsistent.
  init?(stored bytes: [UInt8]) {
    guard bytes.starts(with: Self.magic), bytes.count > Self.headLength,
      bytes.count <= Self.longestStored
    else { return nil }
    func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
      let part = bytes[offset..<offset + MemoryLayout<Number>.size]
      return Number(littleEndian: part.withUnsafeBytes { $0.loadUnaligned(as: Number.self) })
    }
    let head = (0..<4).map { number(at: Self.magic.count + $0 * 8) as Int64 }
    self.init(
      bins: stride(from: Self.headLength, to: bytes.count - Self.binLength + 1, by: Self.binLength)
        .map {
          Bin(minimum: number(at: $0), maximum: number(at: $0 + 2), power: number(at: $0 + 4))
        },
      width: head[0],
      count: head[1],
      sampleRate: head[2],
      statedDuration: head[3]
    )
    guard (bytes.count - Self.headLength) % Self.binLength == 0, width > 0, width <= 1 << 40,
      count > 0, sampleRate > 0, statedDuration >= 0,
      (count - 1) / width == Int64(bins.count - 1)
    else { return nil }
  }
}
