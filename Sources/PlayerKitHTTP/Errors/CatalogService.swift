/// A music service whose catalog this library reads.
///
/// The set is open: apps can add their own.
public struct CatalogService: RawRepresentable, Hashable, Sendable {
  /// The stable name, as in the JSON output of the command-line tool.
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
