import Foundation
import Locking
import PlayerKitTesting

/// An http server on 127.0.0.1 that can also do what no proper server does: stall, cut, lie.
///
/// A thread a connection; one exchange a connection, unless a reply says otherwise.
package final class LoopbackServer: Sendable {
  package struct Request: Sendable {
    package let method: String
    package let target: String
    /// By lower-case name.
    package let headers: [String: String]
    /// As long as its head says.
    package let body: Data

    /// The first and last offset that a `Range` field asks for.
    package var range: ClosedRange<Int>? {
      guard let field = headers["range"], field.hasPrefix("bytes=") else { return nil }
      let parts = field.dropFirst(6).split(separator: "-").compactMap { Int($0) }
      return parts.count == 2 && parts[0] <= parts[1] ? parts[0]...parts[1] : nil
    }
  }

  package struct Reply: Sendable {
    package var status = 200
    package var headers: [String: String] = [:]
    package var body = Data()
    /// Whether the body is as long as it is long, as that of a live stream.
    package var hasNoLength = false
    /// Announced in place of the body's own length.
    package var announcedLength: Int?
    /// After how many bytes of the body the connection is closed.
    package var cutAfter: Int?
    /// After how many bytes of the body nothing comes any more.
    package var stallAfter: Int?
    package var delay: TimeInterval = 0
    /// Nothing comes at all.
    package var isSilent = false
    /// The head, byte for byte, in place of a proper one.
    package var head: Data?
    /// Whether another request may come over the connection.
    package var staysOpen = false

    package init(
      status: Int = 200,
      headers: [String: String] = [:],
      body: Data = Data(),
      hasNoLength: Bool = false,
      announcedLength: Int? = nil,
      cutAfter: Int? = nil,
      stallAfter: Int? = nil,
      delay: TimeInterval = 0,
      isSilent: Bool = false,
      head: Data? = nil,
      staysOpen: Bool = false
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.hasNoLength = hasNoLength
      self.announcedLength = announcedLength
      self.cutAfter = cutAfter
      self.stallAfter = stallAfter
      self.delay = delay
      self.isSilent = isSilent
      self.head = head
      self.staysOpen = staysOpen
    }

    package static func status(_ status: Int, _ headers: [String: String] = [:]) -> Reply {
      Reply(status: status, headers: headers)
    }

    package static func whole(_ body: Data) -> Reply { Reply(body: body) }

    /// The part that was asked for, as a server does that serves parts.
    package static func part(_ body: Data, _ request: Request) -> Reply {
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

  private struct State {
    var requests: [Request] = []
    var connectionsTaken = 0
    var open: Set<Int32> = []
    var isStopped = false
  }

  package typealias Handler = @Sendable (Request) -> Reply

  package let port: UInt16
  /// The requests that were answered to the end.
  package let answered = Recorded<Request>()
  private let listener: Int32
  private let handler: Handler
  private let hangsUp: Bool
  private let state = Locked(State())
  private let sent = Locked(0)

  /// - Parameter hangsUp: closes each connection at once, and answers nothing.
  package init(hangsUp: Bool = false, _ handler: @escaping Handler) throws {
    self.handler = handler
    self.hangsUp = hangsUp
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
      // It alone closes the port: closed by others, its number would soon be that of another server, whose
      // connections would be taken here.
      defer { close(socket) }
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        guard let self, self.register(connection) else {
          close(connection)
          return
        }
        Thread { self.serve(connection) }.start()
      }
    }.start()
  }

  deinit { stop() }

  /// Closes the port and every connection.
  package func stop() {
    let connections = state.withLock { state in
      defer { state.isStopped = true }
      return state.isStopped ? nil : state.open
    }
    guard let connections else { return }
    // Wakes who waits for connections.
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  package func url(_ target: String) -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(target)") else {
      preconditionFailure("no URL: \(target)")
    }
    return url
  }

  package var requests: [Request] { state.withLock { $0.requests } }

  /// How many bytes of heads and bodies were taken by the connections.
  package var bytesSent: Int { sent.withLock { $0 } }

  /// How many connections were made in all, also such that asked for nothing.
  package var connectionsTaken: Int { state.withLock { $0.connectionsTaken } }

  /// How many are being answered.
  package var openConnections: Int { state.withLock { $0.open.count } }

  private func register(_ connection: Int32) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.connectionsTaken += 1
      state.open.insert(connection)
      return true
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      _ = state.withLock { $0.open.remove(connection) }
      close(connection)
    }
    while !hangsUp, answer(connection) {}
  }

  /// - Returns: whether another request may come.
  private func answer(_ connection: Int32) -> Bool {
    guard let request = readRequest(connection) else { return false }
    state.withLock { $0.requests.append(request) }
    let reply = handler(request)
    if reply.isSilent {
      waitForHangUp(connection)
      return false
    }
    if reply.delay > 0 { Thread.sleep(forTimeInterval: reply.delay) }
    var head = "HTTP/1.1 \(reply.status) Reply\r\n"
    head += reply.staysOpen ? "" : "Connection: close\r\n"
    if !reply.hasNoLength {
      head += "Content-Length: \(reply.announcedLength ?? reply.body.count)\r\n"
    }
    for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
    guard send(reply.head ?? Data((head + "\r\n").utf8), connection) else { return false }
    if let count = reply.cutAfter ?? reply.stallAfter {
      _ = send(reply.body.prefix(count), connection)
      if reply.stallAfter != nil { waitForHangUp(connection) }
      return false
    }
    guard send(reply.body, connection) else { return false }
    answered.append(request)
    return reply.staysOpen
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
    var body = Data()
    while body.count < headers["content-length"].flatMap({ Int($0) }) ?? 0 {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      body.append(byte)
    }
    return Request(
      method: String(start[0]),
      target: String(start[1]),
      headers: headers,
      body: body
    )
  }
}
