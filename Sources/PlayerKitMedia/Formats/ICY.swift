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
    var fields: [String: String] = [:]
    var rest = StationText.decode(block.prefix { $0 != 0 })[...]
    while let begin = firstBegin(in: rest) {
      let name = rest[..<begin].trimmingPrefix { $0 == " " || $0 == ";" }
      let (value, after) = value(in: rest[begin...].dropFirst(2))
      fields[name.lowercased()] = value
      rest = after
    }
    return fields
  }

  /// Where `='` stands.
  private static func firstBegin(in text: Substring) -> String.Index? {
    text.indices.first { text[$0] == "=" && text[$0...].dropFirst().first == "'" }
  }

  /// A value may hold quotes and semicolons: it ends where the text does, or another field begins.
  private static func value(in text: Substring) -> (String, Substring) {
    for index in text.indices where text[index] == "'" {
      let after = text[index...].dropFirst()
      guard after.first == ";" else { continue }
      let next = after.dropFirst().drop { $0 == " " }
      let name = next.prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
      }
      let isField = !name.isEmpty && next.dropFirst(name.count).hasPrefix("='")
      if isField || after.allSatisfy({ $0.isWhitespace || $0 == ";" }) {
        return (String(text[..<index]), next)
      }
    }
    let value = text.hasSuffix("'") ? text.dropLast() : text
    return (String(value), text[text.endIndex...])
  }

  /// What a title says. Some stations send a record in place of it, which may be that of an
  /// advertisement and say nothing.
  static func title(_ value: String?) -> (title: String, artist: String?)? {
    guard let text = value.flatMap(StationText.clean) else { return nil }
    guard text.hasPrefix("{") || text.hasPrefix("[") else {
      return Self.spelled(text) ?? (text, nil)
    }
    guard text.hasPrefix("{") else { return (text, nil) }
    guard let record = try? JSONDecoder().decode(Record.self, from: Data(text.utf8)) else {
      return nil
    }
    return record.title.flatMap(StationText.clean).map { ($0, record.artist) }
  }

  /// `Artist - text="Title" song_spot="M" …`, as some networks send it.
  private static func spelled(_ text: String) -> (String, String?)? {
    guard let range = text.firstRange(of: " - text=\""), text.contains(" song_spot=\"") else {
      return nil
    }
    let title = text[range.upperBound...].prefix { $0 != "\"" }
    return title.isEmpty ? nil : (String(title), String(text[..<range.lowerBound]))
  }

  private struct Record: Decodable {
    let title: String?
    let artist: String?
  }
}
