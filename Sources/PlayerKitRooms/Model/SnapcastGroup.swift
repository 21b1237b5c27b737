/// A group of rooms that play the same stream in sync. Each room belongs to exactly one group.
public struct SnapcastGroup: Sendable, Hashable, Identifiable {
  /// The id of a group at its server.
  public typealias ID = SnapcastID<SnapcastGroup>

  /// The id of the group.
  public let id: ID
  /// The name that a user gave the group. Empty if there is none.
  public var name: String
  /// Whether the whole group is muted.
  public var isMuted: Bool
  /// The stream that the group plays.
  public var stream: SnapcastStream.ID
  /// The rooms of the group, including disconnected ones.
  public var rooms: [SnapcastRoom]

  /// Makes a group.
  public init(
    id: ID,
    name: String = "",
    isMuted: Bool = false,
    stream: SnapcastStream.ID,
    rooms: [SnapcastRoom] = []
  ) {
    self.id = id
    self.name = name
    self.isMuted = isMuted
    self.stream = stream
    self.rooms = rooms
  }

  /// The name to display: the group's name, or the names of its rooms, or its id.
  public var displayName: String {
    if !name.isEmpty { return name }
    return rooms.isEmpty ? id.rawValue : rooms.map(\.displayName).joined(separator: ", ")
  }
}
