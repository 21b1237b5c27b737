/// What a snapserver tells those who are connected, and what becomes of the connection.
///
/// A server tells changes to everybody but to who made them: whoever makes a change on a
/// ``SnapcastClient`` gets it as the answer, not as an event.
@nonexhaustive public enum SnapcastEvent: Sendable, Hashable {
  /// The whole status. Comes first of all to who begins to listen, after each new connection, and
  /// when rooms change their groups. It may come without a change.
  case status(SnapcastStatus)
  /// A room appeared, or came back.
  case roomConnected(SnapcastRoom)
  /// A room is gone. The server remembers it.
  case roomDisconnected(SnapcastRoom)
  /// The volume of a room.
  case volume(SnapcastRoom.ID, SnapcastVolume)
  /// The latency of a room.
  case latency(SnapcastRoom.ID, Duration)
  /// The name of a room.
  case roomName(SnapcastRoom.ID, String)
  /// Whether a group is muted.
  case groupMuted(SnapcastGroup.ID, Bool)
  /// What a group plays.
  case groupStream(SnapcastGroup.ID, SnapcastStream.ID)
  /// The name of a group.
  case groupName(SnapcastGroup.ID, String)
  /// A stream as it is now: whether it plays.
  case stream(SnapcastStream)
  /// What a stream says about what it plays.
  case streamProperties(SnapcastStream.ID, SnapcastStream.Properties)
  /// The connection is lost, or could not be made. It is tried again by itself.
  case disconnected(SnapcastError)
  /// So many events waited for this listener that they were dropped. A ``status(_:)`` follows.
  case missed
}
