/// The rooms in which a queue is heard, as a remote control shows and steers them.
///
/// An app makes one of whatever plays in its rooms, such as a Snapcast server. What it tells is not trusted:
/// a remote control shows a bounded part of it.
public protocol RemoteRooms: Sendable {
  /// How the rooms stand: at once, and after each change, whoever made it. It ends with the rooms.
  func states() -> AsyncStream<RemoteRoomsState>

  /// Changes something. It may be called on any task, several times at once.
  ///
  /// - Throws: ``RemoteRoomsError`` where it did not come to it.
  func perform(_ change: RemoteRoomsChange) async throws(RemoteRoomsError)
}

/// How rooms stand.
public struct RemoteRoomsState: Sendable, Hashable {
  /// Whether what plays in the rooms can be reached.
  public var isReachable: Bool
  /// All groups.
  public var groups: [RemoteRoomGroup]

  /// Makes a state.
  public init(isReachable: Bool, groups: [RemoteRoomGroup]) {
    self.isReachable = isReachable
    self.groups = groups
  }
}

/// Rooms that play the same in step.
public struct RemoteRoomGroup: Sendable, Hashable, Identifiable {
  /// Its identity.
  public let id: String
  /// The name that people gave it; `nil`: none.
  public var name: String?
  /// Whether all of its rooms are silent. A mute of a room is another one.
  public var isMuted: Bool
  /// What it plays; `nil`: unknown.
  public var stream: String?
  /// Its rooms, those that are away included.
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

/// A device that plays.
public struct RemoteRoom: Sendable, Hashable, Identifiable {
  /// Its identity.
  public let id: String
  /// For people.
  public var name: String
  /// Whether it is there.
  public var isConnected: Bool
  /// From 0 to 1: what people set, also while the app silences a room for a moment.
  public var volume: Double
  /// Whether people silenced it.
  public var isMuted: Bool
  /// By how much it plays earlier than the others, to make up for a slow amplifier.
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

/// What can be changed in rooms. Rooms and groups are named by their ids.
@nonexhaustive public enum RemoteRoomsChange: Sendable, Hashable {
  /// From 0 to 1. The room's mute stays as it is.
  case volume(Double, room: String)
  /// The room's volume stays as it is.
  case mute(Bool, room: String)
  /// By how much it plays earlier than the others.
  case latency(Duration, room: String)
  /// An empty name takes the name back.
  case name(String, room: String)
  /// Move a room into a group; `nil`: into one of its own.
  case move(room: String, group: String?)
  /// All rooms of a group.
  case muteGroup(Bool, group: String)
}

/// Why rooms were not changed.
public struct RemoteRoomsError: Error, Sendable, Hashable {
  /// For people.
  public let message: String

  /// Makes an error.
  public init(_ message: String) {
    self.message = message
  }
}
