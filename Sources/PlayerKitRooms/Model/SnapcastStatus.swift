/// The complete status of a snapserver: groups with their rooms, and streams.
public struct SnapcastStatus: Sendable, Hashable {
  /// The server's version, such as `0.26.0`. Empty if the server doesn't report it.
  public var version: String
  /// The server's host name.
  public var host: String
  /// All groups, including those without connected rooms.
  public var groups: [SnapcastGroup]
  /// All streams.
  public var streams: [SnapcastStream]

  /// Makes a status.
  public init(
    version: String = "",
    host: String = "",
    groups: [SnapcastGroup] = [],
    streams: [SnapcastStream] = []
  ) {
    self.version = version
    self.host = host
    self.groups = groups
    self.streams = streams
  }

  /// Returns the room with this id. `nil` if there is none.
  public func room(_ id: SnapcastRoom.ID) -> SnapcastRoom? {
    for group in groups {
      if let room = group.rooms.first(where: { $0.id == id }) { return room }
    }
    return nil
  }

  /// Applies an event. Events of unknown rooms, groups and streams have no effect. That includes a
  /// new room: the server puts it into a new group and reports that with
  /// ``SnapcastEvent/status(_:)``.
  public mutating func apply(_ event: SnapcastEvent) {
    switch event {
    case .status(let status): self = status
    case .roomConnected(let room), .roomDisconnected(let room): change(room.id) { $0 = room }
    case .volume(let id, let volume): change(id) { $0.volume = volume }
    case .latency(let id, let latency): change(id) { $0.latency = latency }
    case .roomName(let id, let name): change(id) { $0.name = name }
    case .groupMuted(let id, let isMuted): change(id) { $0.isMuted = isMuted }
    case .groupStream(let id, let stream): change(id) { $0.stream = stream }
    case .groupName(let id, let name): change(id) { $0.name = name }
    case .stream(let stream): change(stream.id) { $0 = stream }
    case .streamProperties(let id, let properties): change(id) { $0.properties = properties }
    case .disconnected, .missed: break
    }
  }

  private mutating func change(_ id: SnapcastRoom.ID, _ body: (inout SnapcastRoom) -> Void) {
    for group in groups.indices {
      for room in groups[group].rooms.indices where groups[group].rooms[room].id == id {
        body(&groups[group].rooms[room])
      }
    }
  }

  private mutating func change(_ id: SnapcastGroup.ID, _ body: (inout SnapcastGroup) -> Void) {
    for index in groups.indices where groups[index].id == id { body(&groups[index]) }
  }

  private mutating func change(_ id: SnapcastStream.ID, _ body: (inout SnapcastStream) -> Void) {
    for index in streams.indices where streams[index].id == id { body(&streams[index]) }
  }
}

/// The id of a room, a group or a stream at its server.
public struct SnapcastID<Owner>: RawRepresentable, Sendable, Hashable {
  /// The server's text.
  public let rawValue: String

  /// Makes an id from the server's text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
