/// A name from a set that the service may extend.
public protocol ExtensibleString: RawRepresentable, Codable, Hashable, Sendable
where RawValue == String {
  /// Makes a name from the service's spelling.
  init(rawValue: String)
}
