/// Writes data that zlib inflates to a much larger size, with the fixed code and repetitions.
package struct Deflate {
  private var result: [UInt8] = [0x78, 0x01]
  private var buffer: UInt32 = 0
  private var filled: UInt32 = 0
  private var sums = (UInt32(1), UInt32(0))

  private init() {
    // The last block.
    for bit: UInt32 in [1, 1, 0] { put(bit) }
  }

  /// - Returns: This many zeros after a few bytes.
  package static func zeros(_ count: Int, behind start: [UInt8]) -> [UInt8] {
    var writer = Deflate()
    for byte in start + [0] { writer.letter(byte) }
    for _ in 0..<count / 258 {
      // 258 copies of the previous bytes.
      writer.code(0xC5, 8)
      writer.code(0, 5)
      writer.sums.1 = (writer.sums.1 + 258 * writer.sums.0) % 65_521
    }
    return writer.finished()
  }

  /// - Returns: Nested ID3 chapters, and their size in bytes.
  package static func nestedChapters(_ count: Int) -> (bytes: [UInt8], length: Int) {
    var writer = Deflate()
    let head = [UInt8(ascii: "a"), 0] + [UInt8](repeating: 0, count: 16)
    let name = Array("CHAP".utf8)
    for byte in head { writer.letter(byte) }
    var before: [UInt8] = []
    for (number, level) in (0..<count).reversed().enumerated() {
      let size = TagMaker.synchsafe(18 * (level + 1) + 10 * level)
      if number < 2 {
        for byte in name + size { writer.letter(byte) }
        if number == 0 { for byte in [0, 0] + head { writer.letter(byte) } }
      } else {
        // The rest of the previous frame, the name, and the common bytes of the lengths.
        let same = min(zip(before, size).prefix { $0 == $1 }.count, 3)
        writer.again([0, 0] + head + name + size.prefix(same))
        for byte in size.dropFirst(same) { writer.letter(byte) }
      }
      before = size
    }
    writer.again([0, 0] + head)
    return (writer.finished(), head.count + count * 28)
  }

  /// Repeats 19 to 30 bytes from 28 bytes before.
  private mutating func again(_ bytes: [UInt8]) {
    let length = bytes.count - 19
    code(UInt32(13 + length / 4), 7)
    bits(UInt32(length % 4), 2)
    code(9, 5)
    bits(3, 3)
    for byte in bytes { add(byte) }
  }

  private mutating func letter(_ byte: UInt8) {
    if byte < 144 { code(0x30 + UInt32(byte), 8) } else { code(0x190 + UInt32(byte) - 144, 9) }
    add(byte)
  }

  private mutating func put(_ bit: UInt32) {
    buffer |= bit << filled
    filled += 1
    guard filled == 8 else { return }
    result.append(UInt8(buffer))
    (buffer, filled) = (0, 0)
  }

  private mutating func code(_ value: UInt32, _ length: UInt32) {
    for bit in (0..<length).reversed() { put(value >> bit & 1) }
  }

  private mutating func bits(_ value: UInt32, _ length: UInt32) {
    for bit in 0..<length { put(value >> bit & 1) }
  }

  private mutating func add(_ byte: UInt8) {
    sums.0 = (sums.0 + UInt32(byte)) % 65_521
    sums.1 = (sums.1 + sums.0) % 65_521
  }

  private mutating func finished() -> [UInt8] {
    code(0, 7)
    while filled > 0 { put(0) }
    return result + TagMaker.plain(Int(sums.1 << 16 | sums.0))
  }
}
