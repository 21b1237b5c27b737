import PlayerKitRemote
import PlayerKitRooms

/// The rooms of a Snapcast server for remote controls.
///
/// It has a connection of its own to listen: a server does not tell who makes a change of that change. How loud
/// rooms are that ``SnapcastOutput`` silences for a moment is told as people set it. A mute is always people's.
struct SnapcastRemoteRooms: RemoteRooms {
  private let listener: SnapcastClient
  private let client: SnapcastClient
  private let output: SnapcastOutput

  init(_ address: SnapcastAddress, output: SnapcastOutput) {
    listener = SnapcastClient(address)
    client = SnapcastClient(address)
    self.output = output
  }

  func states() -> AsyncStream<RemoteRoomsState> {
    let (states, continuation) = AsyncStream.makeStream(
      of: RemoteRoomsState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let task = Task { [listener, output] in
      var status = SnapcastStatus()
      for await event in listener.events {
        status.apply(event)
        var isReachable = true
        if case .disconnected = event { isReachable = false }
        continuation.yield(Self.state(status, output.silenced, isReachable: isReachable))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return states
  }

  func perform(_ change: RemoteRoomsChange) async throws(RemoteRoomsError) {
    do throws(SnapcastError) {
      switch change {
      case .volume(let volume, let room):
        // What is no number never comes here; 0 is what it would be.
        let percent = Int((min(max(volume.isFinite ? volume : 0, 0), 1) * 100).rounded())
        let muted = try await self.room(room).volume.isMuted
        try await client.setVolume(
          SnapcastVolume(percent: percent, isMuted: muted),
          of: SnapcastRoom.ID(rawValue: room)
        )
      case .mute(let isMuted, let room):
        // The volume as the server has it: a room that is silenced for a moment stays so.
        var volume = try await self.room(room).volume
        volume.isMuted = isMuted
        try await client.setVolume(volume, of: SnapcastRoom.ID(rawValue: room))
      case .latency(let latency, let room):
        try await client.setLatency(latency, of: SnapcastRoom.ID(rawValue: room))
      case .name(let name, let room):
        try await client.setName(name, of: SnapcastRoom.ID(rawValue: room))
      case .move(let room, let group): try await move(room, to: group)
      case .muteGroup(let isMuted, let group):
        try await client.setMuted(isMuted, of: SnapcastGroup.ID(rawValue: group))
      }
    } catch {
      throw RemoteRoomsError(error.message)
    }
  }

  private func room(_ id: String) async throws(SnapcastError) -> SnapcastRoom {
    guard let room = try await client.status().room(SnapcastRoom.ID(rawValue: id)) else {
      throw Self.unknown
    }
    return room
  }

  private func move(_ room: String, to group: String?) async throws(SnapcastError) {
    let groups = try await client.status().groups
    let room = SnapcastRoom.ID(rawValue: room)
    guard let from = groups.first(where: { $0.rooms.contains { $0.id == room } }) else {
      throw Self.unknown
    }
    guard let group else {
      // Who leaves a group gets one of its own.
      let others = from.rooms.map(\.id).filter { $0 != room }
      if !others.isEmpty { try await client.setRooms(others, of: from.id) }
      return
    }
    guard let to = groups.first(where: { $0.id.rawValue == group }) else { throw Self.unknown }
    guard to.id != from.id else { return }
    try await client.setRooms(to.rooms.map(\.id) + [room], of: to.id)
  }

  private static let unknown = SnapcastError(.refused, "There is no such room or group.")

  private static func state(
    _ status: SnapcastStatus,
    _ silenced: [SnapcastRoom.ID: SnapcastVolume],
    isReachable: Bool
  ) -> RemoteRoomsState {
    let groups = status.groups.map { group in
      RemoteRoomGroup(
        id: group.id.rawValue,
        name: group.name.isEmpty ? nil : group.name,
        isMuted: group.isMuted,
        stream: group.stream.rawValue,
        rooms: group.rooms.map { room in
          let percent = room.volume.percent == 0 ? silenced[room.id]?.percent : nil
          return RemoteRoom(
            id: room.id.rawValue,
            name: room.displayName,
            isConnected: room.isConnected,
            volume: Double(percent ?? room.volume.percent) / 100,
            isMuted: room.volume.isMuted,
            latency: room.latency
          )
        }
      )
    }
    return RemoteRoomsState(isReachable: isReachable, groups: groups)
  }
}
