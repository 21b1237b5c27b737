import PlayerKitMedia

/// Checks that the boxes of an MP4 are not nested deeper than in any honest file. TagLib follows
/// them recursively without a limit.
struct MP4Depth {
  private var boxes: MP4BoxReader
  private let size: Int64

  private static let maxBoxes = 20_000
  private static let most = 16
  private static let containers: Set<String> = [
    "moov", "udta", "mdia", "meta", "ilst", "stbl", "minf", "moof", "traf", "trak", "stsd",
  ]

  /// - Parameter end: The end of the range to read.
  static func isShallow(_ bytes: MediaBytes, until end: Int64) -> Bool {
    var depth = MP4Depth(boxes: MP4BoxReader(bytes, maxBoxes: maxBoxes), size: end)
    return depth.isShallow(from: 0, to: end, depth: 0)
  }

  /// Follows the boxes as TagLib does: a box may end after its parent.
  private mutating func isShallow(from start: Int64, to end: Int64, depth: Int) -> Bool {
    guard depth < Self.most else { return false }
    var place = start
    while place < end, place <= size - 8 {
      guard boxes.left > 0 else { return false }
      guard let box = boxes.box(at: place, to: size) else { return true }
      if Self.containers.contains(box.kind) {
        // In `meta`, children come after a version; in `stsd`, after a version and a count.
        let offsets: [Int64] = box.kind == "meta" ? [0, 4] : box.kind == "stsd" ? [8] : [0]
        for offset in offsets
        where !isShallow(
          from: box.body.lowerBound + offset,
          to: box.body.upperBound,
          depth: depth + 1
        ) {
          return false
        }
      }
      place = box.body.upperBound
    }
    return true
  }
}
