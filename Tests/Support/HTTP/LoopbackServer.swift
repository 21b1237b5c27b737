import Foundation
import PlayerKitSystem
import PlayerKitTesting

/// An HTTP server on 127.0.0.1 that can also misbehave: stall, cut, lie.
///
/// It has a thread for each connection, and accepts one request per connection, unless a reply says
/// otherwise.
package final class LoopbackServer: Sendable {
  package struct Request: Sendable {
    package let method: String
    package let target: String
    /// The values, by lowercase name.
    package let headers: [String: String]
    /// The body, with the length that the head declares.
    package let body: Data

    /// The value of a header field, or `nil` if it was not sent.
    package func field(_ name: String) -> String? { headers[name.lowercased()] }

    /// The first and last offset of a `Range` field.
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
    /// Whether no length is announced, as for a live stream.
    package var hasNoLength = false
    /// A length to announce instead of the body's.
    package var announcedLength: Int?
    /// The number of bytes of the body after which the connection is closed.
    package var cutAfter: Int?
    /// The number of bytes of the body after which nothing more is sent.
    package var stallAfter: Int?
    package var delay: TimeInterval = 0
    /// Whether nothing is sent at all.
    package var isSilent = false
    /// The head to send instead of a proper one.
    package var head: Data?
    /// Whether the connection accepts another request.
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

    /// The requested part, or everything if the request has no range.
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

  /// A request, and its connection, on which a test responds.
  @dynamicMemberLookup
  package struct Visit: Sendable {
    package let request: Request
    fileprivate let connection: Int32

    package struct HungUp: Error {}

    package subscript<Value>(dynamicMember path: KeyPath<Request, Value>) -> Value {
      request[keyPath: path]
    }

    package func write(_ text: String) throws { try write(Data(text.utf8)) }

    package func write(_ data: Data) throws {
      guard ListeningSocket.send(data, to: connection) == data.count else { throw HungUp() }
    }

    package func reply(
      _ status: String = "200 OK",
      fields: [String] = [],
      _ body: String = "{}"
    ) throws {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"]
      try write((lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Returns when the client has closed the connection.
    package func waitForHangUp() {
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) > 0 {}
    }
  }

  /// Returns the reply to a request. The server calls it on the thread of the connection.
  package typealias Handler = @Sendable (Request) -> Reply

  private enum Behavior: Sendable {
    case reply(Handler)
    case byHand(@Sendable (Visit) throws -> Void)
    case hangUp
  }

  private struct State {
    var requests: [Request] = []
    var connectionsTaken = 0
    var open: Set<Int32> = []
    var isStopped = false
    var bytesSent = 0
  }

  /// The requests with a complete response.
  package let answered = Recorded<Request>()
  private let socket: ListeningSocket
  private let behavior: Behavior
  private let state = Locked(State())

  /// - Parameter hangsUp: Whether each connection is closed at once without a response.
  package convenience init(
    hangsUp: Bool = false,
    _ reply: @escaping Handler
  ) throws {
    try self.init(hangsUp ? .hangUp : .reply(reply))
  }

  /// Serves while `body` runs. `answer` writes each response by hand, on the thread of the
  /// connection. The connection is closed afterward.
  package static func serving(
    _ answer: @escaping @Sendable (Visit) throws -> Void,
    _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    let server = try LoopbackServer(.byHand(answer))
    defer { server.stop() }
    try await body(server)
  }

  private init(_ behavior: Behavior) throws {
    self.behavior = behavior
    socket = try ListeningSocket()
    let socket = socket
    Thread.detachNewThread { [weak self] in
      while let connection = socket.accept() {
        guard let self, self.register(connection) else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit { stop() }

  /// Closes the port and every connection.
  package func stop() {
    let connections = state.withLock { state in
      defer { state.isStopped = true }
      return state.isStopped ? [] : state.open
    }
    socket.stop()
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  package var port: UInt16 { socket.port }

  package func url(_ target: String) -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(target)") else {
      preconditionFailure("no URL: \(target)")
    }
    return url
  }

  package var requests: [Request] { state.withLock { $0.requests } }

  /// The number of bytes of heads and bodies that were sent.
  package var bytesSent: Int { state.withLock { $0.bytesSent } }

  /// The number of all connections, including those without a request.
  package var connectionsTaken: Int { state.withLock { $0.connectionsTaken } }

  /// The number of connections in progress.
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
    if case .hangUp = behavior { return }
    while let request = readRequest(connection) {
      state.withLock { $0.requests.append(request) }
      let visit = Visit(request: request, connection: connection)
      switch behavior {
      case .hangUp: return
      case .byHand(let answer): return (try? answer(visit)) ?? ()
      case .reply(let reply): guard send(reply(request), on: visit) else { return }
      }
    }
  }

  /// - Returns: Whether the connection accepts another request.
  private func send(_ reply: Reply, on visit: Visit) -> Bool {
    if reply.isSilent {
      visit.waitForHangUp()
      return false
    }
    if reply.delay > 0 { Thread.sleep(forTimeInterval: reply.delay) }
    var head = "HTTP/1.1 \(reply.status) Reply\r\n"
    head += reply.staysOpen ? "" : "Connection: close\r\n"
    if !reply.hasNoLength {
      head += "Content-Length: \(reply.announcedLength ?? reply.body.count)\r\n"
    }
    for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
    guard send(reply.head ?? Data((head + "\r\n").utf8), visit.connection) else { return false }
    if let count = reply.cutAfter ?? reply.stallAfter {
      _ = send(reply.body.prefix(count), visit.connection)
      if reply.stallAfter != nil { visit.waitForHangUp() }
      return false
    }
    guard send(reply.body, visit.connection) else { return false }
    answered.append(visit.request)
    return reply.staysOpen
  }

  private func send(_ data: Data, _ connection: Int32) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let part = rest.prefix(64 << 10)
      let count = ListeningSocket.send(part, to: connection)
      state.withLock { $0.bytesSent += count }
      guard count == part.count else { return false }
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
