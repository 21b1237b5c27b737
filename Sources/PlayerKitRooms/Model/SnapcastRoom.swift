/// A device that plays, which Snapcast calls a client.
public struct SnapcastRoom: Sendable, Hashable, Identifiable {
  /// Identifies a room at its server, also after it was away.
  public struct ID: RawRepresentable, Sendable, Hashable {
    /// The server's text.
    public let rawValue: String

    /// Makes an id of the server's text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Its identity.
  public let id: ID
  /// The name that somebody gave it; empty where nobody did.
  public var name: String
  /// What its machine calls itself.
  public var host: String
  /// Whether it is there.
  public var isConnected: Bool
  /// How loud it is.
  public var volume: SnapcastVolume
  /// How much earlier it plays than the others, to make up for a slow amplifier. In milliseconds.
  public var latency: Duration

  /// Makes a description.
  public init(
    id: ID,
    name: String = "",
    host: String = "",
    isConnected: Bool = true,
    volume: SnapcastVolume = SnapcastVolume(percent: 100),
    latency: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.host = host
    self.isConnected = isConnected
    self.volume = volume
    self.latency = latency
  }

  /// A name to show: its own, or its machine's, or its id.
  public var displayName: String {
    if !name.isEmpty { return name }
    return host.isEmpty ? id.rawValue : host
  }
}
