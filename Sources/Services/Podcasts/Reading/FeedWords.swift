import Foundation
import PlayerKitCXML

/// Parses the texts in feeds. Pure.
enum FeedWords {
  /// Returns a text of one line. Collapses white space, decodes references that were encoded twice,
  /// and removes control characters. `nil` if nothing is left.
  static func line(_ text: String, longest: Int = 2_000) -> String? {
    let read = text.contains("&") ? decoded(text) : text
    let words = read.unicodeScalars.split {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control
    }
    guard !words.isEmpty else { return nil }
    return String(words.map { String($0) }.joined(separator: " ").prefix(longest))
  }

  /// Parses `yes`, `true`, `explicit`, `no`, `false` and `clean`; `nil` for anything else.
  static func flag(_ text: String) -> Bool? {
    switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
    case "yes", "true", "explicit", "1": true
    case "no", "false", "clean", "0": false
    default: nil
    }
  }

  /// Parses a non-negative integer.
  static func number(_ text: String?) -> Int? {
    guard let text else { return nil }
    let digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...15) ~= digits.utf8.count, digits.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else {
      return nil
    }
    return Int(digits)
  }

  /// Replaces references such as `&amp;`, `&eacute;` and `&#8217;` by their characters, once.
  static func decoded(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      let name = rest[mark...].dropFirst().prefix(32).prefix { $0 != ";" && $0 != "&" }
      let end = name.endIndex
      if end < rest.endIndex, rest[end] == ";", let scalar = scalar(String(name)) {
        result.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest[rest.index(after: mark)...]
      }
    }
    return result + rest
  }

  /// Returns the character of a reference, given its name without `&` and `;`.
  static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else {
      if name == "apos" { return "'" }
      return htmlEntityLookup(name).flatMap { Unicode.Scalar($0.pointee.value) }
    }
    return number(reference: name).flatMap { Unicode.Scalar($0) }.flatMap { isText($0) ? $0 : nil }
  }

  /// Whether a reference is numeric.
  static func isNumber(_ name: String) -> Bool { number(reference: name) != nil }

  private static func number(reference name: String) -> UInt32? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    return isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
  }

  /// Whether XML allows the character.
  static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
