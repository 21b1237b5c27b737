import TestSupport
import Testing

@testable import PlayerKitMedia

/// The examples of SP 800-38A, F.2.2, and a block of padding that another program made.
@Suite(.tags(.pure))
struct AES128Tests {
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private let key = Self.bytes("2b7e151628aed2a6abf7158809cf4f3c")
  private let vector = Self.bytes("000102030405060708090a0b0c0d0e0f")
  private let encrypted = Self.bytes(
    """
    7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
    73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
    8cb82807230e1321d3fae00d18cc2012
    """
  )
  private let plain = Self.bytes(
    """
    6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
    30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
    """
  )

  @Test("Decryption matches the standard's examples")
  func decryptsStandard() throws {
    let cipher = try #require(AES128(key: key))
    #expect(cipher.decrypt(encrypted, vector: vector) == plain)
  }

  @Test("A wrong key is noticed by the padding after the last byte")
  func anotherKeyKnown() throws {
    let cipher = try #require(AES128(key: key.reversed()))
    #expect(cipher.decrypt(encrypted, vector: vector) == nil)
    #expect(cipher.decrypt(Array(encrypted.dropLast()), vector: vector) == nil)
    #expect(cipher.decrypt([], vector: vector) == nil)
  }

  @Test("A key has one length", arguments: [0, 15, 17, 32])
  func keyOneLength(count: Int) {
    #expect(AES128(key: [UInt8](repeating: 1, count: count)) == nil)
  }
}
