import Foundation
import PlayerKit

/// What of a live stream's announcements the reader has passed. Pure.
struct ICYTitles: Sendable {
  private var stripper: ICYStripper?
  private var metadata: StreamMetadata
  private var ahead: [(offset: Int64, metadata: StreamMetadata)] = []
  private var passed: StreamMetadata?

  init(_ head: HTTPHead) {
    metadata = StreamMetadata(name: head.icyName, genre: head.icyGenre)
    stripper = head.icyInterval.map { ICYStripper(interval: $0) }
    if metadata != StreamMetadata() { ahead = [(0, metadata)] }
  }

  /// - Returns: the audio among the bytes of the body.
  mutating func consume(_ data: Data, at offset: Int64) -> Data {
    guard let (audio, found) = stripper?.consume(data, at: offset) else { return data }
    for finding in found {
      let fields = ICYBlock.fields(of: finding.text)
      guard fields["streamtitle"] != nil || fields["streamurl"] != nil else { continue }
      metadata.title = fields["streamtitle"].flatMap { $0.isEmpty ? nil : $0 }
      metadata.url = fields["streamurl"].flatMap { $0.isEmpty ? nil : $0 }
      ahead.append((finding.offset, metadata))
    }
    return audio
  }

  /// How much may be read at a position, without going past an announcement.
  mutating func room(at position: Int64) -> Int {
    while let first = ahead.first, first.offset <= position {
      passed = first.metadata
      ahead.removeFirst()
    }
    return ahead.first.map { Int(clamping: $0.offset - position) } ?? .max
  }

  mutating func takePassed() -> StreamMetadata? {
    defer { passed = nil }
    return passed
  }
}
