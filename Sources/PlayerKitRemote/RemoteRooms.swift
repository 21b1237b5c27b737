/// The rooms in which a queue plays, for display and control by a remote control.
///
/// An app implements this for its multi-room system, such as a Snapcast server. Remote controls
/// don't trust the data: they show a limited part of it.
public protocol RemoteRooms: Sendable {
  /// Returns the state of the rooms: immediately, and after each change by anyone. The stream ends
  /// with the rooms.
  func states() -> AsyncStream<RemoteRoomsState>

  /// Performs a change. May be called concurrently from any task.
  ///
  /// - Throws: ``RemoteRoomsError`` if the change failed.
  func perform(_ change: RemoteRoomsChange) async throws(RemoteRoomsError)
}

/// The state of the rooms.
public struct RemoteRoomsState: Sendable, Hashable {
  /// Whether the multi-room system can be reached.
  public var isReachable: Bool
  /// All groups.
  public var groups: [RemoteRoomGroup]

  /// Makes a state.
  public init(isReachable: Bool, groups: [RemoteRoomGroup]) {
    self.isReachable = isReachable
    self.groups = groups
  }
}

/// A group of rooms that play the same stream in sync.
public struct RemoteRoomGroup: Sendable, Hashable, Identifiable {
  /// The id of the group.
  public let id: String
  /// The name that a user gave the group. `nil` if there is none.
  public var name: String?
  /// Whether the whole group is muted. The mutes of its rooms are separate.
  public var isMuted: Bool
  /// The stream that the group plays. `nil` if unknown.
  public var stream: String?
  /// The rooms of the group, including disconnected ones.
  public var rooms: [RemoteRoom]

  /// Makes a group.
  public init(
    id: String,
    name: String? = nil,
    isMuted: Bool = false,
    stream: String? = nil,
    rooms: [RemoteRoom]
  ) {
    self.id = id
    self.name = name
    self.isMuted = isMuted
    self.stream = stream
    self.rooms = rooms
  }
}

/// A playback device.
public struct RemoteRoom: Sendable, Hashable, Identifiable {
  /// The id of the room.
  public let id: String
  /// The name to display.
  public var name: String
  /// Whether the room is connected.
  public var isConnected: Bool
  /// The volume that users chose, from 0 to 1, even while the app briefly silences the room.
  public var volume: Double
  /// Whether a user muted the room.
  public var isMuted: Bool
  /// The time by which the room plays earlier than others, to compensate for a slow amplifier.
  public var latency: Duration

  /// Makes a room.
  public init(
    id: String,
    name: String,
    isConnected: Bool = true,
    volume: Double = 1,
    isMuted: Bool = false,
    latency: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.isConnected = isConnected
    self.volume = volume
    self.isMuted = isMuted
    self.latency = latency
  }
}

/// A change in the rooms. Rooms and groups are identified by their ids.
@nonexhaustive public enum RemoteRoomsChange: Sendable, Hashable {
  /// Sets the volume, from 0 to 1. Keeps the room's mute.
  case volume(Double, room: String)
  /// Mutes or unmutes the room. Keeps its volume.
  case mute(Bool, room: String)
  /// Sets the time by which the room plays earlier than others.
  case latency(Duration, room: String)
  /// Sets the name. An empty name removes it.
  case name(String, room: String)
  /// Moves a room into a group, or into its own group if `nil`.
  case move(room: String, group: String?)
  /// Mutes or unmutes a whole group.
  case muteGroup(Bool, group: String)
}

/// The error of a failed change.
public struct RemoteRoomsError: Error, Sendable, Hashable {
  /// The message to display.
  public let message: String

  /// Makes an error.
  public init(_ message: String) {
    self.message = message
  }
}
