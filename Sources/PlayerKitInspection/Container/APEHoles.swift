/// Finds the long items of an APE tag, mostly pictures, so that the other items can be read without
/// them. Otherwise the data after a long item would read as zeros, and an inspection would number
/// pictures differently than a request for their bytes.
enum APEHoles {
  private static let shown: Int64 = 64 << 10
  private static let long: Int64 = 128 << 10
  private static let mostItems = 1_000
  private static let longestKey = 255

  /// Returns the ranges to skip in the tag at the end.
  static func find(in bytes: MediaBytes) -> [Range<Int64>] {
    for end in [bytes.size, bytes.size - 128] {
      guard end >= 32 else { continue }
      let foot = bytes.bytes(at: end - 32, count: 32)
      guard foot.count == 32, foot.starts(with: Array("APETAGEX".utf8)) else { continue }
      let length = number(foot, at: 12)
      guard length > long, length <= end else { return [] }
      return holes(bytes, from: end - length, to: end - 32, count: number(foot, at: 16))
    }
    return []
  }

  private static func holes(
    _ bytes: MediaBytes,
    from start: Int64,
    to end: Int64,
    count: Int64
  ) -> [Range<Int64>] {
    var holes: [Range<Int64>] = []
    var place = start
    for _ in 0..<min(Int(count), mostItems) {
      let head = bytes.bytes(at: place, count: 8 + longestKey + 1)
      guard head.count > 9, let zero = head[8...].firstIndex(of: 0) else { break }
      let value = place + Int64(zero) + 1
      let length = number(head, at: 0)
      guard value + length <= end else { break }
      if length > long { holes.append(value + shown..<value + length) }
      place = value + length
    }
    return holes
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int64 {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
