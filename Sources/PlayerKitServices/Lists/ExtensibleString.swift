/// A name out of a set that the service may widen.
public protocol ExtensibleString: RawRepresentable, Codable, Hashable, Sendable
where RawValue == String {
  /// Makes it from the service's spelling.
  init(rawValue: String)
}
