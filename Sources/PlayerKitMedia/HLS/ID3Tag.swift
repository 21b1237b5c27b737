import PlayerKit

/// The relevant parts of an ID3v2 tag in a stream: titles, and the timestamp that Apple's packagers
/// put before packed audio. Pure.
struct ID3Tag: Sendable, Equatable {
  var title: String?
  var artist: String?
  /// 33 bits, in ticks of 90 kHz.
  var timestamp: Int64?

  /// The maximum number of frames.
  private static let mostFrames = 256

  /// - Parameter bytes: the bytes from the tag on.
  /// - Returns: `nil` if they don't start with a tag. The length includes the tag's header and may
  ///   exceed the number of bytes.
  static func read(_ bytes: ArraySlice<UInt8>) -> (tag: ID3Tag, length: Int)? {
    guard bytes.count >= 10, let length = bytes.withUnsafeBytes({ DeclaredLength.tagLength($0) })
    else { return nil }
    let version = bytes.uint8(at: 3) ?? 0
    var tag = ID3Tag()
    var rest = bytes.prefix(length).dropFirst(10)
    for _ in 0..<mostFrames where version == 3 || version == 4 {
      guard let name = rest.fourCharacters(at: 0), let size = rest.uint32(at: 4), rest.count > 10
      else { break }
      let own = version == 4 ? unsynchronized(size) : Int(size)
      guard own > 0, own <= rest.count - 10 else { break }
      tag.take(name, rest.dropFirst(10).prefix(own))
      rest = rest.dropFirst(10 + own)
    }
    return (tag, length)
  }

  /// The station's metadata; `nil` if it has none.
  var metadata: StreamMetadata? {
    let (title, artist) = (title.flatMap(StationText.clean), artist.flatMap(StationText.clean))
    guard title != nil || artist != nil else { return nil }
    return StreamMetadata(title: title, artist: artist)
  }

  /// Decodes seven bits per byte.
  private static func unsynchronized(_ size: UInt32) -> Int {
    var result = 0
    for shift in [24, 16, 8, 0] { result = result << 7 | Int((size >> UInt32(shift)) & 0x7F) }
    return result
  }

  private mutating func take(_ name: String, _ body: ArraySlice<UInt8>) {
    switch name {
    case "TIT2": title = Self.text(body)
    case "TPE1": artist = Self.text(body)
    case "TXXX":
      guard let (name, value) = Self.pair(body) else { return }
      switch name.lowercased() {
      case "title": title = title ?? value
      case "artist": artist = artist ?? value
      default: break
      }
    case "PRIV":
      let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
      guard body.starts(with: owner), let value = body.dropFirst(owner.count).uint64(at: 0)
      else { return }
      timestamp = Int64(value & (1 << 33 - 1))
    default: break
    }
  }

  /// Returns text after a byte with its encoding, limited in length.
  private static func text(_ body: ArraySlice<UInt8>) -> String? {
    texts(body).first.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// Returns a name and its value.
  private static func pair(_ body: ArraySlice<UInt8>) -> (name: String, value: String)? {
    let texts = texts(body)
    guard texts.count > 1, !texts[1].isEmpty else { return nil }
    return (String(texts[0]), String(texts[1]))
  }

  private static func texts(_ body: ArraySlice<UInt8>) -> [Substring] {
    guard let encoding = body.first else { return [] }
    let bytes = body.dropFirst().prefix(4_096)
    let text: String
    switch encoding {
    case 0: text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case 1, 2: text = String(decoding: units(Array(bytes)), as: UTF16.self)
    default: text = String(decoding: bytes, as: UTF8.self)
    }
    // Each UTF-16 text may start with a byte order mark.
    return text.split(separator: "\0", maxSplits: 2, omittingEmptySubsequences: false)
      .map { $0.drop { $0 == "\u{FEFF}" } }
  }

  private static func units(_ bytes: [UInt8]) -> [UInt16] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
  }
}
