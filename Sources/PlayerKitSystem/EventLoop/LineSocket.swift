#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A socket that exchanges lines with a peer, on an ``EventLoop``.
///
/// All handlers run on the loop's thread, without a lock. `onOpen` is called at most once, and
/// `onClose` exactly once, as the last one.
///
/// `@unchecked Sendable`: `state` has a lock. Only the loop's thread uses the other variables.
package final class LineSocket: LoopSource, @unchecked Sendable {
  /// Why a socket was closed.
  package enum CloseReason: Error, Hashable, Sendable {
    /// By ``close()``, or by the end of the loop.
    case closed
    /// No address could be connected to. The error of the last one; `ETIMEDOUT` after the timeout.
    case notConnected(SystemError)
    /// The peer sends no more. An incomplete last line is dropped.
    case ended
    case failed(SystemError)
    case lineTooLong
    /// The peer reads too slowly.
    case tooMuchUnsent
  }

  package struct Limits: Sendable {
    /// The maximum length of a received line in bytes.
    package var line: Int
    /// The maximum number of unsent bytes.
    package var unsent: Int
    /// The time limit for connecting to an address.
    package var connecting: Duration

    package init(line: Int, unsent: Int = 1 << 20, connecting: Duration = .seconds(10)) {
      self.line = line
      self.unsent = unsent
      self.connecting = connecting
    }
  }

  package struct Handlers {
    package var onOpen: () -> Void
    /// Gets a line without its end. Empty lines are skipped.
    package var onLine: ([UInt8]) -> Void
    package var onClose: (CloseReason) -> Void

    package init(
      onOpen: @escaping () -> Void = {},
      onLine: @escaping ([UInt8]) -> Void,
      onClose: @escaping (CloseReason) -> Void
    ) {
      self.onOpen = onOpen
      self.onLine = onLine
      self.onClose = onClose
    }
  }

  private struct State {
    var unsent: WriteQueue
    /// Why the socket is to be closed.
    var end: CloseReason?
  }

  private enum Phase {
    case connecting(next: ArraySlice<StreamAddress>, deadline: SuspendingClock.Instant)
    case open
    case closed
  }

  private let loop: EventLoop
  private let limits: Limits
  private let state: Locked<State>
  private var handlers: Handlers?
  private var phase = Phase.closed
  private var descriptor: CInt = -1
  private var lines: LineBuffer
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)
  private let clock = SuspendingClock()

  /// Makes a socket. Then call ``connect(to:_:)`` or ``open(_:_:)`` once.
  package init(on loop: EventLoop, limits: Limits) {
    self.loop = loop
    self.limits = limits
    state = Locked(State(unsent: WriteQueue(limit: limits.unsent)))
    lines = LineBuffer(limit: limits.line)
  }

  // MARK: - Calls of any thread

  /// Sends bytes, which should end with a line end, as soon as the connection is open. If too many
  /// bytes wait, the socket is closed.
  ///
  /// - Returns: Whether the bytes were taken. `false` if the socket is closed, or will be.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    let isTaken = state.withLock { state in
      guard state.end == nil else { return false }
      guard state.unsent.add(bytes) else {
        state.end = .tooMuchUnsent
        return false
      }
      return true
    }
    loop.wake()
    return isTaken
  }

  /// Closes the socket soon, without sending the rest. May be called again.
  package func close() {
    state.withLock { if $0.end == nil { $0.end = .closed } }
    loop.wake()
  }

  private var endReason: CloseReason? { state.withLock(\.end) }

  // MARK: - Calls on the loop's thread

  /// Connects to the first address that answers.
  package func connect(to addresses: [StreamAddress], _ handlers: Handlers) {
    self.handlers = handlers
    loop.add(self)
    if let endReason { return finish(endReason) }
    connect(to: addresses[...], after: SystemError(EADDRNOTAVAIL))
  }

  /// Takes over a connected socket that was prepared by ``Descriptor/prepare(_:)``.
  package func open(_ descriptor: CInt, _ handlers: Handlers) {
    self.handlers = handlers
    self.descriptor = descriptor
    loop.add(self)
    opened()
  }

  package var wait: EventLoop.Wait {
    let (hasMore, isEnding) = state.withLock { (!$0.unsent.isEmpty, $0.end != nil) }
    if isEnding { return .immediately }
    switch phase {
    case .connecting(_, let deadline): return .init(descriptor, for: .writable, until: deadline)
    case .open: return .init(descriptor, for: hasMore ? [.readable, .writable] : .readable)
    case .closed: return .none
    }
  }

  package func handle(_ events: EventLoop.Events) {
    if let endReason { return finish(endReason) }
    switch phase {
    case .connecting(let next, let deadline):
      if events.isEmpty, clock.now < deadline { return }
      let error = events.isEmpty ? .timedOut : Descriptor.error(of: descriptor)
      guard let error else { return opened() }
      Descriptor.close(descriptor)
      descriptor = -1
      connect(to: next, after: error)
    case .open:
      if events.contains(.writable), let error = sendSome() { return finish(.failed(error)) }
      // Reading also returns the error of a failed connection.
      if !events.isDisjoint(with: [.readable, .failed]) { receive() }
    case .closed: break
    }
  }

  package func end() { finish(.closed) }

  // MARK: - Parts

  private func connect(to addresses: ArraySlice<StreamAddress>, after failure: SystemError) {
    var (rest, failure) = (addresses, failure)
    while let address = rest.popFirst() {
      do throws(SystemError) {
        let (socket, isConnected) = try address.startConnecting()
        descriptor = socket
        if isConnected { return opened() }
        phase = .connecting(next: rest, deadline: clock.now.advanced(by: limits.connecting))
        return
      } catch {
        failure = error
      }
    }
    finish(.notConnected(failure))
  }

  private func opened() {
    phase = .open
    Descriptor.keepAlive(descriptor)
    Descriptor.sendAtOnce(descriptor)
    handlers?.onOpen()
  }

  private func sendSome() -> SystemError? {
    var failure: SystemError?
    state.withLock { state in
      state.unsent.send { bytes in
        switch Descriptor.send(descriptor, bytes) {
        case .bytes(let count): return count
        case .failed(let error): failure = error
        case .notNow, .ended: break
        }
        return 0
      }
    }
    return failure
  }

  private func receive() {
    switch Descriptor.read(descriptor, into: &buffer) {
    case .bytes(let count):
      guard let lines = lines.lines(adding: buffer[..<count]) else { return finish(.lineTooLong) }
      for line in lines where endReason == nil { handlers?.onLine(line) }
    case .notNow: break
    case .ended: finish(.ended)
    case .failed(let error): finish(.failed(error))
    }
  }

  private func finish(_ reason: CloseReason) {
    guard let handlers else { return }
    self.handlers = nil
    loop.remove(self)
    if descriptor >= 0 { Descriptor.close(descriptor) }
    (phase, descriptor) = (.closed, -1)
    state.withLock { state in
      if state.end == nil { state.end = reason }
      state.unsent = WriteQueue(limit: 0)
    }
    handlers.onClose(reason)
  }
}
