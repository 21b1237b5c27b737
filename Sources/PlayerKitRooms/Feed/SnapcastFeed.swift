import PlayerKit
import PlayerKitSystem

/// Reads an engine's pipe in real time and sends the data to a snapserver stream, on its own
/// thread.
final class SnapcastFeed: Sendable {
  /// What to do with the engine's data.
  private enum Mode: Sendable {
    /// Discard the data.
    case cut
    /// Leave the data in the pipe.
    case held
    /// Send the data.
    case flowing
  }

  private struct State {
    var mode = Mode.cut
    /// The number of changes of ``mode``, so that the thread notices intermediate ones.
    var changes = 0
    var isClosed = false
    var waker: CInt = -1
    /// The destination. `nil` while there is no connection.
    var socket: CInt?
    /// The time at which the server runs out of data.
    var end: ContinuousClock.Instant?
  }

  /// The time by which the server is fed early. It exceeds the clock drift during a song, and the
  /// delays of threads on a busy machine.
  static let lead = Duration.milliseconds(40)

  let format: FeedFormat
  private let pipe: NamedPipe
  private let target: @Sendable () throws(SnapcastError) -> CInt
  private let state = Locked(State())

  /// - Parameter target: Connects to the stream and returns a nonblocking descriptor. Called on
  ///   threads that may block.
  init(
    _ pipe: NamedPipe,
    _ format: FeedFormat,
    target: @escaping @Sendable () throws(SnapcastError) -> CInt
  ) {
    self.pipe = pipe
    self.format = format
    self.target = target
  }

  /// Connects and starts the thread, which calls `onAvailability` when the connection is lost or
  /// restored.
  func start(onAvailability: @escaping @Sendable (Bool) -> Void) throws(SnapcastError) {
    let socket = try target()
    guard let (wakeEnd, waker) = Descriptor.pipe() else {
      Descriptor.close(socket)
      throw SnapcastError(.unreachable, "There are no more descriptors.")
    }
    state.withLock { state in
      state.waker = waker
      state.socket = socket
    }
    let isStarted = BackgroundThread.start("pk-snapfeed") {
      self.run(wakeEnd: wakeEnd, onAvailability)
    }
    guard isStarted else {
      end(wakeEnd: wakeEnd)
      throw SnapcastError(.unreachable, "The system allows no more threads. End other programs.")
    }
  }

  /// Discards the content of the pipe and all further data.
  ///
  /// - Returns: The time at which the server will have read the data sent so far. `nil` if there is
  ///   none.
  func cut() -> ContinuousClock.Instant? {
    state.withLock { state in
      state.mode = .cut
      state.changes += 1
      defer { state.end = nil }
      wake(state)
      return state.end
    }
  }

  /// Keeps the data from now on, until ``release()``. The engine must not be writing at this
  /// moment.
  func hold() {
    state.withLock { state in
      state.mode = .held
      state.changes += 1
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while read(pipe.descriptor, &buffer, buffer.count) > 0 {}
      wake(state)
    }
  }

  /// Sends the kept data and all further data. Has no effect after ``cut()``.
  func release() {
    state.withLock { state in
      guard state.mode == .held else { return }
      state.mode = .flowing
      state.changes += 1
      wake(state)
    }
  }

  /// Ends the thread and the connection. May be called again.
  func close() {
    state.withLock { state in
      state.isClosed = true
      wake(state)
    }
  }

  private func wake(_ state: State) {
    guard state.waker >= 0 else { return }
    var byte: UInt8 = 0
    _ = write(state.waker, &byte, 1)
  }

  // MARK: The thread

