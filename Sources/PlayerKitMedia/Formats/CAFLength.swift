/// The length of the audio in a Core Audio file, without the encoder's padding. libavformat counts
/// the padding too.
package enum CAFLength {
  private static let maximumChunks = 1_000

  /// - Returns: `nil` if the media is something else, or states no padding.
  package static func duration(of bytes: some RandomAccessBytes) -> Duration? {
    guard bytes.bytes(at: 0, count: 4).has("caff") else { return nil }
    var place: Int64 = 8
    var rate: Double?
    for _ in 0..<maximumChunks {
      let head = bytes.bytes(at: place, count: 12)
      guard let kind = head.fourCharacters(at: 0), let size = head.uint64(at: 4),
        let length = Int64(exactly: size), length <= bytes.size - place - 12
      else { return nil }
      let body = bytes.bytes(at: place + 12, count: Int(min(length, 32)))
      if kind == "desc" { rate = body.uint64(at: 0).map { Double(bitPattern: $0) } }
      if kind == "pakt" { return rate.flatMap { duration(of: body, rate: $0) } }
      place += 12 + length
    }
    return nil
  }

  private static func duration(of table: [UInt8], rate: Double) -> Duration? {
    guard let frames = table.uint64(at: 8), let before = table.uint32(at: 16),
      let behind = table.uint32(at: 20), frames > 0, frames < 1 << 40, (1...1e6).contains(rate)
    else { return nil }
    // libavformat leaves out no frames before the audio, nor after it if there are some before.
    let padding = before == 0 ? 0 : UInt64(before) + UInt64(behind)
    return .seconds(Double(frames + padding) / rate)
  }
}
