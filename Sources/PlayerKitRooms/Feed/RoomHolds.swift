/// The rooms that we silence with a volume of 0, and the volumes that users chose. Pure.
///
/// We don't mute: a server sends nothing to a muted room, so the next sound would be late by the
/// whole buffer, and the sound sent before would be audible when the mute ends. Mutes belong to the
/// users.
///
/// The state comes only from the events of one client, which include that client's own changes, in
/// the order in which the server made them.
struct RoomHolds: Sendable, Equatable {
  private struct Hold: Sendable, Equatable {
    enum Phase: Sendable { case asked, down, answered }

    var percent: Int
    var phase: Phase
  }

  /// The stream whose rooms are silenced.
  let stream: SnapcastStream.ID
  private var holds: [SnapcastRoom.ID: Hold]
  private var status = SnapcastStatus()

  /// - Parameter leftOver: The rooms that an earlier run left silenced, with their volumes.
  init(stream: SnapcastStream.ID, leftOver: [SnapcastRoom.ID: Int] = [:]) {
    self.stream = stream
    holds = leftOver.mapValues { Hold(percent: $0, phase: .down) }
  }

  /// The volumes to restore, in percent.
  var owed: [SnapcastRoom.ID: Int] {
    holds.filter { $0.value.phase != .answered }.mapValues(\.percent)
  }

  /// The status with the volumes that users chose, without our silence.
  var shown: SnapcastStatus {
    var shown = status
    for (id, hold) in holds {
      guard let volume = status.room(id)?.volume else { continue }
      shown.apply(
        .volume(id, SnapcastVolume(percent: hold.percent, isMuted: volume.isMuted))
      )
    }
    return shown
  }

  /// Applies an event of the server, which may report our own change.
  mutating func take(_ event: SnapcastEvent) {
    status.apply(event)
    switch event {
    case .status(let status):
      for id in holds.keys {
        // A room that the server no longer knows needs no restoring.
        if let volume = status.room(id)?.volume {
          noticed(volume.percent, of: id)
        } else {
          holds[id] = nil
        }
      }
    case .volume(let id, let volume): noticed(volume.percent, of: id)
    case .roomConnected(let room): noticed(room.volume.percent, of: room.id)
    case .roomDisconnected, .latency, .roomName, .groupMuted, .groupStream, .groupName, .stream,
      .streamProperties, .disconnected, .missed:
      break
    }
  }

  /// Handles a volume change. A room that we or a user turned up again is no longer held. A volume
  /// set before our silence arrives becomes the one to restore.
  private mutating func noticed(_ percent: Int, of id: SnapcastRoom.ID) {
    switch (holds[id]?.phase, percent) {
    case (nil, _), (.down, 0), (.answered, 0): break
    case (.asked, 0): holds[id]?.phase = .down
    case (.asked, _): holds[id]?.percent = percent
    case (.down, _), (.answered, _): holds[id] = nil
    }
  }

  /// Silences the rooms that play our stream.
  ///
  /// - Returns: The rooms to turn down.
  mutating func hold() -> [SnapcastRoom.ID] {
    var rooms: [SnapcastRoom.ID] = []
    for group in shown.groups where group.stream == stream && !group.isMuted {
      for room in group.rooms where room.isConnected && !room.volume.isMuted {
        guard owed[room.id] == nil, room.volume.percent > 0 else { continue }
        holds[room.id] = Hold(percent: room.volume.percent, phase: .asked)
        rooms.append(room.id)
      }
    }
    return rooms
  }

  /// The server has restored a room's volume, or does not know the room.
  mutating func released(_ room: SnapcastRoom.ID, isKnown: Bool) {
    if isKnown { holds[room]?.phase = .answered } else { holds[room] = nil }
  }
}
