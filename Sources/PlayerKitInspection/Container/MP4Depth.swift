/// Checks that the boxes of an MP4 are not nested deeper than in any honest file. TagLib follows
/// them recursively without a limit.
struct MP4Depth {
  private let bytes: MediaBytes
  private let size: Int64
  private var left = 20_000

  private static let most = 16
  private static let containers: Set<String> = [
    "moov", "udta", "mdia", "meta", "ilst", "stbl", "minf", "moof", "traf", "trak", "stsd",
  ]

  /// - Parameter end: The end of the range to read.
  static func isShallow(_ bytes: MediaBytes, until end: Int64) -> Bool {
    var depth = MP4Depth(bytes: bytes, size: end)
    return depth.isShallow(from: 0, to: end, depth: 0)
  }

  private init(bytes: MediaBytes, size: Int64) { (self.bytes, self.size) = (bytes, size) }

  /// Follows the boxes as TagLib does: a box may end after its parent.
  private mutating func isShallow(from start: Int64, to end: Int64, depth: Int) -> Bool {
    guard depth < Self.most else { return false }
    var place = start
    while place < end, place <= size - 8 {
      guard left > 0 else { return false }
      left -= 1
      let head = bytes.bytes(at: place, count: 16)
      guard head.count >= 8 else { return true }
      func number(_ range: Range<Int>) -> UInt64 { head[range].reduce(0) { $0 << 8 | UInt64($1) } }
      var length = number(0..<4)
      var header: Int64 = 8
      if length == 1 {
        guard head.count == 16 else { return true }
        (length, header) = (number(8..<16), 16)
      }
      let rest = UInt64(size - place)
      if length == 0 || length > rest { length = rest }
      guard length >= UInt64(header) else { return true }
      let next = place + Int64(length)
      let kind = String(decoding: head[4..<8], as: UTF8.self)
      if Self.containers.contains(kind) {
        // In `meta`, children come after a version; in `stsd`, after a version and a count.
        let offsets: [Int64] = kind == "meta" ? [0, 4] : kind == "stsd" ? [8] : [0]
        for offset in offsets
        where !isShallow(from: place + header + offset, to: next, depth: depth + 1) {
          return false
        }
      }
      place = next
    }
    return true
  }
}
