import PlayerKitMedia

extension MediaInformation.Padding {
  /// Creates the padding of AAC from the edit list of an MP4; `nil` if the list is not exact.
  ///
  /// - Parameters:
  ///   - index: The contents of the `moov` box.
  ///   - packets: The number of packets in the track.
  init?(mp4Index index: [UInt8], packets: UInt64) {
    guard let end = ExactEnd(index: index), let count = Int64(exactly: packets) else { return nil }
    let (decoded, isTooLarge) = count.multipliedReportingOverflow(by: end.packet)
    let behind = decoded.subtractingReportingOverflow(end.start + end.samples)
    guard !isTooLarge, !behind.overflow, end.start > 0 || behind.partialValue > 0,
      (0...ExactEnd.maximumPackets * end.packet) ~= behind.partialValue,
      let start = Int(exactly: end.start)
    else { return nil }
    self.init(start: start, end: Int(behind.partialValue))
  }
}

extension MP4Index {
  /// The padding of the first track that states it.
  var padding: MediaInformation.Padding? {
    paddings.lazy.compactMap { .init(mp4Index: $0.index, packets: $0.packets) }.first
  }
}
