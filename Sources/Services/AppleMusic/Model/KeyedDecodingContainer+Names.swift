import MusicCatalog

// Synthesized decoding picks these overloads, and is faster for it: a value that is a text needs no
// decoder of its own.
extension KeyedDecodingContainer {
  func decodeIfPresent(
    _ type: AppleMusic.Color.Type,
    forKey key: Key
  ) throws -> AppleMusic.Color? {
    try decodeIfPresent(String.self, forKey: key).map(AppleMusic.Color.init(hex:))
  }

  func decodeIfPresent<Name: AppleMusic.ExtensibleString>(
    _ type: Name.Type,
    forKey key: Key
  ) throws -> Name? {
    try decodeIfPresent(String.self, forKey: key).map(Name.init(rawValue:))
  }

  func decodeIfPresent<Name: AppleMusic.ExtensibleString>(
    _ type: [Name].Type,
    forKey key: Key
  ) throws -> [Name]? {
    try decodeIfPresent([String].self, forKey: key)?.map(Name.init(rawValue:))
  }

  /// A text that must be there, such as an id; a number counts as one.
  func text(_ key: Key) throws -> String {
    try decodeIfPresent(String.self, forKey: key) ?? decode(String.self, forKey: key)
  }
}
