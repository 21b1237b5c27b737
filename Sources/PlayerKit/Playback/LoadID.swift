/// Identifies one attempt to load a track. Every report of a player or engine carries it, so that
/// reports of older attempts can be ignored.
public struct LoadID: Hashable, Sendable {
  let issuer: UInt32
  let number: UInt32
}

extension LoadID: CustomStringConvertible {
  /// The issuer and the number: for logs, or as the tag of a load on a device's link.
  public var description: String { "\(issuer).\(number)" }
}

/// Issues ``LoadID``s and ``SeekID``s that are unique in the process.
///
/// It is a value so that a state machine can own it; a copied machine issues the same ids.
public struct LoadIDIssuer: Sendable, Hashable {
  private let issuer: UInt32
  private var count: UInt32 = 0

  /// Creates an issuer. `issuer` must be unique in the process; ``unique()`` picks a random one.
  public init(issuer: UInt32) {
    self.issuer = issuer
  }

  /// Returns an issuer with a random number.
  public static func unique() -> LoadIDIssuer {
    LoadIDIssuer(issuer: .random(in: .min ... .max))
  }

  /// Returns a new id for a load.
  public mutating func nextLoad() -> LoadID {
    count &+= 1
    return LoadID(issuer: issuer, number: count)
  }

  /// Returns a new id for a seek.
  public mutating func nextSeek() -> SeekID {
    count &+= 1
    return SeekID(issuer: issuer, number: count)
  }
}

/// Identifies a seek.
public struct SeekID: Hashable, Sendable {
  let issuer: UInt32
  let number: UInt32
}

extension SeekID: CustomStringConvertible {
  /// The issuer and the number: for logs, or as the tag of a seek on a device's link.
  public var description: String { "\(issuer).\(number)" }
}

extension SeekID {
  /// Returns an id unique in the process.
  package static func unique() -> SeekID {
    var generator = SystemRandomNumberGenerator()
    return SeekID(issuer: generator.next(), number: generator.next())
  }
}

extension LoadID {
  /// Returns an id unique in the process.
  public static func unique() -> LoadID {
    var generator = SystemRandomNumberGenerator()
    return LoadID(issuer: generator.next(), number: generator.next())
  }
}
