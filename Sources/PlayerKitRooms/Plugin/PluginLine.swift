import PlayerKitSystem

/// A Unix domain socket that exchanges lines with one peer at a time.
final class PluginLine: Sendable {
  /// A snapserver sends no longer lines.
  private static let longestLine = 65_536

  private let path: String
  private let listener: SocketListener
  private let loop = EventLoop()
  private let peer = Locked<LineSocket?>(nil)
  private let isClosed = Locked(false)

  /// Listens. Replaces a socket from an earlier run.
  init(path: String, mode: UInt16) throws(SnapcastError) {
    self.path = path
    guard let address = StreamAddress(path: path) else {
      throw SnapcastError(.unreachable, "The path of the socket is too long.")
    }
    // A file of another kind stays and causes an error.
    var facts = stat()
    if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    do throws(SystemError) {
      listener = try SocketListener(at: address, backlog: 4) { _ in chmod(path, mode_t(mode)) == 0 }
    } catch {
      throw SnapcastError(.unreachable, "The socket can't be made: \(error).")
    }
  }

  /// Accepts one connection after another, on its own loop.
  func start(
    onOpen: @escaping @Sendable () -> Void,
    onLine: @escaping @Sendable ([UInt8]) -> Void
  ) {
    loop.run { [weak self, loop, listener] in
      listener.start(on: loop) { client in
        guard let self else { return Descriptor.close(client) }
        self.talk(client, onOpen, onLine)
      }
    }
    _ = loop.start("pk-snapplugin")
  }

  private func talk(
    _ client: CInt,
    _ onOpen: @escaping @Sendable () -> Void,
    _ onLine: @escaping @Sendable ([UInt8]) -> Void
  ) {
    listener.isAccepting = false
    let socket = LineSocket(on: loop, limits: LineSocket.Limits(line: Self.longestLine))
    peer.withLock { $0 = socket }
    let handlers = LineSocket.Handlers(
      onOpen: onOpen,
      onLine: onLine,
      onClose: { [weak self] _ in
        self?.peer.withLock { $0 = nil }
        self?.listener.isAccepting = true
      }
    )
    socket.open(client, handlers)
  }

  /// Sends a line if there is a peer. Disconnects a peer that does not read.
  func send(_ line: [UInt8]) {
    _ = peer.withLock { $0 }?.send(line)
  }

  func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    unlink(path)
    loop.stop()
  }
}
