import Foundation
import Locking
import PlayerKit
import PlayerKitTesting

@testable import PlayerKitMPV

/// An http server on 127.0.0.1 that can also do what no proper server does: stall, cut, lie.
///
/// A thread a connection, one exchange a connection.
final class LoopbackServer: Sendable {
  struct Request: Sendable {
    let method: String
    let target: String
    /// By lower-case name.
    let headers: [String: String]

    /// The first and last offset that a `Range` field asks for.
    var range: ClosedRange<Int>? {
      guard let field = headers["range"], field.hasPrefix("bytes=") else { return nil }
      let parts = field.dropFirst(6).split(separator: "-").compactMap { Int($0) }
      return parts.count == 2 && parts[0] <= parts[1] ? parts[0]...parts[1] : nil
    }
  }

  struct Reply: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = Data()
    /// Whether the body is as long as it is long, as that of a live stream.
    var hasNoLength = false
    /// Announced in place of the body's own length.
    var announcedLength: Int?
    /// After how many bytes of the body the connection is closed.
    var cutAfter: Int?
    /// After how many bytes of the body nothing comes any more.
    var stallAfter: Int?
    var delay: TimeInterval = 0
    /// Nothing comes at all.
    var isSilent = false

    static func status(_ status: Int, _ headers: [String: String] = [:]) -> Reply {
      Reply(status: status, headers: headers)
    }

    static func whole(_ body: Data) -> Reply { Reply(body: body) }

    /// The part that was asked for, as a server does that serves parts.
    static func part(_ body: Data, _ request: Request) -> Reply {
      guard let range = request.range else {
        return Reply(headers: ["Accept-Ranges": "bytes"], body: body)
      }
      guard range.lowerBound < body.count else {
        return Reply(status: 416, headers: ["Content-Range": "bytes */\(body.count)"])
      }
      let last = min(range.upperBound, body.count - 1)
      return Reply(
        status: 206,
        headers: [
          "Content-Range": "bytes \(range.lowerBound)-\(last)/\(body.count)", "ETag": "\"1\"",
        ],
        body: body[range.lowerBound...last]
      )
    }
  }

  typealias Handler = @Sendable (Request) -> Reply

  let port: UInt16
  /// The requests that were answered to the end.
  let answered = Recorded<Request>()
  private let listener: Int32
  private let handler: Handler
  private let state = Locked<(requests: [Request], open: Set<Int32>, isStopped: Bool)>(
    ([], [], false)
  )
  private let sent = Locked(0)

  init(_ handler: @escaping Handler) throws {
    self.handler = handler
    let streamType = Int32(SOCK_STREAM.rawValue)
    listener = socket(AF_INET, streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 64) == 0
          && getsockname(socket, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread { [weak self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0, let self, self.register(connection) else { return }
        Thread { self.serve(connection) }.start()
      }
    }.start()
  }

  deinit { stop() }

  /// Closes the port and every connection.
  func stop() {
    let connections = state.withLock { state in
      defer { state.isStopped = true }
      return state.isStopped ? nil : state.open
    }
    guard let connections else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  func url(_ target: String) -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(target)") else {
      preconditionFailure("no URL: \(target)")
    }
    return url
  }

  var requests: [Request] { state.withLock { $0.requests } }

  /// How many bytes of heads and bodies were taken by the connections.
  var bytesSent: Int { sent.withLock { $0 } }

  /// How many are being answered.
  var openConnections: Int { state.withLock { $0.open.count } }

  private func register(_ connection: Int32) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.open.insert(connection)
      return true
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      _ = state.withLock { $0.open.remove(connection) }
      close(connection)
    }
    guard let request = readRequest(connection) else { return }
    state.withLock { $0.requests.append(request) }
    let reply = handler(request)
    if reply.isSilent { return waitForHangUp(connection) }
    if reply.delay > 0 { Thread.sleep(forTimeInterval: reply.delay) }
    var head = "HTTP/1.1 \(reply.status) Reply\r\nConnection: close\r\n"
    if !reply.hasNoLength {
      head += "Content-Length: \(reply.announcedLength ?? reply.body.count)\r\n"
    }
    for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
    guard send(Data((head + "\r\n").utf8), connection) else { return }
    if let count = reply.cutAfter ?? reply.stallAfter {
      _ = send(reply.body.prefix(count), connection)
      if reply.stallAfter != nil { waitForHangUp(connection) }
    } else if send(reply.body, connection) {
      answered.append(request)
    }
  }

  private func waitForHangUp(_ connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private func send(_ data: Data, _ connection: Int32) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.prefix(64 << 10).withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent.withLock { $0 += count }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func readRequest(_ connection: Int32) -> Request? {
    var text = Data()
    var byte: UInt8 = 0
    while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard text.count < 65_536, recv(connection, &byte, 1, 0) == 1 else { return nil }
      text.append(byte)
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n")
    let start = (lines.first ?? "").split(separator: " ")
    guard start.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return Request(method: String(start[0]), target: String(start[1]), headers: headers)
  }
}
