import Foundation

/// A connection to a program with a line-based protocol, over a Unix socket.
final class LineSocket {
  let lines = Awaited<String>()
  private let descriptor: Int32

  /// Connects. Waits up to ten seconds until the program listens.
  init(_ path: String) throws {
    var connected: Int32?
    for _ in 0..<500 where connected == nil {
      connected = Self.connect(path)
      if connected == nil { usleep(20_000) }
    }
    guard let connected else { throw POSIXError(.ECONNREFUSED) }
    descriptor = connected
    let lines = lines
    Thread {
      var line: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(connected, &buffer, buffer.count)
        guard count > 0 else { return }
        for byte in buffer[..<count] {
          if byte == 10 {
            lines.offer(String(decoding: line, as: UTF8.self))
            line = []
          } else {
            line.append(byte)
          }
        }
      }
    }.start()
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  private static func connect(_ path: String) -> Int32? {
    let descriptor = Loopback.socket(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { target in
      for (index, byte) in path.utf8.prefix(target.count - 1).enumerated() { target[index] = byte }
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, length) == 0
      }
    }
    if !isConnected { close(descriptor) }
    return isConnected ? descriptor : nil
  }
}
