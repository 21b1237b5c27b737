import PlayerKit

/// Returns the bytes of a part, up to each announcement. Pure.
struct HLSPartCursor: Sendable {
  /// The maximum number of announcements in a part.
  private static let maximumAnnouncements = 64

  private let bytes: [UInt8]
  private var offset = 0
  private var announcements: ArraySlice<(offset: Int, metadata: StreamMetadata)>

  init(_ output: HLSAssembler.Output) {
    bytes = output.bytes
    announcements =
      output.announcements.sorted { $0.offset < $1.offset }.prefix(Self.maximumAnnouncements)
  }

  var isAtEnd: Bool { offset >= bytes.count }

  /// - Returns: the number of bytes copied, and the metadata announced before them.
  mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> (Int, StreamMetadata?) {
    var said: StreamMetadata?
    while let first = announcements.first, first.offset <= offset {
      said = first.metadata
      announcements.removeFirst()
    }
    let end = min(announcements.first?.offset ?? bytes.count, bytes.count)
    let count = min(buffer.count, end - offset)
    buffer.copyBytes(from: bytes[offset..<offset + count])
    offset += count
    return (count, said)
  }
}
