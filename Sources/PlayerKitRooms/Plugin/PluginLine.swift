import PlayerKitSystem

/// A Unix domain socket that exchanges lines with one peer at a time.
final class PluginLine: Sendable {
  private struct State {
    var connection: CInt?
    var isClosed = false
  }

  /// A snapserver sends no longer lines.
  private static let longestLine = 65_536

  private let path: String
  private let listener: CInt
  private let state = Locked(State())

  /// Listens. Replaces a socket from an earlier run.
  init(path: String, mode: UInt16) throws(SnapcastError) {
    self.path = path
    listener = try Self.listen(at: path, mode: mode)
  }

  /// Accepts one connection after another, on its own thread.
  func start(
    onOpen: @escaping @Sendable () -> Void,
    onLine: @escaping @Sendable ([UInt8]) -> Void
  ) {
    _ = BackgroundThread.start("pk-snapplugin") { [self] in
      while true {
        let connection = acceptConnection(listener)
        if state.withLock({ $0.isClosed }) {
          if connection >= 0 { closeDescriptor(connection) }
          break
        }
        guard connection >= 0 else {
          // For example, no descriptors are left.
          usleep(100_000)
          continue
        }
        Socket.prepare(connection)
        state.withLock { $0.connection = connection }
        onOpen()
        talk(connection, onLine)
        state.withLock { $0.connection = nil }
        closeDescriptor(connection)
      }
      closeDescriptor(listener)
    }
  }

  /// Sends a line if there is a peer. Disconnects a peer that does not read.
  func send(_ line: [UInt8]) {
    state.withLock { state in
      guard let connection = state.connection else { return }
      let count = line.withUnsafeBytes { Socket.send(connection, $0) }
      if count != line.count { shutdown(connection, CInt(SHUT_RDWR)) }
    }
  }

  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      unlink(path)
      if let connection = state.connection { shutdown(connection, CInt(SHUT_RDWR)) }
      // Makes `accept` return.
      shutdown(listener, CInt(SHUT_RDWR))
    }
  }

  private func talk(_ connection: CInt, _ onLine: ([UInt8]) -> Void) {
    var lines = LineBuffer(limit: Self.longestLine)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      var wait = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, -1) >= 0 || errno == EINTR else { return }
      let count = recv(connection, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0, let whole = lines.lines(adding: buffer[0..<count]) else { return }
      for line in whole { onLine(line) }
    }
  }

  private static func listen(at path: String, mode: UInt16) throws(SnapcastError) -> CInt {
    guard var address = sockaddr_un(path: path) else {
      throw SnapcastError(.unreachable, "The path of the socket is too long.")
    }
    #if canImport(Glibc)
      let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    // A file of another kind stays and causes an error.
    var facts = stat()
    if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    guard isBound, chmod(path, mode_t(mode)) == 0, startListening(listener) == 0 else {
      let reason = String(cString: strerror(errno))
      closeDescriptor(listener)
      throw SnapcastError(.unreachable, "The socket can't be made: \(reason).")
    }
    return listener
  }
}

extension sockaddr_un {
  init?(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: sun_path)
    guard bytes.count < room else { return nil }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }
}

// Outside the class, whose own method names hide the system's functions.
private func acceptConnection(_ listener: CInt) -> CInt { accept(listener, nil, nil) }
private func startListening(_ listener: CInt) -> CInt { listen(listener, 4) }
func closeDescriptor(_ descriptor: CInt) { close(descriptor) }
