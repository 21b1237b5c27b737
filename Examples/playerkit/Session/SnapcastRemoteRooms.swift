import PlayerKitRemote
import PlayerKitRooms

/// The rooms of a Snapcast server for remote controls.
///
/// The output provides their state, because only it knows which rooms it silences during a cut.
struct SnapcastRemoteRooms: RemoteRooms {
  private let client: SnapcastClient
  private let output: SnapcastOutput

  init(_ address: SnapcastAddress, output: SnapcastOutput) {
    client = SnapcastClient(address)
    self.output = output
  }

  func states() -> AsyncStream<RemoteRoomsState> {
    let (states, continuation) = AsyncStream.makeStream(
      of: RemoteRoomsState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let task = Task { [statuses = output.statuses] in
      var latest = SnapcastStatus()
      for await status in statuses {
        latest = status ?? latest
        continuation.yield(Self.state(latest, isReachable: status != nil))
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
        // The volume is never NaN here. 0 is only a safe default.
        let percent = Int((min(max(volume.isFinite ? volume : 0, 0), 1) * 100).rounded())
        try await client.setVolume(percent, of: SnapcastRoom.ID(rawValue: room))
      case .mute(let isMuted, let room):
        try await client.setMuted(isMuted, of: SnapcastRoom.ID(rawValue: room))
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

  private func move(_ room: String, to group: String?) async throws(SnapcastError) {
    let groups = try await client.status().groups
    let room = SnapcastRoom.ID(rawValue: room)
    guard let from = groups.first(where: { $0.rooms.contains { $0.id == room } }) else {
      throw Self.unknown
    }
    guard let group else {
      // A room that leaves a group gets its own group.
      let others = from.rooms.map(\.id).filter { $0 != room }
      if !others.isEmpty { try await client.setRooms(others, of: from.id) }
      return
    }
    guard let to = groups.first(where: { $0.id.rawValue == group }) else { throw Self.unknown }
    guard to.id != from.id else { return }
    try await client.setRooms(to.rooms.map(\.id) + [room], of: to.id)
  }

  private static let unknown = SnapcastError(
    .refused,
    "The server does not have this room or group."
  )

  private static func state(
    _ status: SnapcastStatus,
    isReachable: Bool
  ) -> RemoteRoomsState {
    let groups = status.groups.map { group in
      RemoteRoomGroup(
        id: group.id.rawValue,
        name: group.name.isEmpty ? nil : group.name,
        isMuted: group.isMuted,
        stream: group.stream.rawValue,
        rooms: group.rooms.map { room in
          RemoteRoom(
            id: room.id.rawValue,
            name: room.displayName,
            isConnected: room.isConnected,
            volume: Double(room.volume.percent) / 100,
            isMuted: room.volume.isMuted,
            latency: room.latency
          )
        }
      )
    }
    return RemoteRoomsState(isReachable: isReachable, groups: groups)
  }
}
