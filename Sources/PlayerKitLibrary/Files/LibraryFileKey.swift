/// The public id of a file in a library. It is derived from the path and does not reveal it.
struct LibraryFileKey: Sendable, Hashable {
  let number: Int64

  /// The key of a path.
  init(path: String) {
    // FNV-1a.
    number = Int64(
      bitPattern: path.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    )
  }

  /// Reads a key of 16 hexadecimal digits.
  init?(_ text: String) {
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
    self.number = Int64(bitPattern: number)
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(UInt64(bitPattern: number), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
