/// A music service whose catalog a client of this library reads.
///
/// The set is open: an app adds its own.
public struct CatalogService: RawRepresentable, Hashable, Sendable {
  /// The stable name, as the CLI's JSON shows it.
  public let rawValue: String

  /// Makes a service from its stable name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension CatalogService: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}
