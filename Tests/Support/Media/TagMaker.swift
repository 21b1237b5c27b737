import Foundation

/// Writes malformed and unusual tags.
package enum TagMaker {
  package enum Encoding: UInt8 {
    case latin1 = 0
    case utf16, utf16BE, utf8
  }

  /// An ID3v2 tag around frames.
  package static func id3(_ frames: [[UInt8]], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
    let body = frames.flatMap(\.self)
    return Array("ID3".utf8) + [version, 0, flags] + synchsafe(body.count) + body
  }

  package static func frame(_ id: String, _ body: [UInt8], version: UInt8 = 4, size: Int? = nil)
    -> [UInt8]
  {
    let size = size ?? body.count
    return Array(id.utf8) + (version == 4 ? synchsafe(size) : plain(size)) + [0, 0] + body
  }

  package static func text(_ id: String, _ bytes: [UInt8], _ encoding: Encoding, version: UInt8 = 4)
    -> [UInt8]
  {
    frame(id, [encoding.rawValue] + bytes, version: version)
  }

  package static func text(_ id: String, _ text: String) -> [UInt8] {
    self.text(id, Array(text.utf8), .utf8)
  }

  package static func picture(_ bytes: [UInt8], version: UInt8 = 4) -> [UInt8] {
    frame("APIC", [0] + Array("image/png".utf8) + [0, 3, 0] + bytes, version: version)
  }

  /// An APEv2 tag. At the beginning of a file it needs a header.
  package static func ape(
    _ items: [(key: String, value: [UInt8], isText: Bool)],
    hasHeader: Bool = false
  ) -> [UInt8] {
    func little(_ count: Int) -> [UInt8] { plain(count).reversed() }
    var tag: [UInt8] = []
    for item in items {
      tag += little(item.value.count)
      tag += little(item.isText ? 0 : 2)
      tag += Array(item.key.utf8) + [0]
      tag += item.value
    }
    func mark(_ flags: UInt8) -> [UInt8] {
      let fields = [little(2_000), little(tag.count + 32), little(items.count), [0, 0, 0, flags]]
      return Array("APETAGEX".utf8) + fields.joined() + [UInt8](repeating: 0, count: 8)
    }
    return hasHeader ? mark(0xA0) + tag + mark(0x80) : tag + mark(0)
  }

  package static func synchsafe(_ count: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
  }

  package static func plain(_ count: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(count >> $0 & 0xFF) }
  }

  /// The beginning of a PNG picture of 640 × 480, followed by zeros.
  package static func png(count: Int) -> [UInt8] {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let body = head + Array("IHDR".utf8) + plain(640) + plain(480) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
    return body + [UInt8](repeating: 0, count: max(0, count - body.count))
  }
}
