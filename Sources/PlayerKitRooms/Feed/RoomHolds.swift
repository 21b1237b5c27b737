/// Which rooms are silenced by us, by a volume of 0, and how loud people set them. Pure.
///
/// Not by a mute: a server sends nothing to a muted room, so that what comes next would be late by the
/// whole buffer; and what was sent before is heard when the mute ends. Mutes are the users' alone.
///
/// All that it knows comes from one client's events, which include that client's own changes, in the
/// order in which the server made them.
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

  /// - Parameter leftOver: what an earlier run has left silenced.
  init(stream: SnapcastStream.ID, leftOver: [SnapcastRoom.ID: Int] = [:]) {
    self.stream = stream
    holds = leftOver.mapValues { Hold(percent: $0, phase: .down) }
  }

  /// What the rooms are to be given back, in percent.
  var owed: [SnapcastRoom.ID: Int] {
    holds.filter { $0.value.phase != .answered }.mapValues(\.percent)
  }

  /// The status as people set it: without our silence.
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

  /// Takes in what the server tells, our own changes included.
  mutating func take(_ event: SnapcastEvent) {
    status.apply(event)
    switch event {
    case .status(let status):
      for id in holds.keys {
        // A room that the server has forgotten is owed nothing.
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

  /// A room that is turned up again, by us or by somebody else, is not held. What is set before our
  /// silence has come is what the room gets back.
  private mutating func noticed(_ percent: Int, of id: SnapcastRoom.ID) {
    switch (holds[id]?.phase, percent) {
    case (nil, _), (.down, 0), (.answered, 0): break
    case (.asked, 0): holds[id]?.phase = .down
    case (.asked, _): holds[id]?.percent = percent
    case (.down, _), (.answered, _): holds[id] = nil
    }
  }

  /// Silences what plays our stream.
  ///
  /// - Returns: the rooms that are to be turned down.
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

  /// The server has given a room back what it had, or knows no such room.
  mutating func released(_ room: SnapcastRoom.ID, isKnown: Bool) {
    if isKnown { holds[room]?.phase = .answered } else { holds[room] = nil }
  }
}
