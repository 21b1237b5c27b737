extension String {
  /// The string without NUL, and with U+FFFD for each noncharacter. libsystemd rejects messages
  /// that contain either.
  var dbusText: String {
    guard unicodeScalars.contains(where: { $0.value == 0 || $0.isNoncharacter }) else {
      return self
    }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars where scalar.value != 0 {
      text.append(scalar.isNoncharacter ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isNoncharacter: Bool {
    (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE
  }
}
