import PlayerKitSystem

/// Functions for the system's sockets.
enum Socket {
  /// Resolves a host and connects to the first of its addresses that answers. The system limits the
  /// time of the look-up; `timeout` limits each connection.
  ///
  /// - Returns: A nonblocking socket. The caller must close it.
  static func connect(
    to address: SnapcastAddress,
    timeout: Duration,
    isCancelled: () -> Bool
  ) throws(SnapcastError) -> CInt {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(address.host, String(address.port), &hints, &list)
    guard status == 0 else {
      throw SnapcastError(.unreachable, "The host \(address.host) was not found. Check its name.")
    }
    defer { freeaddrinfo(list) }
    var error = SnapcastError(
      .unreachable,
      "The host \(address.host) was not found. Check its name."
    )
    var next = list
    while let info = next?.pointee, !isCancelled() {
      let socket = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
      if socket >= 0 {
        prepare(socket)
        guard let failure = connect(socket, info, timeout) else {
          keepAlive(socket)
          return socket
        }
        close(socket)
        error = SnapcastError(
          failure == ETIMEDOUT ? .timedOut : .unreachable,
          "\(address): \(String(cString: strerror(failure)))."
        )
      }
      next = info.ai_next
    }
    throw isCancelled() ? SnapcastError(.closed, "The connection was ended.") : error
  }

  /// Connects, and returns the system's error, or `nil` on success.
  private static func connect(_ socket: CInt, _ info: addrinfo, _ timeout: Duration) -> CInt? {
    #if canImport(Glibc)
      let status = Glibc.connect(socket, info.ai_addr, info.ai_addrlen)
    #elseif canImport(Musl)
      let status = Musl.connect(socket, info.ai_addr, info.ai_addrlen)
    #else
      let status = Darwin.connect(socket, info.ai_addr, info.ai_addrlen)
    #endif
    if status == 0 { return nil }
    guard errno == EINPROGRESS else { return errno }
    let end = ContinuousClock.now + timeout
    while true {
      let left = max(end - .now, .zero)
      var wait = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
      let count = poll(&wait, 1, CInt(clamping: Int(left / .milliseconds(1)) + 1))
      if count > 0 { break }
      guard count == 0 || errno == EINTR else { return errno }
      if left == .zero { return ETIMEDOUT }
    }
    var failure: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 else { return errno }
    return failure == 0 ? nil : failure
  }

  /// Makes a descriptor nonblocking and not inheritable.
  static func prepare(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Detects within half a minute if the peer lost power, and sends without delay.
  private static func keepAlive(_ socket: CInt) {
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
    set(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    #if !canImport(Darwin)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
    #else
      set(socket, SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
  }

  private static func set(_ socket: CInt, _ level: CInt, _ name: CInt, _ value: CInt) {
    var value = value
    setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Sends. Does not raise a signal if the peer is gone.
  static func send(_ socket: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    #elseif canImport(Musl)
      Musl.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    #else
      Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
    #endif
  }
}
