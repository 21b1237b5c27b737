/// A notification of the server. The event is `nil` if the notification is unknown or incomplete.
struct Notification: Decodable {
  let event: SnapcastEvent?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let method = try fields.decode(String.self, forKey: "method")
    let parameters = try fields.nestedContainer(keyedBy: Key.self, forKey: "params")
    event = try? Self.event(method, parameters)
  }

  private static func event(
    _ method: String,
    _ fields: KeyedDecodingContainer<Key>
  ) throws -> SnapcastEvent? {
    switch method {
    case "Server.OnUpdate":
      .status(try fields.decode(SnapcastStatus.self, forKey: "server"))
    case "Client.OnConnect":
      .roomConnected(try fields.decode(SnapcastRoom.self, forKey: "client"))
    case "Client.OnDisconnect":
      .roomDisconnected(try fields.decode(SnapcastRoom.self, forKey: "client"))
    case "Client.OnVolumeChanged":
      .volume(
        SnapcastRoom.ID(rawValue: try fields.id()),
        try fields.decode(SnapcastVolume.self, forKey: "volume")
      )
    case "Client.OnLatencyChanged":
      .latency(
        SnapcastRoom.ID(rawValue: try fields.id()),
        try fields.milliseconds("latency")
      )
    case "Client.OnNameChanged":
      .roomName(
        SnapcastRoom.ID(rawValue: try fields.id()),
        try fields.decode(String.self, forKey: "name")
      )
    case "Group.OnMute":
      .groupMuted(
        SnapcastGroup.ID(rawValue: try fields.id()),
        try fields.decode(Bool.self, forKey: "mute")
      )
    case "Group.OnStreamChanged":
      .groupStream(
        SnapcastGroup.ID(rawValue: try fields.id()),
        SnapcastStream.ID(rawValue: try fields.decode(String.self, forKey: "stream_id"))
      )
    case "Group.OnNameChanged":
      .groupName(
        SnapcastGroup.ID(rawValue: try fields.id()),
        try fields.decode(String.self, forKey: "name")
      )
    case "Stream.OnUpdate":
      .stream(try fields.decode(SnapcastStream.self, forKey: "stream"))
    case "Stream.OnProperties":
      .streamProperties(
        SnapcastStream.ID(rawValue: try fields.id()),
        try fields.decode(SnapcastStream.Properties.self, forKey: "properties")
      )
    default: nil  // newer servers may send other notifications
    }
  }
}

extension KeyedDecodingContainer<Key> {
  func id() throws -> String { try decode(String.self, forKey: "id") }

  func milliseconds(_ key: Key) throws -> Duration {
    let number = try decode(Double.self, forKey: key)
    return .milliseconds(Int(min(max(number, -60_000), 60_000)))
  }

  func text(_ key: Key) -> String { (try? decode(String.self, forKey: key)) ?? "" }
}
