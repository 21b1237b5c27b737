/// A playback device. Snapcast calls it a client.
public struct SnapcastRoom: Sendable, Hashable, Identifiable {
  /// The id of a room at its server. It stays the same after a reconnection.
  public struct ID: RawRepresentable, Sendable, Hashable {
    /// The server's text.
    public let rawValue: String

    /// Makes an id from the server's text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The id of the room.
  public let id: ID
  /// The name that a user gave the room. Empty if there is none.
  public var name: String
  /// The host name of the room's device.
  public var host: String
  /// Whether the room is connected.
  public var isConnected: Bool
  /// The volume of the room.
  public var volume: SnapcastVolume
  /// The time by which the room plays earlier than others, to compensate for a slow amplifier. In
  /// whole milliseconds.
  public var latency: Duration

  /// Makes a room.
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

  /// The name to display: the room's name, or its host name, or its id.
  public var displayName: String {
    if !name.isEmpty { return name }
    return host.isEmpty ? id.rawValue : host
  }
}
