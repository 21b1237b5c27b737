/// The lines of an answer, as bytes.
struct MPDResponse {
  private(set) var bytes: [UInt8] = []

  /// Adds a line with a name and a value.
  mutating func add(_ name: String, _ value: String) {
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: ": ".utf8)
    Self.append(value, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds a line with a name and a number.
  mutating func add(_ name: String, _ value: some BinaryInteger) {
    add(name, String(value))
  }

  /// Adds a line with a name and a value, unless the value is missing or empty.
  mutating func add(_ name: String, ifAny value: String?) {
    guard let value, !value.isEmpty else { return }
    add(name, value)
  }

  /// Adds raw bytes and a line end.
  mutating func add(binary: some Collection<UInt8>) {
    bytes.append(contentsOf: binary)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns the text on one line, with line breaks replaced by spaces.
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
