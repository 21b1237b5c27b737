/// Rooms that play the same stream in step. Each room is in exactly one group.
public struct SnapcastGroup: Sendable, Hashable, Identifiable {
  /// Identifies a group at its server.
  public struct ID: RawRepresentable, Sendable, Hashable {
    /// The server's text.
    public let rawValue: String

    /// Makes an id of the server's text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Its identity.
  public let id: ID
  /// The name that somebody gave it; empty where nobody did.
  public var name: String
  /// Whether all of its rooms are silent.
  public var isMuted: Bool
  /// What it plays.
  public var stream: SnapcastStream.ID
  /// Its rooms, those that are away included.
  public var rooms: [SnapcastRoom]

  /// Makes a description.
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

  /// A name to show: its own, or those of its rooms, or its id.
  public var displayName: String {
    if !name.isEmpty { return name }
    return rooms.isEmpty ? id.rawValue : rooms.map(\.displayName).joined(separator: ", ")
  }
}
