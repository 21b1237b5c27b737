import Foundation
import TestSupport
import Testing

/// A book with chapters in a text track, whose titles are far from each other.
enum ScatteredBook {
  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl"]

  /// - Parameter gap: The distance between titles, in bytes.
  static func data(gap: Int) throws -> Data {
    let data = Array(try TagFixture.data("book-text.m4b"))
    let moov = try #require(
      data.indices.first { data[$0...].starts(with: Array("moov".utf8)) },
      "no index"
    )
    var file = Array(data[..<(moov - 4)])
    let start = file.count
    let index = boxes(data[(moov - 4)...]) { kind, body, trak in
      guard trak.contains("text") else { return body }
      switch kind {
      case "stsc": return [0, 0, 0, 0] + [1, 1, 1, 1].flatMap(TagMaker.plain)
      case "stco":
        return [0, 0, 0, 0] + TagMaker.plain(12)
          + (0..<12).flatMap { TagMaker.plain(start + $0 * gap + 8) }
      default: return body
      }
    }
    file += TagMaker.plain(12 * gap + 8) + Array("free".utf8)
    for sample in 0..<12 {
      let title = Array("Part \(sample + 1)".utf8)
      let text = [0, UInt8(title.count)] + title + Array("\0\0\0\u{0C}encd\0\0\u{01}\0".utf8)
      file += text + [UInt8](repeating: 0, count: gap - text.count)
    }
    return Data(file + index)
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Boxes with contents that `change` has changed.
  private static func boxes(
    _ bytes: ArraySlice<UInt8>,
    trak: String = "",
    _ change: (String, [UInt8], String) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while rest.count >= 8 {
      let length = number(Array(rest.prefix(4)), at: 0)
      let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let body = rest.dropFirst(8).prefix(length - 8)
      let isText = body.indices.dropLast(8).contains {
        body[$0...].starts(with: Array("hdlr".utf8))
          && body[($0 + 12)...].starts(with: Array("text".utf8))
      }
      let within = kind == "trak" ? (isText ? "text" : "") : trak
      let new =
        containers.contains(kind)
        ? boxes(body, trak: within, change) : change(kind, Array(body), within)
      result += TagMaker.plain(new.count + 8) + Array(kind.utf8) + new
      rest = rest.dropFirst(length)
    }
    return result
  }
}
