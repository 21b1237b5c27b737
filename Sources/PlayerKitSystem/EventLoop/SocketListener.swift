#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A listening socket, on an ``EventLoop`` from ``start(on:_:)`` until its end.
///
/// `@unchecked Sendable`: only the loop's thread uses the variables.
package final class SocketListener: LoopSource, @unchecked Sendable {
  /// The maximum number of clients accepted in one turn.
  private static let maximumAccepted = 16
  /// The time until the next attempt after a shortage of descriptors.
  private static let pause = Duration.seconds(1)

  package let address: StreamAddress
  private var descriptor: CInt
  private var onClient: ((CInt) -> Void)?
  private var pausedUntil: SuspendingClock.Instant?
  /// Whether clients are accepted. Otherwise they wait.
  package var isAccepting = true

  /// Listens.
  ///
  /// - Parameter setUp: Called after the socket is bound, before clients can connect. Returns whether
  ///   to continue, or else sets `errno`.
  package init(
    at address: StreamAddress,
    backlog: CInt = 64,
    _ setUp: (CInt) -> Bool = { _ in true }
  )
    throws(SystemError)
  {
    descriptor = try address.listening(backlog: backlog, setUp)
    self.address = StreamAddress(of: descriptor) ?? address
  }

  deinit { end() }

  /// Listens on all given addresses that are available. If their port is 0, all have the same free
  /// port.
  ///
  /// - Throws: The error of the last address, if none is available.
  package static func all(at addresses: [StreamAddress]) throws(SystemError) -> [SocketListener] {
    var listeners: [SocketListener] = []
    var failure = SystemError(EADDRNOTAVAIL)
    for address in addresses {
      var address = address
      if address.port == 0, let first = listeners.first { address.port = first.address.port }
      do throws(SystemError) {
        listeners.append(try SocketListener(at: address))
      } catch {
        failure = error
      }
    }
    guard !listeners.isEmpty else { throw failure }
    return listeners
  }

  // MARK: - Calls on the loop's thread

  /// Accepts clients until the loop ends. Call it once.
  ///
  /// - Parameter onClient: Gets a prepared socket, and must close it.
  package func start(on loop: EventLoop, _ onClient: @escaping (CInt) -> Void) {
    self.onClient = onClient
    loop.add(self)
  }

  package var wait: EventLoop.Wait {
    if !isAccepting { return .none }
    if let pausedUntil { return .init(until: pausedUntil) }
    return .init(descriptor, for: .readable)
  }

  package func handle(_ events: EventLoop.Events) {
    pausedUntil = nil
    for _ in 0..<Self.maximumAccepted where isAccepting {
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else {
        if SystemError.last.isShortage {
          pausedUntil = SuspendingClock().now.advanced(by: Self.pause)
        }
        return
      }
      guard Descriptor.prepare(client) else {
        Descriptor.close(client)
        continue
      }
      // Short answers should not wait for long ones.
      Descriptor.sendAtOnce(client)
      onClient?(client)
    }
  }

  /// Closes the socket. May be called again.
  package func end() {
    onClient = nil
    if descriptor >= 0 { Descriptor.close(descriptor) }
    descriptor = -1
  }
}
