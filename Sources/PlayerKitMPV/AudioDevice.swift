/// An output that an ``MPVEngine`` can use.
public struct AudioDevice: Sendable, Hashable, Identifiable {
  /// What ``MPVEngine/Output/device(_:)`` takes, such as `pulse/SINK`.
  public let id: String
  /// What the system calls it, for people.
  public let name: String
  /// Whether this is the one that ``MPVEngine/Output/auto`` takes.
  public let isDefault: Bool

  /// Makes a description.
  public init(id: String, name: String, isDefault: Bool) {
    self.id = id
    self.name = name
    self.isDefault = isDefault
  }
}
