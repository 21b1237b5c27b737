import Foundation

/// A value of JSON, to be written. The order of members stays as built, as a server's does.
indirect enum JSON: Sendable {
  case string(String)
  case number(Int)
  case real(Double)
  case bool(Bool)
  case null
  case array([JSON])
  case object(JSONObject)

  static func strings(_ values: some Sequence<String>) -> JSON {
    .array(values.map { .string($0) })
  }

  var data: Data {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return Data(bytes)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .string(let text): Self.write(text, to: &bytes)
    case .number(let number): bytes.append(contentsOf: String(number).utf8)
    case .real(let number): bytes.append(contentsOf: String(number).utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .null: bytes.append(contentsOf: "null".utf8)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
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
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// An object of JSON. Setting nil leaves a member out; `JSON.null` is written.
struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
  private(set) var members: [(name: String, value: JSON)] = []

  init() {}

  init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { (name: $0.0, value: $0.1) }
  }

  subscript(name: String) -> JSON? {
    get { members.first { $0.name == name }?.value }
    set {
      members.removeAll { $0.name == name }
      if let newValue { members.append((name: name, value: newValue)) }
    }
  }

  /// Keeps only these members.
  func only(_ names: Set<String>) -> JSONObject {
    var result = self
    result.members.removeAll { !names.contains($0.name) }
    return result
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}
