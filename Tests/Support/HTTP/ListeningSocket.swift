import Foundation

/// A TCP socket that listens on 127.0.0.1.
package final class ListeningSocket: Sendable {
  package let port: UInt16
  private let descriptor: Int32

  /// - Parameter port: The port, or 0 for any free port.
  package init(port: UInt16 = 0) throws {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
  }

  // The descriptor stays open as long as a thread waits in `accept()`. Otherwise its number could
  // soon belong to another socket, whose connections would be accepted here.
  deinit { close(descriptor) }

  /// Waits for the next connection. Returns `nil` after `stop()`.
  package func accept() -> Int32? {
    let connection = Foundation.accept(descriptor, nil, nil)
    return connection >= 0 ? connection : nil
  }

  /// Refuses new connections, and wakes `accept()`.
  package func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends everything.
  ///
  /// - Returns: The number of bytes that the system accepted before the connection broke, or the
  ///   whole size.
  @discardableResult
  package static func send(_ bytes: Data, to connection: Int32) -> Int {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...].prefix(64 << 10))
        let count = Foundation.send(connection, rest.baseAddress, rest.count, noSignal)
        guard count > 0 else { break }
        sent += count
      }
      return sent
    }
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
