#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An error of the system.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: CInt

  package init(_ code: CInt) { self.code = code }

  /// The last error of the current thread. Read it right after the failed call.
  package static var last: SystemError { SystemError(errno) }

  package static let timedOut = SystemError(ETIMEDOUT)
  package static let notSocket = SystemError(ENOTSOCK)

  package var description: String { String(cString: strerror(code)) }

  /// Whether the call may succeed later, if the descriptor is ready.
  package var isTemporary: Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINTR }

  /// Whether the process or the system has no more descriptors or memory.
  package var isShortage: Bool {
    code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM
  }
}

/// The system's functions for nonblocking descriptors. They differ between platforms only here.
package enum Descriptor {
  /// The result of reading or writing without blocking.
  package enum Transfer: Hashable, Sendable {
    /// The number of bytes, at least one.
    case bytes(Int)
    /// Nothing can be transferred now.
    case notNow
    /// The peer sends no more.
    case ended
    case failed(SystemError)
  }

  #if canImport(Glibc)
    package static let stream = CInt(SOCK_STREAM.rawValue)
  #else
    package static let stream = SOCK_STREAM
  #endif

  package static let standardInput = STDIN_FILENO
  package static let standardOutput = STDOUT_FILENO

  /// Makes a descriptor nonblocking, and hides it from other programs. A write to a socket without
  /// a peer raises no signal.
  @discardableResult
  package static func prepare(_ descriptor: CInt) -> Bool {
    #if canImport(Darwin)
      // Fails if it is no socket.
      set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
      && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
  }

  /// Makes a descriptor block again, for a program that inherits it.
  static func makeBlocking(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  package static func close(_ descriptor: CInt) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  /// Makes a prepared pipe. `nil` if there are no more descriptors.
  package static func pipe() -> (read: CInt, write: CInt)? {
    var ends: [CInt] = [-1, -1]
    #if canImport(Glibc)
      let isMade = Glibc.pipe(&ends) == 0
    #elseif canImport(Musl)
      let isMade = Musl.pipe(&ends) == 0
    #else
      let isMade = Darwin.pipe(&ends) == 0
    #endif
    guard isMade else { return nil }
    for end in ends { prepare(end) }
    return (ends[0], ends[1])
  }

  /// Reads into the beginning of a buffer, which must not be empty.
  package static func read(_ descriptor: CInt, into buffer: inout [UInt8]) -> Transfer {
    #if canImport(Glibc)
      let count = Glibc.read(descriptor, &buffer, buffer.count)
    #elseif canImport(Musl)
      let count = Musl.read(descriptor, &buffer, buffer.count)
    #else
      let count = Darwin.read(descriptor, &buffer, buffer.count)
    #endif
    if count > 0 { return .bytes(count) }
    return count == 0 ? .ended : failure()
  }

  /// Writes to a pipe or a file. The calling thread must block SIGPIPE.
  package static func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    #if canImport(Glibc)
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      let count = Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
    return count >= 0 ? .bytes(count) : failure()
  }

  /// Sends to a prepared socket. Raises no signal if the peer is gone.
  package static func send(_ socket: CInt, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    #if canImport(Glibc)
      let count = Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    #elseif canImport(Musl)
      let count = Musl.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    #else
      let count = Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
    #endif
    return count >= 0 ? .bytes(count) : failure()
  }

  private static func failure() -> Transfer {
    let error = SystemError.last
    return error.isTemporary ? .notNow : .failed(error)
  }

  /// Waits until a descriptor is ready. Interruptions by signals shorten no wait.
  ///
  /// - Returns: Whether it is ready.
  package static func wait(for events: Int16, of descriptor: CInt, atMost time: Duration) -> Bool {
    let clock = SuspendingClock()
    let end = clock.now.advanced(by: time)
    while true {
      var wait = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&wait, 1, milliseconds(clock.now.duration(to: end)))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
      if clock.now >= end { return false }
    }
  }

  /// Returns a timeout for `poll`, rounded up.
  package static func milliseconds(_ time: Duration) -> CInt {
    guard time > .zero else { return 0 }
    let (seconds, attoseconds) = time.components
    return CInt(clamping: min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  // MARK: - Sockets

  /// Sets an option of a socket. Ignores options that it does not have.
  package static func set(_ socket: CInt, _ level: CInt, _ name: CInt, _ value: CInt) {
    var value = value
    setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Returns the pending error of a socket, such as the result of a connection attempt.
  package static func error(of socket: CInt) -> SystemError? {
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return .last }
    return code == 0 ? nil : SystemError(code)
  }

  /// Sends small messages at once. Has no effect if the socket is not of TCP.
  package static func sendAtOnce(_ socket: CInt) {
    set(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  /// Detects within half a minute if the peer lost power. Has no effect if the socket is not of TCP.
  package static func keepAlive(_ socket: CInt) {
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
    #if !canImport(Darwin)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
    #endif
  }
}
