import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket that never makes its thread wait. Its owner closes it.
struct LoopbackSocket: Sendable {
  enum Reading {
    case bytes([UInt8])
    case nothingYet
    case ended
  }

  let descriptor: Int32

  /// Listens on 127.0.0.1, and nowhere else.
  ///
  /// - Parameter port: 0: any that is free.
  static func listening(on port: UInt16) throws(CatalogError) -> LoopbackSocket {
    let stream = SOCK_STREAM
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(stream.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, Int32(stream), 0)
    #endif
    guard descriptor >= 0 else { throw unavailable("cannot be opened") }
    let listener = LoopbackSocket(descriptor: descriptor)
    listener.setUp()
    // Of an earlier sign-in only connections that are closing may be left: they do not count.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard bound == 0, listen(descriptor, 16) == 0 else {
      let isTaken = errno == EADDRINUSE
      listener.close()
      throw unavailable(isTaken ? "is in use" : "cannot be listened on")
    }
    return listener
  }

  /// Two ends of one connection within the process.
  static func pair() throws(CatalogError) -> (LoopbackSocket, LoopbackSocket) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw unavailable("cannot be opened") }
    let sockets = (LoopbackSocket(descriptor: ends[0]), LoopbackSocket(descriptor: ends[1]))
    sockets.0.setFlags()
    sockets.1.setFlags()
    return sockets
  }

  /// The port that it listens on.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    return named == 0 ? UInt16(bigEndian: address.sin_port) : 0
  }

  /// The next connection; `nil` where none waits.
  func accepted() -> LoopbackSocket? {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    let socket = LoopbackSocket(descriptor: connection)
    socket.setUp()
    return socket
  }

  func read() -> Reading {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return .bytes(Array(buffer.prefix(count))) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothingYet : .ended
  }

  /// How many bytes were taken; `nil` where the other side is gone.
  func write(_ bytes: Data) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Says that nothing more comes from here; the other side may still be sending.
  func endWriting() {
    #if canImport(Glibc)
      _ = shutdown(descriptor, Int32(SHUT_WR))
    #else
      _ = shutdown(descriptor, SHUT_WR)
    #endif
  }

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #endif
  }

  private func setUp() {
    setFlags()
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private func setFlags() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func unavailable(_ fault: String) -> CatalogError {
    CatalogError(
      .portUnavailable,
      "The port on this machine that the sign-in is to come back to \(fault)",
      service: .spotify
    )
  }
}
