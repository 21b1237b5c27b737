import Foundation

/// Sockets on 127.0.0.1.
enum Loopback {
  /// Makes a stream socket of a family.
  static func socket(_ family: Int32) -> Int32 {
    #if os(Linux)
      Foundation.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      Foundation.socket(family, SOCK_STREAM, 0)
    #endif
  }

  /// Calls `body` with an address of this machine.
  static func withAddress(
    port: UInt16,
    _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isDone = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
    return isDone ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// Makes a socket that listens, and returns it with its port.
  static func listen() throws -> (Int32, UInt16) {
    let listener = socket(AF_INET)
    let port = withAddress(port: 0) { address, length in
      bind(listener, address, length) == 0 && Foundation.listen(listener, 64) == 0
        && getsockname(listener, address, &length) == 0
    }
    guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, port)
  }

  /// Sends a text, and returns all that the other side sends until it closes.
  static func exchange(_ text: String, port: UInt16) -> String? {
    let connection = socket(AF_INET)
    defer { close(connection) }
    let isConnected = withAddress(port: port) { address, length in
      connect(connection, address, length) == 0
    }
    guard isConnected != nil, send(Data(text.utf8), connection) else { return nil }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(connection, &buffer, buffer.count), count > 0 {
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Sends all data. Returns whether that succeeded.
  static func send(_ data: Data, _ connection: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let rest = bytes.baseAddress?.advanced(by: sent)
        let count = Foundation.send(connection, rest, bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }
}
