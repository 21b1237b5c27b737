import PlayerKitSystem

/// A connection to a snapserver, on its own loop, which also makes the callbacks.
///
/// `onOpen` is called at most once; `onClose` exactly once, as the last callback.
final class SnapcastConnection: Sendable {
  struct Callbacks: Sendable {
    var onOpen: @Sendable () -> Void
    var onLine: @Sendable ([UInt8]) -> Void
    var onClose: @Sendable (SnapcastError) -> Void
  }

  private let address: SnapcastAddress
  private let loop = EventLoop()
  private let socket: LineSocket

  init(_ address: SnapcastAddress, _ limits: LineSocket.Limits) {
    self.address = address
    socket = LineSocket(on: loop, limits: limits)
  }

  /// Resolves the host and connects to the first of its addresses that answers. Call it once.
  func start(_ callbacks: Callbacks) {
    loop.run { self.connect(callbacks) }
    if !loop.start("pk-snapcast") {
      let message = "There are no more threads or descriptors."
      callbacks.onClose(SnapcastError(.unreachable, message))
    }
  }

  /// Sends lines once the connection is open. Drops them after it has closed.
  func send(_ bytes: [UInt8]) { socket.send(bytes) }

  /// Closes the connection soon. May be called again.
  func cancel() { socket.close() }

  private func connect(_ callbacks: Callbacks) {
    do throws(SnapcastError) {
      // May block: the loop has no other source.
      let addresses = try address.resolved()
      let handlers = LineSocket.Handlers(
        onOpen: callbacks.onOpen,
        onLine: callbacks.onLine,
        onClose: { reason in
          self.loop.stop()
          callbacks.onClose(SnapcastError(reason, self.address))
        }
      )
      socket.connect(to: addresses, handlers)
    } catch {
      loop.stop()
      callbacks.onClose(error)
    }
  }
}

extension SnapcastAddress {
  /// Returns the addresses of the host. The system limits the time of the look-up.
  func resolved() throws(SnapcastError) -> [StreamAddress] {
    do throws(StreamAddress.LookupError) {
      return try StreamAddress.resolve(host, port: port)
    } catch {
      throw SnapcastError(.unreachable, "There is no host \(host).")
    }
  }

  /// Connects to the first address that answers. `time` limits each attempt. Blocks the thread.
  ///
  /// - Returns: A prepared socket. The caller must close it.
  func connected(within time: Duration) throws(SnapcastError) -> CInt {
    var failure = SystemError.timedOut
    for address in try resolved() {
      do throws(SystemError) {
        let socket = try address.connected(within: time)
        Descriptor.keepAlive(socket)
        Descriptor.sendAtOnce(socket)
        return socket
      } catch {
        failure = error
      }
    }
    throw SnapcastError(failure, self)
  }
}

extension SnapcastError {
  init(_ reason: LineSocket.CloseReason, _ address: SnapcastAddress) {
    switch reason {
    case .closed, .tooMuchUnsent: self.init(.closed, "The connection was ended.")
    case .notConnected(let error): self.init(error, address)
    case .ended, .failed: self.init(.interrupted, "The connection to \(address) was lost.")
    case .lineTooLong: self.init(.invalidResponse, "A line of \(address) is too long.")
    }
  }

  /// The error of a connection attempt.
  init(_ error: SystemError, _ address: SnapcastAddress) {
    self.init(error == .timedOut ? .timedOut : .unreachable, "\(address): \(error).")
  }
}
