import PlayerKitSystem

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
    guard let address = StreamAddress(path: path) else { throw NoPort() }
    descriptor = try address.connected(within: .seconds(10))
    // Reading waits.
    _ = fcntl(descriptor, F_SETFL, 0)
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
