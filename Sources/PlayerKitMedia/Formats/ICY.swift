import PlayerKit
import PlayerKitSystem

/// Removes the metadata blocks from the body of a live stream. A server inserts one after each
/// `interval` bytes of audio: one byte with the length in units of 16 bytes, then text padded with
/// zeros. Pure.
struct ICYStripper: Sendable {
  /// A non-empty block, and the audio offset at which it was inserted.
  struct Finding: Sendable, Equatable {
    let offset: Int64
    let text: Data
  }

  private enum Place {
    /// The number of audio bytes before the next block.
    case audio(Int)
    case length
    case block(left: Int)
  }

  private let interval: Int
  private var place: Place
  private var block = Data()

  /// - Parameter interval: the number of audio bytes between two blocks; at least 1.
  init(interval: Int) {
    self.interval = max(interval, 1)
    place = .audio(self.interval)
  }

  /// - Parameters:
  ///   - data: the next bytes of the body.
  ///   - offset: their offset in the audio.
  /// - Returns: the audio bytes, and the completed blocks without empty ones.
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

/// Parses the fields of a block: `StreamTitle='Artist - Title';StreamUrl='http://…';`
enum ICYBlock {
  /// Returns the fields by lowercase name. Empty for other text.
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

  /// Returns the index of the first `='`.
  private static func firstBegin(in text: Substring) -> String.Index? {
    text.indices.first { text[$0] == "=" && text[$0...].dropFirst().first == "'" }
  }

  /// Returns a value, which may contain quotes and semicolons: it ends with the text or before
  /// another field.
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

  /// Parses a title. Some stations send a JSON record instead, which may belong to an advertisement
  /// and have no title.
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

  /// Parses `Artist - text="Title" song_spot="M" …`, as some networks send it.
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
