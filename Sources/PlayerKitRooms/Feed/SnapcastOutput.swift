import PlayerKit
import PlayerKitSystem

/// An engine output to Snapcast rooms. The engine writes into a pipe, whose data goes to a
/// snapserver stream in real time.
///
/// ```swift
/// let rooms = try await SnapcastOutput.connect(to: SnapcastAddress(host: "den.local"))
/// let engine = try MPVEngine(
///   configuration: .init(output: .pipe(path: rooms.pipe), quality: .fixed(rate: rooms.sampleRate))
/// )
/// let queue = QueuePlayer(players: [URLPlayer(engine: DelayedEngine(engine, output: rooms))])
/// ```
///
/// Rooms buffer sound for the length of the server's buffer and can't discard it. So the output
/// turns the stream's rooms down to 0 until that sound is over, then restores their volumes. If a
/// user turns a room up meanwhile, it keeps that volume. Mutes are left alone. If the process is
/// killed meanwhile, the next ``connect(to:configuration:)`` to the stream restores the volumes.
///
/// Close the engine before you release this object: a pipe without a reader kills the process with
/// a signal. ``DelayedEngine`` takes care of this.
///
/// If the server goes away, the output is unavailable and reconnects by itself.
public final class SnapcastOutput: DelayedOutput {
  /// The configuration of an output.
  public struct Configuration: Sendable {
    /// The stream to feed. If `nil`, the stream named `PlayerKit`, or else the first suitable one.
    /// The stream must have the type `tcp` in mode `server`, or `pipe` if the server runs on the
    /// same machine, and 16-bit stereo samples.
    public var stream: SnapcastStream.ID?
    /// The length of the rooms' buffer: `buffer` in the server's settings file. The server does not
    /// report it.
    public var buffer: Duration
    /// The folder in which to record the volumes of turned-down rooms. If `nil`, they stay turned
    /// down if the process is killed.
    public var stateFolder: String?

    /// Makes a configuration.
    public init(
      stream: SnapcastStream.ID? = nil,
      buffer: Duration = .seconds(1),
      stateFolder: String? = nil
    ) {
      self.stream = stream
      self.buffer = buffer
      self.stateFolder = stateFolder
    }
  }

  private enum Job {
    /// Silence the sound sent so far, which the server reads until this time.
    case cut(until: ContinuousClock.Instant)
    case release(notBefore: ContinuousClock.Instant)
    /// Restore the volumes, unless there was another cut.
    case restore(Int?)
  }

  private struct State {
    var holds: RoomHolds
    var isAvailable = true
    var onAvailability: (@Sendable (Bool) -> Void)?
    var isConnected = true
    var listeners: [Int: AsyncStream<SnapcastStatus?>.Continuation] = [:]
    var listenerCount = 0
    /// The time until which the server reads the discarded sound.
    var cutEnd: ContinuousClock.Instant?
    var cuts = 0
  }

  /// The gap between the discarded sound and the next one, in which volumes can change.
  private static let gap = Duration.milliseconds(60)
  /// The time that a room needs to change its volume: the buffer of its sound system.
  private static let volumeDelay = Duration.milliseconds(55)

  /// The stream to feed.
  public let stream: SnapcastStream.ID
  /// The path of the pipe. The pipe exists as long as the output.
  public var pipe: String { namedPipe.path }
  /// The sample rate of the stream, in Hz.
  public var sampleRate: Int { feed.format.sampleRate }
  /// The server's status, with the volumes that users chose. (The server's own status shows 0 for
  /// rooms that are briefly silenced.) The sequence returns the status immediately and after each
  /// change. A slow reader gets only the latest; `nil` while the server can't be reached. It ends
  /// with the output.
  public var statuses: AsyncStream<SnapcastStatus?> {
    let (statuses, continuation) = AsyncStream.makeStream(
      of: SnapcastStatus?.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      state.listenerCount += 1
      state.listeners[state.listenerCount] = continuation
      continuation.yield(state.isConnected ? state.holds.shown : nil)
      return state.listenerCount
    }
    continuation.onTermination = { [state] _ in state.withLock { $0.listeners[number] = nil } }
    return statuses
  }
  /// The delay from the engine's clock to the rooms: the buffers of pipe and device, the lead, and
  /// the rooms' buffer.
  public let delay: Duration
  /// The time from a call of ``open()`` now to the first sound.
  public var startDelay: Duration {
    let wait = (state.withLock { $0.cutEnd }).map { $0 + Self.gap - .now } ?? .zero
    // A server's first chunk begins when it arrives, not when it ends.
    return buffer - feed.format.chunk + max(wait, .zero)
  }

  private let buffer: Duration
  private let client: SnapcastClient
  private let namedPipe: NamedPipe
  private let feed: SnapcastFeed
  private let record: HoldRecord?
  private let state: Locked<State>
  private let jobs: AsyncStream<Job>.Continuation

  /// Connects to a server and one of its streams.
  ///
  /// - Throws: The errors of ``SnapcastClient/status()``; `noStream` if no stream can be fed.
  public static func connect(
    to address: SnapcastAddress,
    configuration: Configuration = Configuration()
  ) async throws(SnapcastError) -> SnapcastOutput {
    let client = SnapcastClient(
      address,
      configuration: .init(connectTimeout: .seconds(2), requestTimeout: .seconds(2))
    )
    let status = try await client.status()
    let target = try FeedTarget(in: status, wanted: configuration.stream, at: address)
    return try SnapcastOutput(client, target, status, configuration)
  }

