import PlayerKitSystem

/// Reads the Vorbis, Opus or FLAC comments at the start of each link of a chained Ogg stream. Pure.
///
/// Audio pages are skipped. Only a page that may contain comments is buffered, up to 64 KiB; for a
/// packet that spans pages, the first 64 KiB. If the bytes do not start with a page, the reader
/// searches for the next one.
struct OggCommentReader: Sendable {
  struct Comments: Sendable, Equatable {
    var title: String?
    var artist: String?
  }

  private enum Codec: Sendable {
    case vorbis, opus, flac
  }

  /// A link whose comments have not arrived yet.
  private struct Link: Sendable {
    let offset: Int64
    let serial: UInt32
    let codec: Codec
    var packet: [UInt8] = []
    var packets = 0
  }

  private var header: [UInt8] = []
  private var head: OggPageHeader?
  private var body: [UInt8] = []
  private var left = 0
  private var isWanted = false
  private var link: Link?
  /// The start of the page.
  private var page: Int64 = 0

  private static let mark = Array("OggS".utf8)
  private static let longestPacket = 64 << 10
  /// FLAC may have other packets first.
  private static let maximumPackets = 8

  /// - Parameters:
  ///   - data: the next bytes of the stream.
  ///   - offset: their offset.
  /// - Returns: the completed comments, and the starts of their links.
  mutating func consume(_ data: Data, at offset: Int64) -> [(offset: Int64, comments: Comments)] {
    var found: [(offset: Int64, comments: Comments)] = []
    var rest = data[...]
    while let byte = rest.first {
      if left > 0 {
        let part = rest.prefix(left)
        if isWanted { body += part }
        rest = rest.dropFirst(part.count)
        left -= part.count
      } else {
        if header.count < 2 { page = offset + Int64(data.count - rest.count - header.count) }
        rest = rest.dropFirst()
        guard takeHeader(byte) else { continue }
      }
      if left == 0 {
        let begin = link?.offset ?? page
        if isWanted, let head {
          found += takePage(head).map { (head.isFirst ? page : begin, $0) }
        }
        header = []
        body = []
      }
    }
    return found
  }

  /// - Returns: whether the header is complete.
  private mutating func takeHeader(_ byte: UInt8) -> Bool {
    if header.count < 4, byte != Self.mark[header.count] { header = [] }
    if header.isEmpty, byte != Self.mark[0] { return false }
    header.append(byte)
    guard OggPageHeader.length(of: header) == header.count, let head = OggPageHeader(header) else {
      return false
    }
    self.head = head
    left = head.bodyLength
    isWanted = head.isFirst || link?.serial == head.serial
    return true
  }

  private mutating func takePage(_ head: OggPageHeader) -> [Comments] {
    if head.isFirst {
      guard let codec = Self.codec(of: body) else { return [] }
      link = Link(offset: page, serial: head.serial, codec: codec)
    }
    var found: [Comments] = []
    var start = 0
    for segment in head.segments {
      let end = start + Int(segment)
      guard link != nil, end <= body.count else { break }
      let room = Self.longestPacket - (link?.packet.count ?? 0)
      link?.packet += body[start..<end].prefix(max(room, 0))
      start = end
      if segment < 255, let comments = takePacket() { found.append(comments) }
    }
    return found
  }

  private static func codec(of body: [UInt8]) -> Codec? {
    if body.starts(with: [1] + Array("vorbis".utf8)) { return .vorbis }
    if body.starts(with: Array("OpusHead".utf8)) { return .opus }
    return body.starts(with: [0x7F] + Array("FLAC".utf8)) ? .flac : nil
  }

  /// Handles a complete packet.
  private mutating func takePacket() -> Comments? {
    guard let link else { return nil }
    self.link?.packet = []
    self.link?.packets += 1
    guard link.packets > 0 else { return nil }  // That was the head.
    let comments =
      switch link.codec {
      case .vorbis: Self.comments(link.packet, behind: [3] + Array("vorbis".utf8))
      case .opus: Self.comments(link.packet, behind: Array("OpusTags".utf8))
      case .flac:
        link.packet.first.map { $0 & 0x7F == 4 } == true
          ? Self.comments(link.packet, behind: Array(link.packet.prefix(4))) : nil
      }
    if comments != nil || link.codec != .flac || link.packets > Self.maximumPackets {
      self.link = nil
    }
    return comments
  }

  /// Parses Vorbis comments, which may be truncated.
  private static func comments(_ packet: [UInt8], behind mark: [UInt8]) -> Comments? {
    guard packet.starts(with: mark) else { return nil }
    var rest = packet.dropFirst(mark.count)
    guard text(&rest) != nil, let count = number(&rest) else { return nil }
    var comments = Comments()
    for _ in 0..<min(count, 1_000) {
      guard let comment = text(&rest) else { break }
      guard let sign = comment.prefix(16).firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = StationText.decode(comment[..<sign]).uppercased()
      guard name == "TITLE" || name == "ARTIST" else { continue }
      let bytes = comment[comment.index(after: sign)...].prefix(8 << 10)
      guard let value = StationText.clean(StationText.decode(bytes)) else { continue }
      if name == "TITLE" {
        comments.title = comments.title ?? value
      } else {
        comments.artist = comments.artist.map { "\($0), \(value)" } ?? value
      }
    }
    comments.artist = comments.artist.flatMap(StationText.clean)
    return comments
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    defer { bytes = bytes.dropFirst(4) }
    return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func text(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let length = number(&bytes), length <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(length) }
    return bytes.prefix(length)
  }
}
