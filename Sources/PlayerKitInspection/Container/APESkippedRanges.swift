import PlayerKitMedia

/// Finds the long items of an APE tag, mostly pictures, so that the other items can be read without
/// them. Otherwise the data after a long item would read as zeros, and an inspection would number
/// pictures differently than a request for their bytes.
enum APESkippedRanges {
  private static let shown: Int64 = 64 << 10
  private static let long: Int64 = 128 << 10
  private static let maximumItems = 1_000

  /// Returns the ranges to skip in the tag at the end.
  static func find(in bytes: MediaBytes) -> [Range<Int64>] {
    guard let tag = tag(in: bytes), tag.items.count > long else { return [] }
    return APEItems(bytes, of: tag, maxItems: maximumItems).compactMap { item in
      item.value.count > long ? item.value.lowerBound + shown..<item.value.upperBound : nil
    }
  }

  /// Returns the tag at the end. An ID3v1 tag may follow it.
  static func tag(in bytes: MediaBytes) -> APETag? {
    [bytes.size, bytes.size - 128].lazy.compactMap { end in
      let place = end - Int64(APETag.markLength)
      guard place >= 0 else { return nil }
      let foot = bytes.bytes(at: place, count: APETag.markLength)
      return APETag(footer: foot, endingAt: end)
    }
    .first
  }
}
