/// A playback device. Snapcast calls it a client.
public struct SnapcastRoom: Sendable, Hashable, Identifiable {
  /// The id of a room at its server. It stays the same after a reconnection.
  public typealias ID = SnapcastID<SnapcastRoom>

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

/// The volume of a room.
public struct SnapcastVolume: Sendable, Hashable {
  /// The volume from 0 to 100. Other values are clamped. The room's mixer defines the effect on the
  /// sound.
  public var percent: Int { didSet { percent = min(max(percent, 0), 100) } }
  /// Whether the room is muted, regardless of `percent`.
  public var isMuted: Bool

  /// Makes a volume.
  public init(percent: Int, isMuted: Bool = false) {
    self.percent = min(max(percent, 0), 100)
    self.isMuted = isMuted
  }
}
