import Foundation
import Locking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server on 127.0.0.1 that waits for one redirect.
///
/// It has a thread of its own, which waits for its sockets and does nothing else. Connections do not
/// wait for each other: browsers open some that they never use. After the redirect it answers those
/// that are open, for two seconds at most, and is gone.
final class LoopbackRedirect: Sendable {
  private static let mostConnections = 32
  private static let longestConnection = Duration.seconds(15)
  private static let longestEnd = Duration.seconds(2)

  let port: UInt16
  private let outcome = OneShot<SpotifyAuthorizationCode>()
  private let listener: LoopbackSocket
  private let phase = Locked(Phase.idle)

  private enum Phase {
    case idle
    /// A thread serves. Closing the bell wakes and ends it.
    case serving(bell: LoopbackSocket)
    /// The redirect has come: the thread ends by itself.
    case answered(bell: LoopbackSocket)
    case stopped
  }

  /// Listens. ``start(path:read:)`` is to follow, or ``stop()``.
  ///
  /// - Throws: ``CatalogError/Code/portUnavailable``.
  init(port: UInt16) throws(CatalogError) {
    listener = try LoopbackSocket.listening(on: port)
    self.port = listener.port
  }

  /// Answers from now on. To be called once.
  func start(path: String, read: @escaping @Sendable (String) -> RedirectStateMachine.Outcome)
    throws(CatalogError)
  {
    let ends: (LoopbackSocket, LoopbackSocket)
    do throws(CatalogError) {
      ends = try LoopbackSocket.pair()
    } catch {
      stop()
      throw error
    }
    phase.withLock { $0 = .serving(bell: ends.1) }
    let thread = Thread { [self] in
      serve(RedirectStateMachine(path: path, read: read), until: ends.0)
    }
    thread.name = "MusicCatalog.redirect"
    thread.start()
  }

  /// What the redirect brings. To be called once.
  func code() async throws -> SpotifyAuthorizationCode { try await outcome.value() }

  /// Closes the port at once, or soon where a redirect has come and its answer is under way. A
  /// second time: no effect.
  func stop() {
    let socket = phase.withLock { phase -> LoopbackSocket? in
      switch phase {
      case .idle:
        phase = .stopped
        return listener
      case .serving(let bell):
        phase = .stopped
        return bell
      case .answered, .stopped:
        return nil
      }
    }
    socket?.close()
  }

  private func noteAnswer() {
    phase.withLock { phase in
      if case .serving(let bell) = phase { phase = .answered(bell: bell) }
    }
  }

  private func end() {
    let socket = phase.withLock { phase -> LoopbackSocket? in
      defer { phase = .stopped }
      switch phase {
      case .serving(let bell), .answered(let bell): return bell
      case .idle, .stopped: return nil
      }
    }
    socket?.close()
  }

  private func serve(_ machine: RedirectStateMachine, until bell: LoopbackSocket) {
    var machine = machine
    var connections: [LoopbackConnection] = []
    var last: ContinuousClock.Instant?
    defer {
      for connection in connections { connection.socket.close() }
      listener.close()
      bell.close()
      end()
    }
    while true {
      guard !isRung(bell, connections) else { return }
      let now = ContinuousClock.now
      while connections.count < Self.mostConnections, let socket = listener.accepted() {
        connections.append(LoopbackConnection(socket, end: now + Self.longestConnection))
      }
      connections = connections.compactMap { connection in
        var connection = connection
        switch connection.proceed({ answer(to: $0, by: &machine) }) {
        case .reading, .writing:
          if now < connection.end { return connection }
        case .ended:
          break
        }
        connection.socket.close()
        return nil
      }
      guard machine.isDone else { continue }
      let end = last ?? now + Self.longestEnd
      last = end
      if connections.isEmpty || now >= end { return }
    }
  }

  private func answer(to line: String, by machine: inout RedirectStateMachine) -> Data {
    let answer = machine.requested(line)
    if let result = answer.outcome {
      noteAnswer()
      outcome.finish(result.mapError { $0 })
    }
    return answer.page.answer(withBody: answer.withBody)
  }

  /// Waits until there is something to do, for a second at most. Says whether all is to end.
  private func isRung(_ bell: LoopbackSocket, _ connections: [LoopbackConnection]) -> Bool {
    var waits = [
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      // A full house takes nobody else: the listener would wake the thread on and on.
      pollfd(
        fd: connections.count < Self.mostConnections ? listener.descriptor : -1,
        events: Int16(POLLIN),
        revents: 0
      ),
    ]
    waits += connections.map {
      pollfd(
        fd: $0.socket.descriptor,
        events: Int16($0.isWriting ? POLLOUT : POLLIN),
        revents: 0
      )
    }
    poll(&waits, nfds_t(waits.count), 1000)
    return waits[0].revents != 0
  }
}
