/// The header of a RIFF chunk.
package struct RIFFChunk: Sendable, Equatable {
  package static let headerLength = 8

  /// The four letters.
  package let kind: String
  /// The length of the body.
  package let length: Int64

  /// - Parameter head: the first bytes of the chunk.
  package init?<Bytes: RandomAccessCollection<UInt8>>(_ head: Bytes) where Bytes.Index == Int {
    guard let kind = head.fourCharacters(at: 0), let length = head.little32(at: 4) else {
      return nil
    }
    (self.kind, self.length) = (kind, Int64(length))
  }

  /// The length of the body with its padding: bodies start at even offsets.
  package var paddedLength: Int64 { length + (length & 1) }
}
