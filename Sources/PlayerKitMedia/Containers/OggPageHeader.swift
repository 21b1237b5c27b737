/// The header of an Ogg page.
package struct OggPageHeader: Sendable, Equatable {
  /// The length of a header before its segments.
  package static let fixedLength = 27
  /// This many bytes contain any header.
  package static let maxHeaderLength = fixedLength + 255
  /// The maximum length of a page.
  package static let maxLength = maxHeaderLength + 255 * 255

  private let flags: UInt8
  /// The position in the stream at the end of the page's last packet.
  package let granule: UInt64
  /// The number of the stream.
  package let serial: UInt32
  /// The number of the page.
  package let sequence: UInt32
  /// The lengths of the parts of packets. A length of 255 means that the packet goes on.
  package let segments: [UInt8]
  package let bodyLength: Int

  /// - Returns: `nil` if no whole header starts at `offset`.
  package init?<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes,
    at offset: Int = 0
  ) where Bytes.Index == Int {
    guard bytes.has("OggS", at: offset), bytes.count - offset >= Self.fixedLength else {
      return nil
    }
    let head = bytes.dropFirst(offset)
    guard let flags = head.uint8(at: 5), let granule = head.little64(at: 6),
      let serial = head.little32(at: 14), let sequence = head.little32(at: 18),
      let length = Self.length(of: head), head.count >= length
    else { return nil }
    self.flags = flags
    self.granule = granule
    self.serial = serial
    self.sequence = sequence
    segments = Array(head.prefix(length).dropFirst(Self.fixedLength))
    bodyLength = segments.reduce(0) { $0 + Int($1) }
  }

  /// Returns the length of the header that starts with these bytes; `nil` if there are fewer than
  /// ``fixedLength``.
  package static func length<Bytes: RandomAccessCollection<UInt8>>(
    of head: Bytes
  ) -> Int? where Bytes.Index == Int {
    head.uint8(at: fixedLength - 1).map { fixedLength + Int($0) }
  }

  package var headerLength: Int { Self.fixedLength + segments.count }
  /// The length of the whole page.
  package var length: Int { headerLength + bodyLength }
  /// Whether its first packet began on an earlier page.
  package var isContinued: Bool { flags & 1 != 0 }
  /// Whether a stream starts with it.
  package var isFirst: Bool { flags & 2 != 0 }
}
