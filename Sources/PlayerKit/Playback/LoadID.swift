/// Identifies one attempt to load a track. Every report of a player or engine carries it, so that
/// what belongs to an older attempt can be told and ignored.
public struct LoadID: Hashable, Sendable {
  let issuer: UInt32
  let number: UInt32
}

extension LoadID: CustomStringConvertible {
  /// Issuer and number: for logs, or as the tag of a load on the link to a device.
  public var description: String { "\(issuer).\(number)" }
}

/// Issues ``LoadID``s, and ``SeekID``s, that no other issuer of this process gives out.
///
/// A value, so that a state machine can own it: a copied machine goes on alike.
public struct LoadIDIssuer: Sendable, Hashable {
  private let issuer: UInt32
  private var count: UInt32 = 0

  /// Makes an issuer; `issuer` must be unique in the process. ``unique()`` picks one at random.
  public init(issuer: UInt32) {
    self.issuer = issuer
  }

  /// An issuer with a random number.
  public static func unique() -> LoadIDIssuer {
    LoadIDIssuer(issuer: .random(in: .min ... .max))
  }

  /// A new id for a load.
  public mutating func nextLoad() -> LoadID {
    count &+= 1
    return LoadID(issuer: issuer, number: count)
  }

  /// A new id for a seek.
  public mutating func nextSeek() -> SeekID {
    count &+= 1
    return SeekID(issuer: issuer, number: count)
  }
}

/// Identifies one request to seek.
public struct SeekID: Hashable, Sendable {
  let issuer: UInt32
  let number: UInt32
}

extension SeekID: CustomStringConvertible {
  /// Issuer and number: for logs, or as the tag of a seek on the link to a device.
  public var description: String { "\(issuer).\(number)" }
}

extension SeekID {
  /// An id that no other request of this process has.
  package static func unique() -> SeekID {
    var generator = SystemRandomNumberGenerator()
    return SeekID(issuer: generator.next(), number: generator.next())
  }
}

extension LoadID {
  /// An id that no other load of this process has.
  public static func unique() -> LoadID {
    var generator = SystemRandomNumberGenerator()
    return LoadID(issuer: generator.next(), number: generator.next())
  }
}
