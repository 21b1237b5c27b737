@testable import PlayerKitRooms

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The other side of a socket of the system's files.
final class UnixPeer {
  private let descriptor: CInt
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard var address = sockaddr_un(path: path) else { throw NoPort() }
    let (descriptor, size) = (descriptor, socklen_t(MemoryLayout<sockaddr_un>.size))
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, size) == 0
      }
    }
    guard isConnected else { throw NoPort() }
  }

  deinit { close(descriptor) }

  func send(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw NoPort() }
  }

  /// The next line. Waits for it.
  func line() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var piece = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { throw NoPort() }
      buffer += piece.prefix(count)
    }
  }
}
