import PlayerKitSystem

/// Relays lines between a snapserver, which runs the calling process as a control script, and the
/// socket of a ``SnapcastPlugin``.
public enum SnapcastPluginRelay {
  /// Relays lines from standard input to the socket, and from the socket to standard output, until
  /// the server closes standard input. Blocks the calling thread. If the app is not running, tries
  /// to connect each second; meanwhile the server's requests are refused.
  ///
  /// - Parameter path: The path of the app's socket.
  public static func run(socket path: String) {
    var fromServer = LineBuffer(limit: 65_536)
    var connection: CInt?
    var retryAt = ContinuousClock.now
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      if connection == nil, retryAt <= .now {
        connection = connect(path)
        retryAt = .now + .seconds(1)
      }
      var waits = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: connection ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waits, 2, connection == nil ? 1_000 : -1)
      if waits[0].revents != 0 {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0, let lines = fromServer.lines(adding: buffer[0..<count]) else { break }
        for line in lines { pass(line, &connection) }
      }
      if let socket = connection, waits[1].revents != 0 {
        let count = recv(socket, &buffer, buffer.count, 0)
        if count > 0 {
          guard write(buffer[0..<count]) else { break }
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          closeDescriptor(socket)
          connection = nil
        }
      }
    }
    if let connection { closeDescriptor(connection) }
  }

  private static func pass(_ line: [UInt8], _ connection: inout CInt?) {
    if let socket = connection {
      let bytes = line + [UInt8(ascii: "\n")]
      if bytes.withUnsafeBytes({ Socket.send(socket, $0) }) == bytes.count { return }
      closeDescriptor(socket)
      connection = nil
    }
    let id: Int? =
      switch PluginRequest(line) {
      case .properties(let id), .command(_, let id), .invalid(let id): id
      case .nothing: nil
      }
    if let id { _ = write(PluginReply.failure(id, -32_000, "The player is not running")[...]) }
  }

  private static func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeOut($0) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func connect(_ path: String) -> CInt? {
    guard var address = sockaddr_un(path: path) else { return nil }
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connectSocket(descriptor, $0, size) == 0
      }
    }
    guard isConnected else {
      closeDescriptor(descriptor)
      return nil
    }
    Socket.prepare(descriptor)
    return descriptor
  }
}

private func writeOut(_ bytes: UnsafeRawBufferPointer) -> Int {
  write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
}

private func connectSocket(
  _ descriptor: CInt,
  _ address: UnsafePointer<sockaddr>,
  _ size: socklen_t
) -> CInt {
  connect(descriptor, address, size)
}
