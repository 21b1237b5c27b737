import PlayerKit

/// Gives out a part, up to each place where something is said. Pure.
struct HLSPartCursor: Sendable {
  /// More is said in no honest part.
  private static let mostAnnouncements = 64

  private let bytes: [UInt8]
  private var offset = 0
  private var announcements: ArraySlice<(offset: Int, metadata: StreamMetadata)>

  init(_ output: HLSAssembler.Output) {
    bytes = output.bytes
    announcements =
      output.announcements.sorted { $0.offset < $1.offset }.prefix(Self.mostAnnouncements)
  }

  var isAtEnd: Bool { offset >= bytes.count }

  /// - Returns: how many bytes were copied, and what is said before the first of them.
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
