import PlayerKit
import PlayerKitSystem

/// The rooms for display on a page. Their data is not trusted, so only a part that fits into a
/// message is shown.
struct WebRooms: Sendable, Equatable, Encodable {
  /// Increases with each change.
  var number = 0
  var isReachable = true
  var groups: [Group] = []

  struct Group: Sendable, Equatable, Encodable {
    var id: String
    var name: String?
    var isMuted: Bool
    var stream: String?
    var rooms: [Room]
  }

  struct Room: Sendable, Equatable, Encodable {
    var id: String
    var name: String
    var isConnected: Bool
    /// From 0 to 1.
    var volume: Double
    var isMuted: Bool
    /// In seconds.
    var latency: Double
  }
}

extension WebRooms {
  /// The maximum number of groups, and of rooms in a group.
  static let most = 64
  /// The maximum length of an id in bytes. Items with longer ids are not shown, since a page could
  /// not name them.
  static let longestID = 200

  /// - Parameter number: Higher than all earlier numbers.
  init(_ state: RemoteRoomsState, number: Int) {
    self.number = number
    isReachable = state.isReachable
    let groups = state.groups.prefix(Self.most).filter { Self.isNameable($0.id) }.map(Group.init)
    self.groups = Array(groups.fitting(bytes: \.size))
  }

  fileprivate static func isNameable(_ id: String) -> Bool {
    (1...longestID).contains(id.utf8.count)
  }

  /// Returns whether the page has received the rooms and groups that a change names.
  func knows(_ change: RemoteRoomsChange) -> Bool {
    switch change {
    case .volume(_, let room), .mute(_, let room), .latency(_, let room), .name(_, let room):
      has(room: room)
    case .move(let room, let group): has(room: room) && (group.map(has(group:)) ?? true)
    case .muteGroup(_, let group): has(group: group)
    }
  }

  private func has(group: String) -> Bool { groups.contains { $0.id == group } }

  private func has(room: String) -> Bool {
    groups.contains { $0.rooms.contains { $0.id == room } }
  }
}

extension WebRooms.Group {
  fileprivate init(_ group: RemoteRoomGroup) {
    id = group.id
    name = group.name?.cleaned
    isMuted = group.isMuted
    stream = group.stream?.cleaned
    let rooms = group.rooms.prefix(WebRooms.most).filter { WebRooms.isNameable($0.id) }
    self.rooms = Array(rooms.map(WebRooms.Room.init).fitting(bytes: \.size))
  }

  fileprivate var size: Int {
    120 + id.jsonSize + (name?.jsonSize ?? 0) + (stream?.jsonSize ?? 0)
      + rooms.reduce(0) { $0 + $1.size }
  }
}

extension WebRooms.Room {
  fileprivate init(_ room: RemoteRoom) {
    id = room.id
    name = room.name.cleaned ?? ""
    isConnected = room.isConnected
    volume = room.volume.isFinite ? min(max(room.volume, 0), 1) : 0
    isMuted = room.isMuted
    latency = min(max(room.latency, .seconds(-60)), .seconds(60)).webSeconds
  }

  fileprivate var size: Int { 160 + id.jsonSize + name.jsonSize }
}
