import PlayerKit

/// A client that controls a snapserver: rooms, groups, volumes, latencies, names and streams.
///
/// It connects for the first request or listener and stays connected. If the connection is lost
/// while ``events`` has listeners, the client reconnects after pauses that grow from 0.25 s to 15
/// s. A request in between connects immediately. Requests in progress when the connection broke
/// fail with ``SnapcastError/Code/interrupted``, but the server may have performed them.
///
/// All methods may be called concurrently on any thread and task. The client sends requests in the
/// order of the calls, and the server performs them in that order. Changes by any client arrive as
/// events, in the order in which the server made them.
///
/// Data from the server is not trusted: the length of lines is limited, and no response causes a
/// trap.
public final class SnapcastClient: Sendable {
  /// The configuration of a client.
  public struct Configuration: Sendable {
    /// The time limit of a connection attempt.
    public var connectTimeout: Duration
    /// The time limit of an answer, including the connection.
    public var requestTimeout: Duration
    /// The maximum length of a line in bytes. The client disconnects if the server sends a longer
    /// one.
    public var longestLine: Int
    /// The clock for pauses and time limits.
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

  /// The address of the server.
  public let address: SnapcastAddress
  private let driver: SnapcastDriver

  /// Makes a client. It does not connect yet.
  public init(_ address: SnapcastAddress, configuration: Configuration = Configuration()) {
    self.address = address
    driver = SnapcastDriver(address, configuration)
  }

  deinit {
    driver.close()
  }

  /// The server's events. Each iterator is a separate listener and first receives the whole status.
  public var events: SnapcastEvents {
    let driver = driver
    return SnapcastEvents { driver.listen() }
  }

  /// Ends the connection and all event sequences. Pending and later requests fail with
  /// ``SnapcastError/Code/closed``. May be called again.
  public func close() {
    driver.close()
  }

  // MARK: The server

  /// Requests the whole status of the server.
  public func status() async throws(SnapcastError) -> SnapcastStatus {
    try await ask(.status, for: StatusAnswer.self).server
  }

  // MARK: Rooms

  /// Sets the volume of a room, from 0 to 100. Other values are clamped. Keeps the room's mute.
  ///
  /// - Throws: `refused` if the server knows no such room; any error of a request.
  public func setVolume(_ percent: Int, of room: SnapcastRoom.ID) async throws(SnapcastError) {
    try await setVolume(["percent": min(max(percent, 0), 100)], of: room)
  }

  /// Mutes or unmutes a room. Keeps its volume. The mute of its group is separate.
  ///
  /// - Throws: `refused` if the server knows no such room; any error of a request.
  public func setMuted(_ isMuted: Bool, of room: SnapcastRoom.ID) async throws(SnapcastError) {
    try await setVolume(["muted": isMuted], of: room)
  }

  /// The server keeps the values that are not included.
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

  /// Sets the time by which a room plays earlier than the others, in whole milliseconds.
  ///
  /// - Returns: The value that the server applied within its limits.
  /// - Throws: `refused` if the server knows no such room; any error of a request.
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

  /// Sets the name of a room. An empty name removes it.
  ///
  /// - Throws: `refused` if the server knows no such room; any error of a request.
  public func setName(_ name: String, of room: SnapcastRoom.ID) async throws(SnapcastError) {
    try await tell(
      "Client.SetName",
      ["id": room.rawValue, "name": name],
      as: .roomName(room, name)
    )
  }

  // MARK: Groups

  /// Sets the rooms of a group. Rooms that leave it get their own groups. An empty group is
  /// removed.
  ///
  /// - Returns: The status after the change.
  /// - Throws: `refused` if the server knows no such group; any error of a request.
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

  /// Sets the stream of a group.
  ///
  /// - Throws: `refused` if the server knows no such group or stream; any error of a request.
  public func setStream(
    _ stream: SnapcastStream.ID,
    of group: SnapcastGroup.ID
  ) async throws(SnapcastError) {
    let parameters = ["id": group.rawValue, "stream_id": stream.rawValue]
    try await tell("Group.SetStream", parameters, as: .groupStream(group, stream))
  }

  /// Mutes or unmutes a whole group. The mutes of its rooms are separate.
  ///
  /// - Throws: `refused` if the server knows no such group; any error of a request.
  public func setMuted(_ isMuted: Bool, of group: SnapcastGroup.ID) async throws(SnapcastError) {
    struct Parameters: Encodable {
      var id: String
      var mute: Bool
    }
    let parameters = Parameters(id: group.rawValue, mute: isMuted)
    try await tell("Group.SetMute", parameters, as: .groupMuted(group, isMuted))
  }

  /// Sets the name of a group. An empty name removes it.
  ///
  /// - Throws: `refused` if the server knows no such group; any error of a request.
  public func setName(_ name: String, of group: SnapcastGroup.ID) async throws(SnapcastError) {
    try await tell(
      "Group.SetName",
      ["id": group.rawValue, "name": name],
      as: .groupName(group, name)
    )
  }

  // MARK: Streams

  /// Adds a stream until the server ends, with a URL such as `tcp://0.0.0.0:4953?name=Attic`.
  ///
  /// - Returns: The id of the stream.
  /// - Throws: `unsupported` if the server can't add streams: Debian's 0.26 removed this for
  ///   security, so its streams must be in its settings file. `refused` if the server rejects the
  ///   URL or has a stream of that name; any error of a request.
  public func addStream(_ address: String) async throws(SnapcastError) -> SnapcastStream.ID {
    let request = RPCRequest("Stream.AddStream", ["streamUri": address])
    return SnapcastStream.ID(rawValue: try await ask(request, for: StreamAnswer.self).id)
  }

  /// Sends a command to the program that feeds a stream.
  ///
  /// - Throws: `refused` if the stream accepts no commands, or not this one now; any error of a
  ///   request.
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
  /// - Throws: `unsupported` as for ``addStream(_:)``; any error of a request.
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
          // The server notifies only the other clients. Here the event takes its place among the
          // others.
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
