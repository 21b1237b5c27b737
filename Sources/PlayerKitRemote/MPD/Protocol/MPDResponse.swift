/// The lines of an answer, as bytes.
struct MPDResponse {
  private(set) var bytes: [UInt8] = []

  /// Adds a line of a name and a value.
  mutating func add(_ name: String, _ value: String) {
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: ": ".utf8)
    Self.append(value, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds a line of a name and a number.
  mutating func add(_ name: String, _ value: some BinaryInteger) {
    add(name, String(value))
  }

  /// Adds a line of a name, where there is a value that says something.
  mutating func add(_ name: String, ifAny value: String?) {
    guard let value, !value.isEmpty else { return }
    add(name, value)
  }

  /// Adds bytes as they are, and the end of their line.
  mutating func add(binary: some Collection<UInt8>) {
    bytes.append(contentsOf: binary)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// A text without what would end its line, or the text as a whole.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: isBreak) else { return text }
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 { bytes.append(isBreak(byte) ? UInt8(ascii: " ") : byte) }
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 || byte == 0 }
}
