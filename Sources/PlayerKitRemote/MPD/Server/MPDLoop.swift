import Foundation
import PlayerKitSystem
import PlayerKit

/// The thread of a server, and the messages of others to it.
///
/// `@unchecked Sendable` is not needed: mutable state is protected by locks, and only the thread
/// uses the worker.
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
    var isStopped = false
    var isAwake = false
  }

  /// The maximum number of pending events. Above it, they are dropped and everything is read again.
  private static let mostEvents = 1_000

  private let context: RemoteContext
  private let configuration: MPDServer.Configuration
  private let listeners: [MPDListener]
  private let inbox = Locked(Inbox())
  private let wakeUp: (read: Int32, write: Int32)
  private let end = Condition()
  private let hasEnded = Locked(false)
  private let observer: MPDObserver

  init(
    _ context: RemoteContext,
    _ configuration: MPDServer.Configuration,
    _ listeners: [MPDListener]
  ) throws(PlayerError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw PlayerError(.unreachable, "There are too many open files.")
    }
    guard ends.allSatisfy(MPDSocket.makeReady) else {
      for end in ends { MPDSocket.close(end) }
      throw PlayerError(.unreachable, "There are too many open files.")
    }
    wakeUp = (ends[0], ends[1])
    self.context = context
    self.configuration = configuration
    self.listeners = listeners
    observer = MPDObserver()
  }

  deinit {
    MPDSocket.close(wakeUp.read)
    MPDSocket.close(wakeUp.write)
  }

  /// Starts the thread. Call this once.
  func start() throws(PlayerError) {
    observer.send.withLock { $0 = { [weak self] in self?.send($0) } }
    context.queue.addSendableObserver(observer, positionInterval: nil)
    let isStarted = BackgroundThread.start("MPD") {
      let worker = MPDWorker(self.context, self.configuration, self.listeners, self)
      worker.run()
      self.hasEnded.withLock { $0 = true }
      self.end.withLock { self.end.broadcast() }
    }
    guard isStarted else {
      context.queue.removeObserver(observer)
      throw PlayerError(.unreachable, "The system has no more threads.")
    }
  }

  /// Stops the thread and waits for its end, for at most 5 s.
  func stop() {
    context.queue.removeObserver(observer)
    inbox.withLock { $0.isStopped = true }
    wake()
    let limit = SuspendingClock().now + .seconds(5)
    end.withLock {
      while !hasEnded.withLock({ $0 }), SuspendingClock().now < limit {
        end.wait(atMost: .milliseconds(500))
      }
    }
  }

  /// Sends a message, from any thread.
  func send(_ message: Message) {
    let wakes = inbox.withLock { inbox in
      if case .event = message {
        inbox.events += 1
        if inbox.events > Self.mostEvents {
          inbox.messages.removeAll { if case .event = $0 { true } else { false } }
          inbox.messages.append(.fellBehind)
          inbox.events = 0
        } else {
          inbox.messages.append(message)
        }
      } else {
        inbox.messages.append(message)
      }
      defer { inbox.isAwake = true }
      return !inbox.isAwake
    }
    if wakes { wake() }
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(wakeUp.write, &byte, 1)
  }

  // MARK: - Calls of the worker

  var wakeDescriptor: Int32 { wakeUp.read }

  /// Returns the pending messages. `nil` if the server was stopped.
  func take() -> [Message]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wakeUp.read, &bytes, bytes.count) > 0 {}
    return inbox.withLock { inbox in
      inbox.isAwake = false
      guard !inbox.isStopped else { return nil }
      defer { (inbox.messages, inbox.events) = ([], 0) }
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
