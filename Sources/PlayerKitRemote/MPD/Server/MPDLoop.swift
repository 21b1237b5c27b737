import PlayerKit
import PlayerKitSystem

/// The loop of a server, and the messages of others to it.
final class MPDLoop: Sendable {
  enum Message: Sendable {
    case event(QueuePlayerEvent)
    case fellBehind
    case announce(MPDSubsystems)
    case answered(client: Int, Result<MPDAnswer, MPDError>)
    /// Run a client's delayed command.
    case due(client: Int)
  }

  private struct Inbox {
    var messages: [Message] = []
    var events = 0
  }

  /// The maximum number of pending events. Above it, they are dropped and everything is read again.
  private static let maximumEvents = 1_000

  private let context: RemoteContext
  private let configuration: MPDServer.Configuration
  private let listeners: [SocketListener]
  private let inbox = Locked(Inbox())
  private let loop = EventLoop()
  private let observer = MPDObserver()

  init(
    _ context: RemoteContext,
    _ configuration: MPDServer.Configuration,
    _ listeners: [SocketListener]
  ) {
    self.context = context
    self.configuration = configuration
    self.listeners = listeners
  }

  /// Starts the loop. Call this once.
  func start() throws(PlayerError) {
    observer.send.withLock { $0 = { [weak self] in self?.send($0) } }
    context.queue.addSendableObserver(observer, positionInterval: nil)
    loop.run {
      MPDWorker(self.context, self.configuration, self).start(self.listeners, on: self.loop)
    }
    guard loop.start("MPD") else {
      context.queue.removeObserver(observer)
      throw PlayerError(.unreachable, "The system has no more threads or files.")
    }
  }

  /// Stops the thread and waits for its end, for at most 5 s.
  func stop() {
    context.queue.removeObserver(observer)
    loop.stop(waitingAtMost: .seconds(5))
  }

  /// Sends a message, from any thread.
  func send(_ message: Message) {
    inbox.withLock { inbox in
      if case .event = message {
        inbox.events += 1
        if inbox.events > Self.maximumEvents {
          inbox.messages.removeAll { if case .event = $0 { true } else { false } }
          inbox.messages.append(.fellBehind)
          inbox.events = 0
        } else {
          inbox.messages.append(message)
        }
      } else {
        inbox.messages.append(message)
      }
    }
    loop.wake()
  }

  // MARK: - Calls of the worker

  var hasMessages: Bool { inbox.withLock { !$0.messages.isEmpty } }

  /// Returns the pending messages.
  func take() -> [Message] {
    inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox.messages
    }
  }
}

/// Forwards the events of the queue.
private final class MPDObserver: QueuePlayerObserver, Sendable {
  let send = Locked<(@Sendable (MPDLoop.Message) -> Void)?>(nil)

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    // A stream reports this every second, and no client needs it.
    if case .playback(.bufferedPosition) = event.change { return }
    if case .playback(.format) = event.change { return }
    send.withLock { $0 }?(.event(event))
  }

  func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus) {
    send.withLock { $0 }?(.fellBehind)
  }
}
