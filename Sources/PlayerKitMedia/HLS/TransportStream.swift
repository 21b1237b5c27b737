import PlayerKit

/// Extracts the audio frames from an MPEG transport stream. Pure.
///
/// So video costs nothing, clock discontinuities do no harm, and libmpv counts samples.
struct TransportStream: Sendable {
  /// The content of a part.
  struct Content: Sendable, Equatable {
    var audio: [UInt8] = []
    /// The kind of audio, according to the tables.
    var kind = PackedAudio.Kind.other
    /// The time of the first frame, in ticks of 90 kHz.
    var timestamp: Int64?
    /// The tags, and their offsets in the audio.
    var tags: [(offset: Int, tag: ID3Tag)] = []

    static func == (left: Content, right: Content) -> Bool {
      left.audio == right.audio && left.kind == right.kind && left.timestamp == right.timestamp
        && left.tags.map(\.offset) == right.tags.map(\.offset)
        && left.tags.map(\.tag) == right.tags.map(\.tag)
    }
  }

  enum Failure: Error, Sendable, Equatable {
    case noAudio
    case protected
  }

  private static let packetLength = 188
  private static let sync: UInt8 = 0x47
  /// The maximum length of a tag.
  private static let maximumTagBytes = 256 << 10

  private var tables: Int?
  private var audio: Int?
  private var kind = PackedAudio.Kind.other
  private var tags: Int?
  private var tagBytes: [UInt8] = []
  private var tagOffset = 0
  private var hasProtected = false

  /// Returns whether bytes are a transport stream.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count >= packetLength && bytes[0] == sync
      && (bytes.count < 2 * packetLength || bytes[packetLength] == sync)
  }

  /// Reads the packets of a part. The stream tables of earlier parts still apply.
  mutating func read(_ bytes: [UInt8]) throws(Failure) -> Content {
    var content = Content()
    content.audio.reserveCapacity(bytes.count)
    var offset = 0
    while offset + Self.packetLength <= bytes.count {
      guard bytes[offset] == Self.sync else {
        offset += 1
        continue
      }
      readPacket(bytes[offset..<offset + Self.packetLength], &content)
      offset += Self.packetLength
    }
    endTag(&content)
    guard audio != nil else { throw hasProtected ? .protected : .noAudio }
    content.kind = kind
    return content
  }

  private mutating func readPacket(_ packet: ArraySlice<UInt8>, _ content: inout Content) {
    let begin = packet.startIndex
    let number = Int(packet[begin + 1] & 0x1F) << 8 | Int(packet[begin + 2])
    let isStart = packet[begin + 1] & 0x40 != 0
    let control = packet[begin + 3] >> 4 & 3
    guard control & 1 != 0, packet[begin + 1] & 0x80 == 0 else { return }
    let skipped = control == 3 ? 5 + Int(packet[begin + 4]) : 4
    guard skipped < Self.packetLength else { return }
    let payload = packet.dropFirst(skipped)
    switch number {
    case 0 where isStart: readPrograms(payload)
    case tables where isStart: readStreams(payload)
    case audio: readAudio(payload, isStart, &content)
    case tags: readTag(payload, isStart, &content)
    default: break
    }
  }

  // MARK: Tables

  /// Returns the content of a section. A section that spans packets is too long to be valid here.
  private static func section(_ payload: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let pointer = payload.first else { return nil }
    let section = payload.dropFirst(1 + Int(pointer))
    guard let length = section.uint16(at: 1).map({ Int($0 & 0xFFF) }), length > 9 else {
      return nil
    }
    return section.prefix(3 + length).dropFirst(8).dropLast(4)
  }

  private mutating func readPrograms(_ payload: ArraySlice<UInt8>) {
    guard let section = Self.section(payload) else { return }
    for offset in stride(from: 0, to: section.count - 3, by: 4) {
      guard let program = section.uint16(at: offset), program != 0,
        let number = section.uint16(at: offset + 2)
      else { continue }
      tables = Int(number & 0x1FFF)
      return
    }
  }

  private mutating func readStreams(_ payload: ArraySlice<UInt8>) {
    guard let section = Self.section(payload), let skipped = section.uint16(at: 2) else { return }
    var rest = section.dropFirst(4 + Int(skipped & 0xFFF))
    var (audio, tags): (Int?, Int?)
    while let kind = rest.uint8(at: 0), let number = rest.uint16(at: 1),
      let length = rest.uint16(at: 3)
    {
      switch kind {
      // MPEG audio, ADTS, LATM, AC-3 and E-AC-3.
      case 0x03, 0x04, 0x0F, 0x11, 0x81, 0x87:
        guard audio == nil else { break }
        audio = Int(number & 0x1FFF)
        self.kind = [0x03: .mpeg, 0x04: .mpeg, 0x0F: .adts][kind] ?? .other
      case 0x15: tags = tags ?? Int(number & 0x1FFF)
      case 0xC1, 0xC2, 0xCF: hasProtected = true
      default: break
      }
      rest = rest.dropFirst(5 + Int(length & 0xFFF))
    }
    self.audio = audio
    self.tags = tags
  }

  // MARK: Streams

  /// Returns the payload of a PES packet that starts here, and its timestamp.
  private static func packetized(
    _ payload: ArraySlice<UInt8>
  ) -> (body: ArraySlice<UInt8>, timestamp: Int64?)? {
    guard payload.starts(with: [0, 0, 1]), let flags = payload.uint8(at: 7),
      let length = payload.uint8(at: 8)
    else { return nil }
    var timestamp: Int64?
    if flags & 0x80 != 0, payload.count >= 14 {
      let bytes = payload.dropFirst(9).prefix(5).map { Int64($0) }
      timestamp =
        (bytes[0] >> 1 & 7) << 30 | bytes[1] << 22 | (bytes[2] >> 1) << 15 | bytes[3] << 7
        | bytes[4] >> 1
    }
    return (payload.dropFirst(9 + Int(length)), timestamp)
  }

  private func readAudio(_ payload: ArraySlice<UInt8>, _ isStart: Bool, _ content: inout Content) {
    guard isStart else {
      content.audio += payload
      return
    }
    guard let (body, timestamp) = Self.packetized(payload) else { return }
    content.timestamp = content.timestamp ?? timestamp
    content.audio += body
  }

  private mutating func readTag(
    _ payload: ArraySlice<UInt8>,
    _ isStart: Bool,
    _ content: inout Content
  ) {
    if isStart {
      endTag(&content)
      tagOffset = content.audio.count
      tagBytes = Self.packetized(payload).map { Array($0.body) } ?? []
    } else if !tagBytes.isEmpty, tagBytes.count < Self.maximumTagBytes {
      tagBytes += payload
    }
  }

  private static let maximumTags = 256

  private mutating func endTag(_ content: inout Content) {
    if content.tags.count < Self.maximumTags, let (tag, _) = ID3Tag.read(tagBytes[...]) {
      content.tags.append((tagOffset, tag))
    }
    tagBytes = []
    tagOffset = 0
  }
}
