// Decoding of the server's format. Values without an id are rejected; other missing values get
// defaults.

extension SnapcastVolume: Decodable {
  /// Decodes `{"percent":74,"muted":false}`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let percent = try fields.decode(Double.self, forKey: "percent")
    self.init(
      percent: Int(min(max(percent, 0), 100)),
      isMuted: (try? fields.decode(Bool.self, forKey: "muted")) ?? false
    )
  }
}

extension SnapcastRoom: Decodable {
  /// Decodes the server's description of a client.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(id: ID(rawValue: try fields.id()))
    isConnected = (try? fields.decode(Bool.self, forKey: "connected")) ?? false
    if let host = try? fields.nestedContainer(keyedBy: Key.self, forKey: "host") {
      self.host = host.text("name")
    }
    guard let config = try? fields.nestedContainer(keyedBy: Key.self, forKey: "config") else {
      return
    }
    name = config.text("name")
    volume = (try? config.decode(SnapcastVolume.self, forKey: "volume")) ?? volume
    latency = (try? config.milliseconds("latency")) ?? .zero
  }
}

extension SnapcastGroup: Decodable {
  /// Decodes the server's description of a group.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let rooms = try? fields.decode([Tolerant<SnapcastRoom>].self, forKey: "clients")
    self.init(
      id: ID(rawValue: try fields.id()),
      name: fields.text("name"),
      isMuted: (try? fields.decode(Bool.self, forKey: "muted")) ?? false,
      stream: SnapcastStream.ID(rawValue: fields.text("stream_id")),
      rooms: rooms?.compactMap(\.value) ?? []
    )
  }
}

extension SnapcastStream: Decodable {
  /// Decodes the server's description of a stream.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      id: ID(rawValue: try fields.id()),
      activity: Activity(rawValue: fields.text("status")),
      source: (try? fields.decode(Source.self, forKey: "uri")) ?? Source(scheme: ""),
      properties: (try? fields.decode(Properties.self, forKey: "properties")) ?? Properties()
    )
  }
}

extension SnapcastStream.Source: Decodable {
  /// Decodes the parts of a stream's URL.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      scheme: fields.text("scheme"),
      host: fields.text("host"),
      path: fields.text("path"),
      options: (try? fields.decode([String: String].self, forKey: "query")) ?? [:]
    )
  }
}

extension SnapcastStream.Properties: Decodable {
  /// Decodes the properties from a stream plugin.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    canControl = (try? fields.decode(Bool.self, forKey: "canControl")) ?? false
    playbackStatus = try? fields.decode(String.self, forKey: "playbackStatus")
    position = try? fields.decode(Double.self, forKey: "position")
    guard let metadata = try? fields.nestedContainer(keyedBy: Key.self, forKey: "metadata") else {
      return
    }
    title = try? metadata.decode(String.self, forKey: "title")
    artists = (try? metadata.decode([String].self, forKey: "artist")) ?? []
    album = try? metadata.decode(String.self, forKey: "album")
    duration = try? metadata.decode(Double.self, forKey: "duration")
  }
}

extension SnapcastStatus: Decodable {
  /// Decodes the status of a server.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    // Without these it is not a status.
    let groups = try fields.decode([Tolerant<SnapcastGroup>].self, forKey: "groups")
    let streams = try fields.decode([Tolerant<SnapcastStream>].self, forKey: "streams")
    self.init(groups: groups.compactMap(\.value), streams: streams.compactMap(\.value))
    guard let server = try? fields.nestedContainer(keyedBy: Key.self, forKey: "server") else {
      return
    }
    if let program = try? server.nestedContainer(keyedBy: Key.self, forKey: "snapserver") {
      version = program.text("version")
    }
    if let host = try? server.nestedContainer(keyedBy: Key.self, forKey: "host") {
      self.host = host.text("name")
    }
  }
}
