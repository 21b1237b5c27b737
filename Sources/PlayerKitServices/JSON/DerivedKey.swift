/// Coding keys whose names at the service follow from the names of the cases by a rule.
package protocol DerivedKey: CodingKey, CaseIterable, RawRepresentable where RawValue == String {}

extension DerivedKey {
  package init?(stringValue: String) {
    guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else {
      return nil
    }
    self = key
  }
}

/// Coding keys of a service that uses snake case: `releaseDate` becomes `release_date`.
///
/// A raw value gives the service's name if it differs from that rule.
package protocol SnakeCaseKey: DerivedKey {}

extension SnakeCaseKey {
  /// The name in snake case. Consecutive capitals get no underscore between them.
  package var stringValue: String {
    let name = rawValue
    guard name.utf8.contains(where: \.isCapital) else { return name }
    var words: [UInt8] = []
    var followsCapital = true
    for byte in name.utf8 {
      if byte.isCapital, !followsCapital { words.append(UInt8(ascii: "_")) }
      words.append(byte.isCapital ? byte | 0x20 : byte)
      followsCapital = byte.isCapital
    }
    return String(decoding: words, as: UTF8.self)
  }
}

/// Coding keys of a service that capitalizes its names: `childCount` becomes `ChildCount`.
///
/// A raw value gives the service's name if it differs from that rule.
package protocol CapitalizedKey: DerivedKey {}

extension CapitalizedKey {
  /// The name with a capital first letter.
  package var stringValue: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (0x41...0x5A).contains(self) }
}
