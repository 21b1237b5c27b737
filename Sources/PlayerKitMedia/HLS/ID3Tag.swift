import PlayerKit

/// The relevant parts of an ID3v2 tag in a stream: titles, and the timestamp that Apple's packagers
/// put before packed audio. Pure.
struct ID3Tag: Sendable, Equatable {
  var title: String?
  var artist: String?
  /// 33 bits, in ticks of 90 kHz.
  var timestamp: Int64?

  /// The maximum number of frames.
  private static let maximumFrames = 256

  /// - Parameter bytes: the bytes from the tag on.
  /// - Returns: `nil` if they don't start with a tag. The length includes the tag's header and may
  ///   exceed the number of bytes.
  static func read(_ bytes: ArraySlice<UInt8>) -> (tag: ID3Tag, length: Int)? {
    guard let header = ID3TagHeader(bytes) else { return nil }
    let length = Int(header.tagLength)
    var tag = ID3Tag()
    // In version 2, frames have other names.
    guard header.version == 3 || header.version == 4 else { return (tag, length) }
    var held = HeldBytes()
    held.hold(bytes.prefix(length), at: 0)
    for frame in ID3FrameReader(held, of: header, at: 0, to: held.size, maxFrames: maximumFrames) {
      guard !frame.body.isEmpty else { break }
      let body = held.bytes(at: frame.body.lowerBound, count: frame.body.count)
      tag.take(frame.header.name, body[...])
    }
    return (tag, length)
  }

  /// The station's metadata; `nil` if it has none.
  var metadata: StreamMetadata? {
    let (title, artist) = (title.flatMap(StationText.clean), artist.flatMap(StationText.clean))
    guard title != nil || artist != nil else { return nil }
    return StreamMetadata(title: title, artist: artist)
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
    texts(body).first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a name and its value.
  private static func pair(_ body: ArraySlice<UInt8>) -> (name: String, value: String)? {
    let texts = texts(body)
    guard texts.count > 1, !texts[1].isEmpty else { return nil }
    return (texts[0], texts[1])
  }

  private static func texts(_ body: ArraySlice<UInt8>) -> [String] {
    guard let encoding = body.first else { return [] }
    return ID3Text.texts(body.dropFirst().prefix(4_096), encoding: encoding)
  }
}
