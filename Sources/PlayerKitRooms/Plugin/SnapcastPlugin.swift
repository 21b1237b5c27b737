import PlayerKit
import PlayerKitSystem

/// Lets Snapcast's apps show and control a queue: the current track, and play, pause, skip, seek.
///
/// For a stream, a snapserver runs a program, its *control script*, and communicates with its
/// standard input and output. That program is `playerkit snapcast-plugin SOCKET`, or any program
/// that relays lines to and from the socket of this object. See the guide `Rooms`.
///
/// Anyone with access to the socket can control the queue, but can't address individual items. The
/// plugin sends the queue's state after each change, and if the position jumps by a second.
public final class SnapcastPlugin: Sendable {
  private struct State {
    var told: (properties: PluginProperties, at: MonotonicInstant)?
  }

  private let queue: QueuePlayer
  private let line: PluginLine
  private let clock: any PlaybackClock
  private let observer = Observer()
  private let state = Locked(State())

  /// Listens on a Unix domain socket, which replaces an earlier one.
  ///
  /// - Parameters:
  ///   - queue: The queue to show and control.
  ///   - socket: The path, at most 100 bytes.
  ///   - mode: The permissions. A snapserver that runs as another user needs more than the default.
  ///   - clock: The clock for positions.
  /// - Throws: `unreachable` if the socket can't be made.
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

  /// Stops listening and removes the socket. May be called again.
  public func close() {
    queue.removeObserver(observer)
    line.close()
  }

  // MARK: Notifying

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

  // MARK: Requests

  private func received(_ bytes: [UInt8]) {
    switch PluginRequest(bytes) {
    case .properties(let id): line.send(PluginReply.properties(properties, id))
    case .command(let command, let id):
      // None of these commands names an entry.
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
