import Foundation
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Answers each line by what a closure says; `nil` closes the connection.
final class LyingServer: Sendable {
  private let listener: Listener
  private let connections = Locked(0)
  var port: UInt16 { listener.port }
  var connectionCount: Int { connections.withLock { $0 } }

  init(
    _ answer: @escaping @Sendable (_ line: String, _ connection: Int) -> [UInt8]?
  ) throws {
    listener = try Listener()
    let (listener, connections) = (listener, connections)
    Thread.detachNewThread {
      while let connection = listener.accept() {
        let number = connections.withLock { count in
          count += 1
          return count
        }
        Thread.detachNewThread { Self.talk(connection) { answer($0, number) } }
      }
    }
  }

  deinit { listener.close() }

  private static func talk(_ connection: CInt, _ answer: (String) -> [UInt8]?) {
    defer { close(connection) }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) == 1 {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      guard let bytes = answer(String(decoding: line, as: UTF8.self)) else { return }
      line = []
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  /// The number of a request.
  static func id(_ line: String) -> Int {
    line.firstMatch(of: /"id":(\d+)/).flatMap { Int($0.1) } ?? 0
  }

  static func answer(_ line: String, _ result: String) -> [UInt8] {
    Array("{\"id\":\(id(line)),\"jsonrpc\":\"2.0\",\"result\":\(result)}\r\n".utf8)
  }

  static let emptyStatus = #"{"server":{"groups":[],"server":{},"streams":[]}}"#
}
