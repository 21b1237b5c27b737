import PlayerKitSystem

/// A TCP connection with its own thread, which also makes the callbacks.
///
/// `onOpen` is called at most once; `onClose` exactly once, as the last callback. All callbacks are
/// serial.
final class TCPConnection: Sendable {
  struct Reports: Sendable {
    var onOpen: @Sendable () -> Void
    /// Returns whether to continue reading.
    var onBytes: @Sendable (ArraySlice<UInt8>) -> Bool
    var onClose: @Sendable (SnapcastError) -> Void
  }

  private struct State {
    var outgoing: [UInt8] = []
    var isCancelled = false
    /// The write end of a pipe that wakes the thread. `nil` before the thread has created the pipe
    /// and after the thread has ended.
    var waker: CInt?
  }

  /// The maximum number of unsent bytes. A server that reads too slowly is disconnected.
  private static let mostOutgoing = 1 << 20

  private let address: SnapcastAddress
  private let connectTimeout: Duration
  private let state = Locked(State())

  init(_ address: SnapcastAddress, connectTimeout: Duration) {
    self.address = address
    self.connectTimeout = connectTimeout
  }

  func start(_ reports: Reports) {
    let isStarted = BackgroundThread.start("pk-snapcast") { self.run(reports) }
    if !isStarted {
      reports.onClose(
        SnapcastError(.unreachable, "The system allows no more threads. End other programs.")
      )
    }
  }

  /// Sends bytes once the connection is open. Drops them after it has closed.
  func send(_ bytes: [UInt8]) {
    state.withLock { state in
      guard state.outgoing.count + bytes.count <= Self.mostOutgoing else {
        state.isCancelled = true
        return
      }
      state.outgoing += bytes
    }
    wake()
  }

  /// Closes the connection soon. May be called again.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    wake()
  }

  // Under the lock, so that the descriptor can't be closed and reused meanwhile.
  private func wake() {
    state.withLock { state in
      guard let waker = state.waker else { return }
      var byte: UInt8 = 0
      _ = write(waker, &byte, 1)
    }
  }

  private func run(_ reports: Reports) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      reports.onClose(SnapcastError(.unreachable, "There are no more descriptors."))
      return
    }
    for end in ends { Socket.prepare(end) }
    let waker = ends[1]
    state.withLock { $0.waker = waker }
    let error = connectAndTalk(wakeEnd: ends[0], reports)
    state.withLock { $0.waker = nil }
    for end in ends { close(end) }
    reports.onClose(error)
  }

  private func connectAndTalk(wakeEnd: CInt, _ reports: Reports) -> SnapcastError {
    do throws(SnapcastError) {
      let socket = try Socket.connect(to: address, timeout: connectTimeout) {
        self.state.withLock { $0.isCancelled }
      }
      defer { close(socket) }
      reports.onOpen()
      return talk(socket, wakeEnd: wakeEnd, reports)
    } catch {
      return error
    }
  }

  private func talk(_ socket: CInt, wakeEnd: CInt, _ reports: Reports) -> SnapcastError {
    let gone = SnapcastError(.interrupted, "The connection to \(address) was lost.")
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let (hasMore, isCancelled) = state.withLock { (!$0.outgoing.isEmpty, $0.isCancelled) }
      if isCancelled { return SnapcastError(.closed, "The connection was ended.") }
      let events = Int16(POLLIN) | (hasMore ? Int16(POLLOUT) : 0)
      var waits = [
        pollfd(fd: socket, events: events, revents: 0),
        pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, -1) >= 0 || errno == EINTR else { return gone }
      if waits[1].revents != 0 { _ = read(wakeEnd, &buffer, 256) }
      if hasMore, waits[0].revents & Int16(POLLOUT) != 0, !sendSome(socket) { return gone }
      guard waits[0].revents & ~Int16(POLLOUT) != 0 else { continue }
      let count = recv(socket, &buffer, buffer.count, 0)
      if count > 0 {
        guard reports.onBytes(buffer[0..<count]) else {
          return SnapcastError(.invalidResponse, "A line of \(address) is too long.")
        }
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        return gone
      }
    }
  }

  private func sendSome(_ socket: CInt) -> Bool {
    state.withLock { state in
      let count = state.outgoing.withUnsafeBytes { Socket.send(socket, $0) }
      guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
      state.outgoing.removeFirst(count)
      return true
    }
  }
}
