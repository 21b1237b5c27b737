import PlayerKit

/// Steers a snapserver: rooms, groups, volumes, latencies, names and streams.
///
/// It connects when somebody asks for something or listens, and stays connected. A connection that is
/// lost is made anew by itself as long as somebody listens to ``events``, after pauses that grow from
/// 0.25 s to 15 s; a request in between tries at once. What was asked when it broke fails as
/// ``SnapcastError/Code/interrupted``, and may have been obeyed.
///
/// All methods may be called on any thread and task, at the same time. Requests are sent in the order of
/// the calls, and the server obeys in that order. What anyone changes comes as events, in the order in
/// which the server made the changes.
///
/// What comes from the server is not trusted: lines are bounded, and nothing that it says traps.
public final class SnapcastClient: Sendable {
  /// How a client is set up.
  public struct Configuration: Sendable {
    /// How long a connection may take.
    public var connectTimeout: Duration
    /// How long an answer may take, the connection included.
    public var requestTimeout: Duration
    /// The most bytes of a line; a server that sends a longer one is left.
    public var longestLine: Int
    /// Tells the time of pauses and limits.
    public var clock: any PlaybackClock

    /// Makes a configuration.
    public init(
      connectTimeout: Duration = .seconds(5),
      requestTimeout: Duration = .seconds(10),
      longestLine: Int = 1 << 20,
      clock: any PlaybackClock = SystemPlaybackClock()
    ) {
      self.connectTimeout = connectTimeout
      self.requestTimeout = requestTimeout
      self.longestLine = longestLine
      self.clock = clock
    }
  }

  /// Where the server is.
  public let address: SnapcastAddress
  private let driver: SnapcastDriver

  /// Makes a client. It is not connected yet.
  public init(_ address: SnapcastAddress, configuration: Configuration = Configuration()) {
    self.address = address
    driver = SnapcastDriver(address, configuration)
  }

  deinit {
    driver.close()
  }

  /// What the server tells. Each iterator listens for itself, and first gets the whole status.
  public var events: SnapcastEvents {
    let driver = driver
    return SnapcastEvents { driver.listen() }
  }

  /// Ends the connection, and all sequences of events. What waits for an answer, and what is asked
  /// later, fails as ``SnapcastError/Code/closed``. May be called again.
  public func close() {
    driver.close()
  }

  // MARK: The server

  /// Asks for everything that the server knows.
  public func status() async throws(SnapcastError) -> SnapcastStatus {
    try await ask(.status, for: StatusAnswer.self).server
  }

  // MARK: Rooms

  /// Sets how loud a room is, 0 to 100; what is outside is brought to the nearer end. Its mute stays.
  ///
  /// - Throws: `refused` where the server knows no such room; and as every request.
  public func setVolume(_ percent: Int, of room: SnapcastRoom.ID) async throws(SnapcastError) {
    try await setVolume(["percent": min(max(percent, 0), 100)], of: room)
  }

  /// Silences a room, or lets it sound. Its volume stays. A mute of its group is another one.
  ///
  /// - Throws: `refused` where the server knows no such room; and as every request.
  public func setMuted(_ isMuted: Bool, of room: SnapcastRoom.ID) async throws(SnapcastError) {
    try await setVolume(["muted": isMuted], of: room)
  }

  /// The server keeps what is not named.
  private func setVolume(
    _ volume: [String: some Encodable],
    of room: SnapcastRoom.ID
  ) async throws(SnapcastError) {
    let request = RPCRequest(
      "Client.SetVolume",
      VolumeParameters(id: room.rawValue, volume: volume)
    )
    _ = try await ask(request, for: VolumeAnswer.self) { .volume(room, $0.volume) }
  }

  /// Sets by how much a room plays earlier than the others, in whole milliseconds.
  ///
  /// - Returns: what the server made of it, which has limits of its own.
  /// - Throws: `refused` where the server knows no such room; and as every request.
  @discardableResult
  public func setLatency(
    _ latency: Duration,
    of room: SnapcastRoom.ID
  ) async throws(SnapcastError) -> Duration {
    struct Parameters: Encodable {
      var id: String
      var latency: Int
    }
    struct Answer: Decodable {
      let latency: Duration

      init(from decoder: any Decoder) throws {
        latency = try decoder.container(keyedBy: Key.self).milliseconds("latency")
      }
    }
    let milliseconds = min(max(latency / .milliseconds(1), -60_000), 60_000)
    let parameters = Parameters(id: room.rawValue, latency: Int(milliseconds.rounded()))
    let request = RPCRequest("Client.SetLatency", parameters)
    return try await ask(request, for: Answer.self) { .latency(room, $0.latency) }.latency
  }

  /// Gives a room a name; an empty one takes it back.
  ///
  /// - Throws: `refused` where the server knows no such room; and as every request.
  public func setName(_ name: String, of room: SnapcastRoom.ID) async throws(SnapcastError) {
    try await tell(
      "Client.SetName",
      ["id": room.rawValue, "name": name],
      as: .roomName(room, name)
    )
  }

