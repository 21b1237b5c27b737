/// Decrypts AES-128 in CBC mode, as HLS uses it (FIPS 197, SP 800-38A). Pure.
///
/// Not constant-time: it only decrypts media for which every listener gets the key.
struct AES128: Sendable {
  static let keyLength = 16
  private static let blockLength = 16
  private static let tables = Tables()

  /// Four words per round, with the last round's first, in the order of use.
  private let schedule: [UInt32]

  /// - Returns: `nil` if the key does not have 16 bytes.
  init?(key: [UInt8]) {
    guard key.count == Self.keyLength else { return nil }
    let tables = Self.tables
    var words = (0..<4).map { Self.word(key[$0 * 4..<$0 * 4 + 4]) }
    var constant: UInt32 = 1
    for index in 4..<44 {
      var word = words[index - 1]
      if index % 4 == 0 {
        word = tables.substituted(word << 8 | word >> 24) ^ constant << 24
        constant = UInt32(tables.doubled(UInt8(constant)))
      }
      words.append(words[index - 4] ^ word)
    }
    var schedule: [UInt32] = []
    for round in (0...10).reversed() {
      let keys = words[round * 4..<round * 4 + 4]
      schedule += round == 0 || round == 10 ? Array(keys) : keys.map(tables.unmixed)
    }
    self.schedule = schedule
  }

  /// Decrypts whole blocks and removes the padding (PKCS 7).
  ///
  /// - Returns: `nil` if the bytes are not whole blocks or have invalid padding, for example after
  ///   decryption with the wrong key.
  func decrypt(_ bytes: [UInt8], vector: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty, bytes.count % Self.blockLength == 0, vector.count == Self.blockLength
    else { return nil }
    var result = [UInt8](repeating: 0, count: bytes.count)
    let tables = Self.tables
    bytes.withUnsafeBytes { input in
      result.withUnsafeMutableBytes { output in
        schedule.withUnsafeBufferPointer { keys in
          tables.withPointers { columns, inverse in
            var before = Block(vector)
            for offset in stride(from: 0, to: input.count, by: Self.blockLength) {
              let block = Block(input, at: offset)
              (block.decrypted(keys, columns, inverse) ^ before).store(in: output, at: offset)
              before = block
            }
          }
        }
      }
    }
    let padding = Int(result[result.count - 1])
    guard (1...Self.blockLength).contains(padding),
      result.suffix(padding).allSatisfy({ Int($0) == padding })
    else { return nil }
    result.removeLast(padding)
    return result
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// Sixteen bytes as four big-endian words.
private struct Block {
  var a: UInt32
  var b: UInt32
  var c: UInt32
  var d: UInt32

  init(a: UInt32, b: UInt32, c: UInt32, d: UInt32) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    func word(_ index: Int) -> UInt32 {
      UInt32(
        bigEndian: bytes.loadUnaligned(fromByteOffset: offset + index * 4, as: UInt32.self)
      )
    }
    self.init(a: word(0), b: word(1), c: word(2), d: word(3))
  }

  init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Block($0, at: 0) }
  }

  func store(in bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    for (index, word) in [a, b, c, d].enumerated() {
      bytes.storeBytes(of: word.bigEndian, toByteOffset: offset + index * 4, as: UInt32.self)
    }
  }

  static func ^ (left: Block, right: Block) -> Block {
    Block(a: left.a ^ right.a, b: left.b ^ right.b, c: left.c ^ right.c, d: left.d ^ right.d)
  }

  func decrypted(
    _ keys: UnsafeBufferPointer<UInt32>,
    _ columns: UnsafePointer<UInt32>,
    _ inverse: UnsafePointer<UInt8>
  ) -> Block {
    var state = Block(a: a ^ keys[0], b: b ^ keys[1], c: c ^ keys[2], d: d ^ keys[3])
    for round in 1..<10 {
      func column(_ p: UInt32, _ q: UInt32, _ r: UInt32, _ s: UInt32, _ index: Int) -> UInt32 {
        let second = columns[Int(q >> 16 & 0xFF)]
        let third = columns[Int(r >> 8 & 0xFF)]
        let fourth = columns[Int(s & 0xFF)]
        return columns[Int(p >> 24)] ^ (second >> 8 | second << 24) ^ (third >> 16 | third << 16)
          ^ (fourth >> 24 | fourth << 8) ^ keys[round * 4 + index]
      }
      state = Block(
        a: column(state.a, state.d, state.c, state.b, 0),
        b: column(state.b, state.a, state.d, state.c, 1),
        c: column(state.c, state.b, state.a, state.d, 2),
        d: column(state.d, state.c, state.b, state.a, 3)
      )
    }
    func last(_ p: UInt32, _ q: UInt32, _ r: UInt32, _ s: UInt32, _ index: Int) -> UInt32 {
      let bytes = (
        UInt32(inverse[Int(p >> 24)]), UInt32(inverse[Int(q >> 16 & 0xFF)]),
        UInt32(inverse[Int(r >> 8 & 0xFF)]), UInt32(inverse[Int(s & 0xFF)])
      )
      return (bytes.0 << 24 | bytes.1 << 16 | bytes.2 << 8 | bytes.3) ^ keys[40 + index]
    }
    return Block(
      a: last(state.a, state.d, state.c, state.b, 0),
      b: last(state.b, state.a, state.d, state.c, 1),
      c: last(state.c, state.b, state.a, state.d, 2),
      d: last(state.d, state.c, state.b, state.a, 3)
    )
  }
}

