import PlayerKitSystem
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rooms as the output of an engine: a pipe that the engine writes into, whose sound goes to a stream
/// of a snapserver in real time.
///
/// ```swift
/// let rooms = try await SnapcastOutput.connect(to: SnapcastAddress(host: "den.local"))
/// let engine = try MPVEngine(
///   configuration: .init(output: .pipe(path: rooms.pipe), quality: .fixed(rate: rooms.sampleRate))
/// )
/// let queue = QueuePlayer(players: [URLPlayer(engine: DelayedEngine(engine, output: rooms))])
/// ```
///
/// Rooms hold what they got for as long as the server's buffer is. So what is on its way is cut by
/// turning the rooms of the stream down to 0 until it is over; then they get their volumes back. Who
/// turns one up meanwhile has it so. Mutes are left alone. Where the process is killed meanwhile, the
/// next ``connect(to:configuration:)`` to the stream gives the volumes back.
///
/// Close the engine before this is gone: a pipe without a reader ends a process by a signal.
/// ``DelayedEngine`` sees to it.
///
/// A server that goes is looked for until it is back; meanwhile the output is not available.
public final class SnapcastOutput: DelayedOutput {
  /// How an output is set up.
  public struct Configuration: Sendable {
    /// The stream to feed; `nil`: the one named `PlayerKit`, or else the first that can be fed. It is
    /// of the kind `tcp` in mode `server`, or `pipe` where the server runs on the same machine, and
    /// has 16-bit stereo samples.
    public var stream: SnapcastStream.ID?
    /// How much the rooms hold: `buffer` in the server's file of settings, which no answer tells.
    public var buffer: Duration
    /// Where to note how loud rooms were that are turned down; `nil`: nowhere, so that they stay so
    /// where the process is killed.
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
    /// Silence what was sent, which the server reads until then.
    case cut(until: ContinuousClock.Instant)
    case release(notBefore: ContinuousClock.Instant)
    /// Give the volumes back, unless another cut has come.
    case restore(Int?)
  }

  private struct State {
    var holds: RoomHolds
    var isAvailable = true
    var onAvailability: (@Sendable (Bool) -> Void)?
    var isConnected = true
    var listeners: [Int: AsyncStream<SnapcastStatus?>.Continuation] = [:]
    var listenerCount = 0
    /// Until when the server reads what was cut.
    var cutEnd: ContinuousClock.Instant?
    var cuts = 0
  }

  /// From the end of what was cut to the beginning of what comes next, so that volumes can change in
  /// between.
  private static let gap = Duration.milliseconds(60)
  /// How long a room takes to change its volume: what its sound system holds.
  private static let volumeDelay = Duration.milliseconds(55)

  /// The stream to feed.
  public let stream: SnapcastStream.ID
  /// The path of the pipe. It is gone when the output is.
  public var pipe: String { namedPipe.path }
  /// Samples a second that the stream takes.
  public var sampleRate: Int { feed.format.sampleRate }
  /// The server's status with volumes as people set them: a status of the server itself has rooms at 0
  /// that a cut silences for a moment. At once and after each change, only the latest if several wait;
  /// `nil` while the server can't be reached. It ends with the output.
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
  /// From the engine's clock to the rooms: what pipe and device hold, the lead, and the rooms' buffer.
  public let delay: Duration
  /// From ``open()``, were it called now, to the first sound.
  public var startDelay: Duration {
    let wait = (state.withLock { $0.cutEnd }).map { $0 + Self.gap - .now } ?? .zero
    // A server has its first chunk begin when it has come, not when it is over.
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
  /// - Throws: as ``SnapcastClient/status()``; `noStream` where no stream can be fed.
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

  /// Turns the rooms down until what is on its way is over, where there is anything.
  public func cut() {
    guard let end = feed.cut() else { return }
    state.withLock { state in
      state.cuts += 1
      state.cutEnd = end
    }
    jobs.yield(.cut(until: end))
  }

  /// Sends what the engine writes from now on, once what was cut is read.
  public func open() {
    feed.hold()
    let end = state.withLock { $0.cutEnd }
    jobs.yield(.release(notBefore: end.map { $0 + Self.gap } ?? .now))
  }

  /// Says whether the server takes sound.
  public func onAvailability(_ body: @escaping @Sendable (Bool) -> Void) {
    let isAvailable = state.withLock { state in
      state.onAvailability = body
      return state.isAvailable
    }
    body(isAvailable)
  }

  /// Gives the volumes back, once what was cut is over, and ends the connection; so it takes as long as
  /// the rooms' buffer after a cut. The pipe stays until the output is gone. May be called again.
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
      // One thing takes events, so that the last one given is the latest.
      for listener in state.listeners.values { listener.yield(status) }
      return state.cutEnd == nil && !state.holds.owed.isEmpty
    }
    // The connection is new: what could not be given back can be now.
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

  /// When to give the volumes back, so that it is heard between what was cut and what comes next.
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
            // An unknown room is owed nothing.
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