  // MARK: Groups

  /// Makes a group consist of these rooms. Rooms that leave it get groups of their own; a group that
  /// no room is left in is gone.
  ///
  /// - Returns: the status after it.
  /// - Throws: `refused` where the server knows no such group; and as every request.
  @discardableResult
  public func setRooms(
    _ rooms: [SnapcastRoom.ID],
    of group: SnapcastGroup.ID
  ) async throws(SnapcastError) -> SnapcastStatus {
    struct Parameters: Encodable {
      var id: String
      var clients: [String]
    }
    let parameters = Parameters(id: group.rawValue, clients: rooms.map(\.rawValue))
    let request = RPCRequest("Group.SetClients", parameters)
    return try await ask(request, for: StatusAnswer.self) { .status($0.server) }.server
  }

  /// Has a group play a stream.
  ///
  /// - Throws: `refused` where the server knows no such group, or no such stream; and as every request.
  public func setStream(
    _ stream: SnapcastStream.ID,
    of group: SnapcastGroup.ID
  ) async throws(SnapcastError) {
    let parameters = ["id": group.rawValue, "stream_id": stream.rawValue]
    try await tell("Group.SetStream", parameters, as: .groupStream(group, stream))
  }

  /// Silences all rooms of a group, or lets them sound. A room's own mute is another one.
  ///
  /// - Throws: `refused` where the server knows no such group; and as every request.
  public func setMuted(_ isMuted: Bool, of group: SnapcastGroup.ID) async throws(SnapcastError) {
    struct Parameters: Encodable {
      var id: String
      var mute: Bool
    }
    let parameters = Parameters(id: group.rawValue, mute: isMuted)
    try await tell("Group.SetMute", parameters, as: .groupMuted(group, isMuted))
  }

  /// Gives a group a name; an empty one takes it back.
  ///
  /// - Throws: `refused` where the server knows no such group; and as every request.
  public func setName(_ name: String, of group: SnapcastGroup.ID) async throws(SnapcastError) {
    try await tell(
      "Group.SetName",
      ["id": group.rawValue, "name": name],
      as: .groupName(group, name)
    )
  }

  // MARK: Streams

  /// Adds a stream until the server ends, by an address such as `tcp://0.0.0.0:4953?name=Attic`.
  ///
  /// - Returns: its identity.
  /// - Throws: `unsupported` where the server cannot: Debian's 0.26 has this taken out for safety, so
  ///   that streams are named in its file of settings. `refused` where it does not take the address, or
  ///   has a stream of that name; and as every request.
  public func addStream(_ address: String) async throws(SnapcastError) -> SnapcastStream.ID {
    let request = RPCRequest("Stream.AddStream", ["streamUri": address])
    return SnapcastStream.ID(rawValue: try await ask(request, for: StreamAnswer.self).id)
  }

  /// Has the program that feeds a stream obey a command.
  ///
  /// - Throws: `refused` where the stream takes none, or not this one now; and as every request.
  public func control(
    _ stream: SnapcastStream.ID,
    _ command: SnapcastStream.Command
  ) async throws(SnapcastError) {
    struct Parameters: Encodable {
      var id: String
      var command: String
      var params: [String: Double]
    }
    let (name, values) = command.words
    try await tell(
      "Stream.Control",
      Parameters(id: stream.rawValue, command: name, params: values)
    )
  }

  /// Removes a stream.
  ///
  /// - Throws: `unsupported` as ``addStream(_:)``; and as every request.
  public func removeStream(_ stream: SnapcastStream.ID) async throws(SnapcastError) {
    try await tell("Stream.RemoveStream", ["id": stream.rawValue])
  }

  // MARK: Parts

  private func tell(
    _ method: String,
    _ parameters: some Encodable,
    as event: SnapcastEvent? = nil
  ) async throws(SnapcastError) {
    _ = try await ask(RPCRequest(method, parameters), for: AnyAnswer.self) { _ in event }
  }

  private func ask<Answer: Decodable & SendableMetatype>(
    _ request: RPCRequest,
    for answer: Answer.Type,
    as event: @escaping @Sendable (Answer) -> SnapcastEvent? = { _ in nil }
  ) async throws(SnapcastError) -> Answer {
    let driver = driver
    let number = driver.nextNumber()
    let cancelled = SnapcastError(.cancelled, "The task was cancelled.")
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        driver.ask(number, request) { [weak driver] line in
          // The server notifies the others only. Here the event comes between those before and after it.
          if let driver, case .success(let line) = line,
            let event = (try? RPCAnswer<Answer>.read(line)).flatMap(event)
          {
            driver.tell(event)
          }
          continuation.resume(returning: line)
        }
        if Task.isCancelled { driver.giveUp(number, cancelled) }
      }
    } onCancel: {
      driver.giveUp(number, cancelled)
    }
    return try RPCAnswer<Answer>.read(try result.get())
  }
}