  private init(
    _ client: SnapcastClient,
    _ target: FeedTarget,
    _ status: SnapcastStatus,
    _ configuration: Configuration
  ) throws(SnapcastError) {
    self.client = client
    stream = target.stream
    record = configuration.stateFolder.map {
      HoldRecord(folder: $0, server: client.address, stream: target.stream)
    }
    var holds = RoomHolds(stream: target.stream, leftOver: record?.read() ?? [:])
    holds.take(.status(status))
    state = Locked(State(holds: holds))
    buffer = configuration.buffer
    namedPipe = try NamedPipe()
    feed = SnapcastFeed(namedPipe, target.format) { () throws(SnapcastError) in try target.open() }
    delay = configuration.buffer + SnapcastFeed.lead + .milliseconds(40)
    let (jobs, continuation) = AsyncStream.makeStream(of: Job.self)
    self.jobs = continuation
    try feed.start { [weak self] in self?.availabilityChanged($0) }
    Task { [weak self] in
      for await job in jobs { await self?.perform(job) }
    }
    Task { [weak self, events = client.events] in
      for await event in events { self?.take(event) }
    }
    continuation.yield(.restore(nil))
  }

  deinit {
    jobs.finish()
    feed.close()
    endConnection()
  }

  // MARK: DelayedOutput

  /// Turns the rooms down until the buffered sound is over, if there is any.
  public func cut() {
    guard let end = feed.cut() else { return }
    state.withLock { state in
      state.cuts += 1
      state.cutEnd = end
    }
    jobs.yield(.cut(until: end))
  }

  /// Sends the engine's data from now on, after the server has read the discarded sound.
  public func open() {
    feed.hold()
    let end = state.withLock { $0.cutEnd }
    jobs.yield(.release(notBefore: end.map { $0 + Self.gap } ?? .now))
  }

  /// Reports whether the server accepts sound.
  public func onAvailability(_ body: @escaping @Sendable (Bool) -> Void) {
    let isAvailable = state.withLock { state in
      state.onAvailability = body
      return state.isAvailable
    }
    body(isAvailable)
  }

  /// Restores the volumes once the discarded sound is over, and ends the connection. After a cut,
  /// this takes as long as the rooms' buffer. The pipe stays until the output is deallocated. May
  /// be called again.
  public func close() async {
    cut()
    feed.close()
    if let end = state.withLock({ $0.cutEnd }) {
      try? await Task.sleep(until: volumesDue(after: end), clock: .continuous)
    }
    await restore()
    jobs.finish()
    endConnection()
  }

  // MARK: Parts

  private func endConnection() {
    client.close()
    for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() }
  }

  private func availabilityChanged(_ isAvailable: Bool) {
    let body = state.withLock { state in
      state.isAvailable = isAvailable
      return state.onAvailability
    }
    body?(isAvailable)
  }

  private func take(_ event: SnapcastEvent) {
    let isOwing = state.withLock { state in
      state.holds.take(event)
      switch event {
      case .disconnected: state.isConnected = false
      case .status: state.isConnected = true
      case .volume, .roomConnected, .roomDisconnected, .latency, .roomName, .groupMuted,
        .groupStream, .groupName, .stream, .streamProperties, .missed:
        break
      }
      let status = state.isConnected ? state.holds.shown : nil
      // Only one task handles events, so the last yielded status is the latest.
      for listener in state.listeners.values { listener.yield(status) }
      return state.cutEnd == nil && !state.holds.owed.isEmpty
    }
    // The connection is new: restore the volumes that could not be restored before.
    if case .status = event, isOwing { jobs.yield(.restore(nil)) }
  }

  private func perform(_ job: Job) async {
    switch job {
    case .cut(let end):
      let (rooms, count) = state.withLock { ($0.holds.hold(), $0.cuts) }
      note()
      await each(of: rooms.map { ($0, 0) }) { _ in }
      let due = volumesDue(after: end)
      Task { [jobs] in
        try? await Task.sleep(until: due, clock: .continuous)
        jobs.yield(.restore(count))
      }
    case .release(let instant):
      try? await Task.sleep(until: instant, clock: .continuous)
      feed.release()
    case .restore(let count):
      let isDue = state.withLock { state in
        guard count == nil || count == state.cuts else { return false }
        state.cutEnd = nil
        return true
      }
      if isDue { await restore() }
    }
  }

  /// Returns when to restore the volumes, so that the change is audible between the discarded sound
  /// and the next one.
  private func volumesDue(after end: ContinuousClock.Instant) -> ContinuousClock.Instant {
    end + buffer + Self.gap / 2 - Self.volumeDelay
  }

  private func restore() async {
    let rooms = state.withLock { $0.holds.owed }
    guard !rooms.isEmpty else { return }
    await each(of: rooms.map { ($0.key, $0.value) }) { [state] room in
      state.withLock { $0.holds.released(room, isKnown: true) }
    }
    note()
  }

  private func each(
    of rooms: [(SnapcastRoom.ID, percent: Int)],
    _ onDone: @escaping @Sendable (SnapcastRoom.ID) -> Void
  ) async {
    await withDiscardingTaskGroup { [client, state] tasks in
      for (room, percent) in rooms {
        tasks.addTask {
          do throws(SnapcastError) {
            try await client.setVolume(percent, of: room)
            onDone(room)
          } catch {
            // An unknown room needs no restoring.
            guard error.code == .refused else { return }
            state.withLock { $0.holds.released(room, isKnown: false) }
          }
        }
      }
    }
  }

  private func note() {
    record?.write(state.withLock { $0.holds.owed })
  }
}