/// The cipher's tables, computed from its finite field.
private struct Tables: Sendable {
  private var box = [UInt8](repeating: 0, count: 256)
  private var inverse = [UInt8](repeating: 0, count: 256)
  /// The inverse column mix of a byte in the first row.
  private var columns = [UInt32](repeating: 0, count: 256)

  init() {
    var (value, inverted): (UInt8, UInt8) = (1, 1)
    repeat {
      value ^= doubled(value)
      inverted = Self.divided(inverted)
      let turned = (1...4).reduce(inverted) { $0 ^ (inverted << $1 | inverted >> (8 - $1)) }
      box[Int(value)] = turned ^ 0x63
    } while value != 1
    box[0] = 0x63
    for (index, byte) in box.enumerated() { inverse[Int(byte)] = UInt8(index) }
    for index in 0..<256 { columns[index] = column(inverse[index]) }
  }

  func withPointers(_ body: (UnsafePointer<UInt32>, UnsafePointer<UInt8>) -> Void) {
    columns.withUnsafeBufferPointer { columns in
      inverse.withUnsafeBufferPointer { inverse in
        guard let columns = columns.baseAddress, let inverse = inverse.baseAddress else { return }
        body(columns, inverse)
      }
    }
  }

  func doubled(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 != 0 ? 0x1B : 0) }

  func substituted(_ word: UInt32) -> UInt32 {
    [24, 16, 8, 0].reduce(0) { $0 << 8 | UInt32(box[Int(word >> $1 & 0xFF)]) }
  }

  /// Applies the inverse column mix to a round key's column, for decryption.
  func unmixed(_ word: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [24, 16, 8, 0] {
      let part = column(UInt8(word >> shift & 0xFF))
      let turn = 24 - shift
      result ^= turn == 0 ? part : part >> turn | part << (32 - turn)
    }
    return result
  }

  private func column(_ byte: UInt8) -> UInt32 {
    let two = doubled(byte)
    let four = doubled(two)
    let eight = doubled(four)
    let (nine, eleven) = (eight ^ byte, eight ^ two ^ byte)
    let (thirteen, fourteen) = (eight ^ four ^ byte, eight ^ four ^ two)
    return UInt32(fourteen) << 24 | UInt32(nine) << 16 | UInt32(thirteen) << 8 | UInt32(eleven)
  }

  /// Divides by three in the finite field.
  private static func divided(_ byte: UInt8) -> UInt8 {
    var result = byte
    result ^= result << 1
    result ^= result << 2
    result ^= result << 4
    return result & 0x80 != 0 ? result ^ 0x09 : result
  }
}
