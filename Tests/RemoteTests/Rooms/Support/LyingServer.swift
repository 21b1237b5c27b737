import Foundation
import PlayerKitSystem
import TestSupport

/// Answers each line with the result of a closure. `nil` closes the connection.
final class LyingServer: Sendable {
  private let listener: ListeningSocket
  private let connections = Counter()
  var port: UInt16 { listener.port }
  var connectionCount: Int { connections.value }

  init(
    _ answer: @escaping @Sendable (_ line: String, _ connection: Int) -> [UInt8]?
  ) throws {
    listener = try ListeningSocket()
    let (listener, connections) = (listener, connections)
    Thread.detachNewThread {
      while let connection = listener.accept() {
        let number = connections.next()
        Thread.detachNewThread { Self.talk(connection) { answer($0, number) } }
      }
    }
  }

  deinit { listener.stop() }

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
      guard ListeningSocket.send(Data(bytes), to: connection) == bytes.count else { return }
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
