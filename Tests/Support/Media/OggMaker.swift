import Foundation

/// Writes Ogg streams with replaced comments, in pages of any length.
package enum OggMaker {
  /// - Parameter segments: The number of segments on each page of comments, by the page's number.
  package static func stream(
    _ original: [UInt8],
    comments: [[UInt8]],
    count: Int? = nil,
    segments: (Int) -> Int = { _ in 255 }
  ) -> [UInt8] {
    let pages = pages(original)
    let kind = Array(pages[0].body.prefix(8))
    // The packet of comments, and the data after it on its last page.
    var (packet, index) = ([UInt8](), 1)
    var rest: ArraySlice<UInt8> = []
    while true {
      let page = pages[index]
      let own = page.segments.firstIndex { $0 < 255 }.map { $0 + 1 } ?? page.segments.count
      let length = page.segments.prefix(own).reduce(0) { $0 + Int($1) }
      packet += page.body.prefix(length)
      if own < page.segments.count || page.segments.last ?? 0 < 255 {
        rest = page.segments.dropFirst(own)
        break
      }
      index += 1
    }
    let tail = pages[index].body.suffix(rest.reduce(0) { $0 + Int($1) })
    var body = number(4) + Array("test".utf8) + number(count ?? comments.count)
    for comment in comments { body += number(comment.count) + comment }
    if kind.starts(with: [1]) {
      body = Array(packet.prefix(7)) + body + [1]
    } else if kind.starts(with: [0x7F]) {
      body = [packet[0]] + number(body.count).prefix(3).reversed() + body
    } else {
      body = Array(packet.prefix(8)) + body
    }
    var stream = page(pages[0].head, pages[0].segments, pages[0].body[...])
    var lacing = [UInt8](repeating: 255, count: body.count / 255) + [UInt8(body.count % 255)]
    var (place, sequence) = (0, 1)
    var head = pages[1].head
    while !lacing.isEmpty {
      let part = Array(lacing.prefix(segments(sequence)))
      let length = part.reduce(0) { $0 + Int($1) }
      head[5] = sequence == 1 ? 0 : 1
      head.replaceSubrange(18..<22, with: number(sequence))
      stream += page(head, part, body[place..<place + length])
      lacing.removeFirst(part.count)
      place += length
      sequence += 1
    }
    var others = pages.dropFirst(index + 1).map { ($0.head, $0.segments, $0.body[...]) }
    if !rest.isEmpty {
      var head = pages[index].head
      head[5] = 0
      others.insert((head, Array(rest), tail), at: 0)
    }
    for (head, segments, body) in others {
      var head = head
      head.replaceSubrange(18..<22, with: number(sequence))
      stream += page(head, segments, body)
      sequence += 1
    }
    return stream
  }

  package static func comment(_ name: String, _ value: String) -> [UInt8] {
    Array("\(name)=\(value)".utf8)
  }

  /// A picture of a size, encoded as in comments.
  package static func picture(_ count: Int, said: Int? = nil) -> [UInt8] {
    var block = TagMaker.plain(3) + TagMaker.plain(9) + Array("image/png".utf8) + TagMaker.plain(0)
    block += [640, 480, 24, 0, said ?? count].flatMap(TagMaker.plain)
    block += TagMaker.png(count: count)
    return Array("METADATA_BLOCK_PICTURE=".utf8) + Array(Data(block).base64EncodedData())
  }

  private static func number(_ number: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(number >> $0 & 0xFF) }
  }

  private static func pages(
    _ bytes: [UInt8]
  ) -> [(head: [UInt8], segments: [UInt8], body: [UInt8])] {
    var pages: [(head: [UInt8], segments: [UInt8], body: [UInt8])] = []
    var place = 0
    while place + 27 <= bytes.count {
      let head = Array(bytes[place..<place + 26])
      let start = place + 27 + Int(bytes[place + 26])
      let segments = Array(bytes[place + 27..<start])
      let end = start + segments.reduce(0) { $0 + Int($1) }
      pages.append((head, segments, Array(bytes[start..<end])))
      place = end
    }
    return pages
  }

  private static func page(
    _ head: [UInt8],
    _ segments: [UInt8],
    _ body: ArraySlice<UInt8>
  ) -> [UInt8] {
    var page = Array(head[..<22]) + [0, 0, 0, 0, UInt8(segments.count)] + segments + body
    var sum: UInt32 = 0
    for byte in page { sum = sum << 8 ^ sums[Int(sum >> 24 ^ UInt32(byte))] }
    page.replaceSubrange(22..<26, with: number(Int(sum)))
    return page
  }

  private static let sums: [UInt32] = (0..<256).map { index in
    var sum = UInt32(index) << 24
    for _ in 0..<8 { sum = sum & 1 << 31 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    return sum
  }
}
