import Foundation

/// A small one-color PNG square, different for each album's address.
///
/// It ignores the size in the name, because players scale pictures anyway.
struct PlainPicture {
  let png: Data

  private static let side = 16

  /// Returns `nil` if the name does not belong to a picture, such as `300x300bb.jpg`.
  init?(file: Substring, of path: String) {
    let name = /[1-9][0-9]{0,3}x[1-9][0-9]{0,3}[a-z]*\.(jpg|jpeg|png|webp)/
    guard file.wholeMatch(of: name) != nil else { return nil }
    let hash = Checksum.crc32(Array(path.utf8.dropLast(file.utf8.count)))
    let color = [UInt8(hash & 0xFF), UInt8(hash >> 8 & 0xFF), UInt8(hash >> 16 & 0xFF)]
    png = Self.square(color)
  }

  private static func square(_ color: [UInt8]) -> Data {
    let row: [UInt8] = [0] + (0..<side).flatMap { _ in color }
    let rows = (0..<side).flatMap { _ in row }
    let size = UInt32(side).bytes
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // Eight bits per channel, RGB, no options.
    data.append(contentsOf: chunk("IHDR", size + size + [8, 2, 0, 0, 0]))
    data.append(contentsOf: chunk("IDAT", stored(rows)))
    data.append(contentsOf: chunk("IEND", []))
    return data
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return UInt32(content.count).bytes + body + Checksum.crc32(body).bytes
  }

  /// A zlib stream with one uncompressed block of at most 65,535 bytes.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    let lengths = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [0x78, 0x01, 0x01] + lengths + bytes + Checksum.adler32(bytes).bytes
  }
}

private enum Checksum {
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}

extension UInt32 {
  /// The bytes in big-endian order.
  fileprivate var bytes: [UInt8] {
    [UInt8(self >> 24), UInt8(self >> 16 & 0xFF), UInt8(self >> 8 & 0xFF), UInt8(self & 0xFF)]
  }
}
