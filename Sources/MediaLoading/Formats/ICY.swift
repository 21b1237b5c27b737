import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes the blocks of metadata out of the body of a live stream, which a server puts in after each
/// `interval` bytes of audio: one byte that counts their length in 16 bytes, then text, filled with
/// zeroes. Pure.
struct ICYStripper: Sendable {
  /// A block that changed something, and the offset in the audio before which it stood.
  struct Finding: Sendable, Equatable {
    let offset: Int64
    let text: Data
  }

  private enum Place {
    /// So many bytes of audio are left before the next block.
    case audio(Int)
    case length
    case block(left: Int)
  }

  private let interval: Int
  private var place: Place
  private var block = Data()

  /// - Parameter interval: how many bytes of audio are between two blocks; at least 1.
  init(interval: Int) {
    self.interval = max(interval, 1)
    place = .audio(self.interval)
  }

  /// - Parameters:
  ///   - data: the next bytes of the body.
  ///   - offset: the offset in the audio at which they stand.
  /// - Returns: the audio among them, and the blocks that came to their end; empty ones are not told.
  mutating func consume(_ data: Data, at offset: Int64) -> (audio: Data, found: [Finding]) {
    var audio = Data()
    var found: [Finding] = []
    var rest = data[...]
    while let first = rest.first {
      switch place {
      case .audio(let left):
        let part = rest.prefix(left)
        audio.append(part)
        rest = rest.dropFirst(part.count)
        place = part.count == left ? .length : .audio(left - part.count)
      case .length:
        rest = rest.dropFirst()
        block = Data()
        place = first == 0 ? .audio(interval) : .block(left: Int(first) * 16)
      case .block(let left):
        let part = rest.prefix(left)
        block.append(part)
        rest = rest.dropFirst(part.count)
        place = .block(left: left - part.count)
        guard part.count == left else { continue }
        place = .audio(interval)
        found.append(Finding(offset: offset + Int64(audio.count), text: block))
      }
    }
    return (audio, found)
  }
}

/// The fields of a block: `StreamTitle='Artist - Title';StreamUrl='http://…';`
enum ICYBlock {
  /// By lower-case name. Of text that is none of this kind: nothing.
  static func fields(of block: Data) -> [String: String] {
    let bytes = block.prefix { $0 != 0 }
    // Stations send what they have; what is no UTF-8 is taken for Latin-1.
    let text =
      String(bytes: bytes, encoding: .utf8) ?? String(bytes: bytes, encoding: .isoLatin1) ?? ""
    var fields: [String: String] = [:]
    var rest = text[...]
    while let begin = rest.firstRange(of: "='") {
      let name = rest[..<begin.lowerBound].trimmed(\.isBlank)
      let (value, after) = value(in: rest[begin.upperBound...])
      fields[name.lowercased()] = value
      rest = after
    }
    return fields
  }

  /// A value may hold quotes and semicolons: it ends where the text does, or another field begins.
  private static func value(in text: Substring) -> (String, Substring) {
    var from = text.startIndex
    while let end = text[from...].firstRange(of: "';") {
      let after = text[end.upperBound...]
      let name = after.prefix { $0.isLetter && $0.isASCII }
      let isEnd = after.allSatisfy(\.isWhitespace)
      if isEnd || (!name.isEmpty && after.dropFirst(name.count).hasPrefix("='")) {
        return (String(text[..<end.lowerBound]), after)
      }
      from = end.upperBound
    }
    let value = text.hasSuffix("'") ? text.dropLast() : text
    return (String(value), text[text.endIndex...])
  }
}

/// What of a live stream's announcements the reader has passed. Pure.
struct ICYTitles: Sendable {
  private var stripper: ICYStripper?
  private var metadata: StreamMetadata
  private var ahead: [(offset: Int64, metadata: StreamMetadata)] = []
  private var passed: StreamMetadata?

  /// As many announcements wait at most. What is said behind the last of them takes its place.
  private static var mostAhead: Int { 256 }

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
      let isFull = ahead.count >= Self.mostAhead
      ahead.append((isFull ? ahead.removeLast().offset : finding.offset, metadata))
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