  private func run(wakeEnd: CInt, _ onAvailability: @Sendable (Bool) -> Void) {
    var pacer = FeedPacer(chunk: format.chunk, lead: Self.lead)
    var bytes: [UInt8] = []
    var changes = 0
    var wasAvailable = true
    while true {
      let (mode, socket, count, isClosed) = state.withLock {
        ($0.mode, $0.socket, $0.changes, $0.isClosed)
      }
      if isClosed { break }
      if count != changes {
        changes = count
        pacer.stop()
        bytes = []
      }
      if (socket != nil) != wasAvailable {
        wasAvailable = socket != nil
        onAvailability(wasAvailable)
        if !wasAvailable { reconnect() }
        continue
      }
      let now = ContinuousClock.now
      let isDue = pacer.due.map { $0 <= now } ?? true
      let wantsBytes = mode == .cut || socket == nil || (mode == .flowing && isDue)
      var waits = [
        pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wantsBytes ? pipe.descriptor : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let timeout =
        mode == .flowing && !isDue ? pacer.due.map { Descriptor.milliseconds($0 - now) } ?? 0 : -1
      _ = poll(&waits, 3, timeout)
      if waits[0].revents != 0 {
        var sink = [UInt8](repeating: 0, count: 64)
        _ = read(wakeEnd, &sink, sink.count)
      }
      if waits[2].revents != 0, let socket, isGone(socket, waits[2].revents) { lose(socket) }
      guard waits[1].revents != 0 else { continue }
      take(&bytes, mode: mode, changes: changes, socket: socket, &pacer)
    }
    end(wakeEnd: wakeEnd)
  }

  /// Reads from the pipe and sends whole chunks.
  private func take(
    _ bytes: inout [UInt8],
    mode: Mode,
    changes: Int,
    socket: CInt?,
    _ pacer: inout FeedPacer
  ) {
    var buffer = [UInt8](repeating: 0, count: format.chunkBytes - bytes.count)
    // Under the lock, so that the data belongs to this mode.
    let count = state.withLock { state in
      state.changes == changes ? read(pipe.descriptor, &buffer, buffer.count) : 0
    }
    guard count > 0, mode == .flowing, let socket else { return }
    bytes += buffer.prefix(count)
    guard bytes.count == format.chunkBytes else { return }
    let isNew = pacer.next(at: .now)
    let silence = [UInt8](repeating: 0, count: isNew ? format.chunkBytes : 0)
    let chunk = silence + bytes
    bytes = []
    let end = pacer.end
    let isSent = state.withLock { state in
      guard state.changes == changes else { return true }
      state.end = end
      return chunk.withUnsafeBytes { Self.send(socket, $0) }
    }
    if !isSent { lose(socket) }
  }

  private static func send(_ socket: CInt, _ bytes: UnsafeRawBufferPointer) -> Bool {
    // If the stream accepts no more data, the server has stalled.
    let sent = Descriptor.send(socket, bytes)
    return sent == .bytes(bytes.count)
      || (sent == .failed(.notSocket) && Descriptor.write(socket, bytes) == .bytes(bytes.count))
  }

  // MARK: The connection

  private func isGone(_ socket: CInt, _ events: Int16) -> Bool {
    if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return true }
    // A server sends no data here.
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, 0)
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  private func lose(_ socket: CInt) {
    state.withLock { state in
      guard state.socket == socket else { return }
      state.socket = nil
      state.end = nil
    }
    Descriptor.close(socket)
  }

  /// Retries on another thread until there is a connection or the feed is closed.
  private func reconnect() {
    // If no thread can be started, the sound does not return.
    _ = BackgroundThread.start("pk-snapretry") { [weak self, target] in
      var pause = Duration.milliseconds(250)
      while let self, !self.state.withLock({ $0.isClosed }) {
        if let socket = try? target() {
          let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.socket = socket
            wake(state)
            return true
          }
          if !isTaken { Descriptor.close(socket) }
          return
        }
        usleep(UInt32(pause / .microseconds(1)))
        pause = pause.doubled(1, upTo: .seconds(4))
      }
    }
  }

  private func end(wakeEnd: CInt) {
    let (waker, socket) = state.withLock { state in
      defer { (state.waker, state.socket) = (-1, nil) }
      state.isClosed = true
      return (state.waker, state.socket)
    }
    for descriptor in [wakeEnd, waker] + [socket].compactMap(\.self) {
      Descriptor.close(descriptor)
    }
  }
}
