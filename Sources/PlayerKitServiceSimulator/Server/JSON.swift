import Foundation

/// A JSON value to write. Members keep the order in which they were added.
///
/// A literal omits members whose value is `nil`, and writes `JSON.null`.
indirect enum JSON: Sendable {
  case string(String)
  case number(Int)
  case real(Double)
  case bool(Bool)
  case null
  case array([JSON])
  case object([(name: String, value: JSON)])

  static func string(_ text: String?) -> JSON? { text.map { .string($0) } }
  static func number(_ number: Int?) -> JSON? { number.map { .number($0) } }
  static func strings(_ values: some Sequence<String>) -> JSON {
    .array(values.map { .string($0) })
  }

  /// The text of a string or a whole number.
  var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): String(number)
    case .real, .bool, .null, .array, .object: nil
    }
  }

  var members: [(name: String, value: JSON)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// A member of an object. Setting `nil` removes it.
  subscript(name: String) -> JSON? {
    get { members.first { $0.name == name }?.value }
    set {
      var kept = members.filter { $0.name != name }
      if let newValue { kept.append((name: name, value: newValue)) }
      self = .object(kept)
    }
  }

  /// Merges the members of both objects. The second one wins.
  static func + (first: JSON, second: JSON) -> JSON {
    second.members.reduce(into: first) { $0[$1.name] = $1.value }
  }

  /// Keeps only these members.
  func only(_ names: some Collection<String>) -> JSON {
    .object(members.filter { names.contains($0.name) })
  }

  // MARK: - Writing

  var data: Data {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return Data(bytes)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .string(let text): Self.write(text, to: &bytes)
    case .number(let number): bytes += String(number).utf8
    case .real(let number): bytes += String(number).utf8
    case .bool(let flag): bytes += String(flag).utf8
    case .null: bytes += "null".utf8
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON?)...) {
    self = .object(elements.compactMap { name, value in value.map { (name: name, value: $0) } })
  }
}
