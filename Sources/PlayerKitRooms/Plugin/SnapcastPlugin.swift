import PlayerKitSystem
import PlayerKit

/// A queue as Snapcast's apps show and steer it: what plays, and play, pause, skip, seek.
///
/// A snapserver runs a program for a stream, its *control script*, and talks to its standard input and
/// output. That program is `playerkit snapcast-plugin SOCKET`, or anything that carries lines between
/// these and the socket of this object: see the guide `Rooms`.
///
/// Whoever reaches the socket can steer the queue, and nothing else: no item can be named. The state of
/// the queue is told with each change, and where a position jumps by a second.
public final class SnapcastPlugin: Sendable {
  private struct State {
    var told: (properties: PluginProperties, at: MonotonicInstant)?
  }

  private let queue: QueuePlayer
  private let line: PluginLine
  private let clock: any PlaybackClock
  private let observer = Observer()
  private let state = Locked(State())

  /// Listens on a socket of the system's files. It replaces an earlier socket.
  ///
  /// - Parameters:
  ///   - queue: what is shown and steered.
  ///   - socket: the path, at most 100 bytes.
  ///   - mode: the permissions. A snapserver that runs as another user needs more than these.
  ///   - clock: tells the time of positions.
  /// - Throws: `unreachable` where the socket can't be made.
  public init(
    _ queue: QueuePlayer,
    socket: String,
    mode: UInt16 = 0o600,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws(SnapcastError) {
    self.queue = queue
    self.clock = clock
    line = try PluginLine(path: socket, mode: mode)
    observer.onChange.withLock { $0 = { [weak self] in self?.changed() } }
    queue.addSendableObserver(observer, positionInterval: nil)
    line.start(
      onOpen: { [weak self] in self?.opened() },
      onLine: { [weak self] in self?.received($0) }
    )
  }

  deinit {
    close()
  }

  /// Ends it; the socket is gone. May be called again.
  public func close() {
    queue.removeObserver(observer)
    line.close()
  }

  // MARK: Telling

  private func opened() {
    line.send(PluginReply.ready)
    state.withLock { $0.told = nil }
    changed()
  }

  private var properties: PluginProperties {
    PluginProperties(queue.status, at: clock.now)
  }

  private func changed() {
    let (now, properties) = (clock.now, properties)
    let isNews = state.withLock { state in
      if let told = state.told, properties.follows(told.properties, after: now - told.at) {
        return false
      }
      state.told = (properties, now)
      return true
    }
    if isNews { line.send(PluginReply.changed(properties)) }
  }

  // MARK: Being told

  private func received(_ bytes: [UInt8]) {
    switch PluginRequest(bytes) {
    case .properties(let id): line.send(PluginReply.properties(properties, id))
    case .command(let command, let id):
      // None of its commands names an entry.
      try? queue.perform(command)
      line.send(PluginReply.ok(id))
    case .invalid(let id): line.send(PluginReply.failure(id, -32_602, "Invalid params"))
    case .nothing: break
    }
  }

  private final class Observer: QueuePlayerObserver, Sendable {
    let onChange = Locked<@Sendable () -> Void>({})

    func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
      onChange.withLock { $0 }()
    }
  }
}
