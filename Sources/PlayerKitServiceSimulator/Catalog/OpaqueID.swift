/// Ids that look random, computed from an index and back without a table. One half is a checksum of
/// the index, the other half is the index masked by the checksum.
struct OpaqueID: Sendable {
  private let salt: UInt64

  init(kind: UInt64, seed: UInt64) {
    var numbers = SplitMix64(seed: seed &+ kind &* 0x9E37_79B9_0000_0000)
    salt = numbers.next()
  }

  static func spotifyPreview(seed: UInt64) -> OpaqueID { OpaqueID(kind: 11, seed: seed) }
  static func deezerPreview(seed: UInt64) -> OpaqueID { OpaqueID(kind: 12, seed: seed) }

  // MARK: - 22 characters of base62

  func base62(_ index: Int) -> String {
    var number = value(index)
    var digits: [UInt8] = []
    for _ in 0..<22 {
      digits.append(Self.alphabet[Int(number % 62)])
      number /= 62
    }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  func index(base62 text: String) -> Int? {
    guard Self.isBase62(text) else { return nil }
    var number: UInt128 = 0
    for byte in text.utf8 {
      guard let digit = Self.alphabet.firstIndex(of: byte) else { return nil }
      let (product, overflow) = number.multipliedReportingOverflow(by: 62)
      let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
      guard !overflow, !carry else { return nil }
      number = sum
    }
    return index(of: number)
  }

  /// Whether a text has the form of an id, even if the id does not exist.
  static func isBase62(_ text: String) -> Bool {
    text.utf8.count == 22 && text.utf8.allSatisfy { alphabet.contains($0) }
  }

  // MARK: - 40 hexadecimal digits

  func hexadecimal(_ index: Int) -> String {
    let value = value(index)
    var tail = SplitMix64(seed: UInt64(truncatingIfNeeded: value))
    return value.padded(32, radix: 16) + (tail.next() >> 32).padded(8, radix: 16)
  }

  func index(hexadecimal text: String) -> Int? {
    guard
      text.utf8.count == 40,
      let number = UInt128(text.prefix(32), radix: 16),
      let index = index(of: number),
      hexadecimal(index) == text
    else { return nil }
    return index
  }

  // MARK: - UUIDs, in lowercase

  func uuid(_ index: Int) -> String {
    let digits = Array(value(index).padded(32, radix: 16))
    let ends = [0, 8, 12, 16, 20, 32]
    return zip(ends, ends.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
  }

  func index(uuid text: String) -> Int? {
    guard
      let number = UInt128(text.filter { $0 != "-" }, radix: 16),
      let index = index(of: number),
      uuid(index) == text
    else { return nil }
    return index
  }

  // MARK: - Numbers

  private func value(_ index: Int) -> UInt128 {
    let key = UInt64(truncatingIfNeeded: index)
    let check = checksum(key)
    var mask = SplitMix64(seed: check)
    return UInt128(check) << 64 | UInt128(key ^ mask.next())
  }

  private func index(of value: UInt128) -> Int? {
    let check = UInt64(truncatingIfNeeded: value >> 64)
    var mask = SplitMix64(seed: check)
    let key = UInt64(truncatingIfNeeded: value) ^ mask.next()
    guard checksum(key) == check, key <= UInt64(Int32.max) else { return nil }
    return Int(key)
  }

  private func checksum(_ key: UInt64) -> UInt64 {
    var numbers = SplitMix64(seed: salt ^ key &* 0xD6E8_FEB8_6659_FD93)
    return numbers.next()
  }

  private static let alphabet = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
  )
}
