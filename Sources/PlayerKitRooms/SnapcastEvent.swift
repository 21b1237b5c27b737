/// A notification of a snapserver, or a change of the connection.
///
/// A server does not notify the client that made a change. ``SnapcastClient`` adds the event for
/// its own changes.
@nonexhaustive public enum SnapcastEvent: Sendable, Hashable {
  /// The whole status. It comes first for each listener, after each new connection, and when rooms
  /// change groups. It may come without a change.
  case status(SnapcastStatus)
  /// A room connected for the first time, or again.
  case roomConnected(SnapcastRoom)
  /// A room disconnected. The server remembers it.
  case roomDisconnected(SnapcastRoom)
  /// The volume of a room.
  case volume(SnapcastRoom.ID, SnapcastVolume)
  /// The latency of a room.
  case latency(SnapcastRoom.ID, Duration)
  /// The name of a room.
  case roomName(SnapcastRoom.ID, String)
  /// Whether a group is muted.
  case groupMuted(SnapcastGroup.ID, Bool)
  /// The stream of a group.
  case groupStream(SnapcastGroup.ID, SnapcastStream.ID)
  /// The name of a group.
  case groupName(SnapcastGroup.ID, String)
  /// The current state of a stream, including whether it plays.
  case stream(SnapcastStream)
  /// The properties of a stream's current track.
  case streamProperties(SnapcastStream.ID, SnapcastStream.Properties)
  /// The connection was lost or could not be made. The client retries automatically.
  case disconnected(SnapcastError)
  /// The listener was too slow, and events were dropped. A ``status(_:)`` follows.
  case missed
}
