/// Which rooms are silenced by us, by a volume of 0, and how loud they were. Pure.
///
/// Not by a mute: a server sends nothing to who is muted, so that what comes next would be late by the
/// whole buffer; and what was sent before is heard when the mute ends. Mutes are the users' alone.
struct RoomHolds: Sendable, Equatable {
  /// The stream whose rooms are silenced.
  let stream: SnapcastStream.ID
  /// What the rooms are to be given back.
  private(set) var held: [SnapcastRoom.ID: SnapcastVolume]
  private var status = SnapcastStatus()

  /// - Parameter leftOver: what an earlier run has left silenced.
  init(stream: SnapcastStream.ID, leftOver: [SnapcastRoom.ID: SnapcastVolume] = [:]) {
    self.stream = stream
    held = leftOver
  }

  /// Takes in what the server tells, which is what others have done.
  mutating func take(_ event: SnapcastEvent) {
    status.apply(event)
    switch event {
    case .status(let status):
      for id in held.keys {
        // A room that the server has forgotten is owed nothing.
        if let volume = status.room(id)?.volume { noticed(volume, of: id) } else { held[id] = nil }
      }
    case .volume(let id, let volume): noticed(volume, of: id)
    case .roomConnected(let room): noticed(room.volume, of: room.id)
    case .roomDisconnected, .latency, .roomName, .groupMuted, .groupStream, .groupName, .stream,
      .streamProperties, .disconnected, .missed:
      break
    }
  }

  /// Who turns a room up wants it so. Who mutes it sees our 0, and does not mean it.
  private mutating func noticed(_ volume: SnapcastVolume, of id: SnapcastRoom.ID) {
    guard held[id] != nil else { return }
    if volume.percent == 0 { held[id]?.isMuted = volume.isMuted } else { held[id] = nil }
  }

  /// Silences what plays our stream.
  ///
  /// - Returns: the rooms that are to be turned down.
  mutating func hold() -> [SnapcastRoom.ID] {
    var rooms: [SnapcastRoom.ID] = []
    for group in status.groups where group.stream == stream && !group.isMuted {
      for room in group.rooms where room.isConnected && !room.volume.isMuted {
        guard held[room.id] == nil, room.volume.percent > 0 else { continue }
        held[room.id] = room.volume
        status.apply(.volume(room.id, SnapcastVolume(percent: 0)))
        rooms.append(room.id)
      }
    }
    return rooms
  }

  /// The server has given a room back what it had.
  mutating func released(_ room: SnapcastRoom.ID, _ volume: SnapcastVolume) {
    guard held[room] == volume else { return }
    held[room] = nil
    status.apply(.volume(room, volume))
  }
}
