import FlyingSocks
import Foundation
import PlayerKitServiceSimulator

/// The bytes of a response.
struct RawReply {
  var bytes: [UInt8]

  /// The fields of the head with lowercase names, and the body.
  func split() -> (head: [String: String], body: ArraySlice<UInt8>)? {
    let end = Array("\r\n\r\n".utf8)
    guard let range = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<range.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
    return (Dictionary(fields) { first, _ in first }, bytes[range.upperBound...])
  }
}

/// Sends raw requests to the simulator, without a client that changes them.
enum RawClient {
  /// A plain connection.
  struct Connection: @unchecked Sendable {
    // A socket's descriptor is an integer that does not change.
    fileprivate let socket: Socket

    func send(_ text: String) throws {
      _ = try socket.write(Data(text.utf8), from: 0)
    }

    func close() {
      try? socket.close()
    }
  }

  static func connect(to simulator: ServiceSimulator) throws -> Connection {
    let port = UInt16(simulator.baseURL.port ?? 0)
    let socket = try Socket(domain: AF_INET, type: .stream)
    try socket.connect(to: .inet(ip4: "127.0.0.1", port: port))
    return Connection(socket: socket)
  }

  /// Sends a request without a body and reads until the server closes the connection.
  static func exchange(
    _ line: String,
    with simulator: ServiceSimulator
  ) async throws -> RawReply {
    let connection = try connect(to: simulator)
    defer { connection.close() }
    try connection.send("\(line)\r\nHost: 127.0.0.1\r\n\r\n")
    return RawReply(bytes: await readToEnd(connection))
  }

  /// The socket blocks, so a separate thread reads it.
  private static func readToEnd(_ connection: Connection) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        while let piece = try? connection.socket.read(atMost: 4096), !piece.isEmpty {
          bytes += piece
        }
        continuation.resume(returning: bytes)
      }
    }
  }
}
