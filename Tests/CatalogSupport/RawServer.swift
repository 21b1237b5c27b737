import FlyingSocks
import Foundation
import HTTPTypes
import Locking
import MusicCatalog

/// A server on 127.0.0.1 whose answers are written by hand, so that it can do what no proper server
/// does: stall, drip, cut, lie.
///
/// One exchange a connection, unless the handler goes on reading.
package struct RawServer: Sendable {
  /// One request, and the connection to answer on.
  package struct Visit: Sendable {
    /// The request line and the fields, in lower case as far as names go.
    package let head: String
    package let body: String
    fileprivate let socket: AsyncSocket

    /// The value of a field; `nil` where it was not sent.
    package func field(_ name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { continue }
        return parts[1].trimmingCharacters(in: .whitespaces)
      }
      return nil
    }

    package var target: String {
      let words = head.split(separator: "\r\n").first?.split(separator: " ") ?? []
      return words.count == 3 ? String(words[1]) : ""
    }

    package var method: String { String(head.prefix { $0 != " " }) }

    package func write(_ text: String) async throws {
      try await socket.write(Data(text.utf8))
    }

    package func write(_ data: Data) async throws {
      try await socket.write(data)
    }

    package func reply(_ status: String = "200 OK", fields: [String] = [], _ body: String = "{}")
      async throws
    {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"]
      try await write((lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Returns when the other side has closed the connection.
    package func waitForHangUp() async {
      while (try? await socket.read(atMost: 512)) != nil {}
    }
  }

  package typealias Handler = @Sendable (Visit) async throws -> Void

  package let port: UInt16

  /// Serves while `body` runs.
  package static func serving(
    _ handler: @escaping Handler,
    _ body: (RawServer) async throws -> Void
  ) async throws {
    let pool = try await SocketPool<Poll>.client
    let socket = try Socket(domain: Int32(sockaddr_in.family))
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try socket.listen()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    guard case .ip4(_, let port) = try socket.sockname() else { throw URLError(.badURL) }
    let task = Task {
      await withDiscardingTaskGroup { group in
        while let connection = try? await listener.accept() {
          group.addTask { await serve(connection, handler) }
        }
        group.cancelAll()
      }
    }
    // What goes wrong must not leave the server behind.
    do {
      try await body(RawServer(port: port))
    } catch {
      task.cancel()
      try? listener.close()
      throw error
    }
    task.cancel()
    await task.value
    try? listener.close()
  }

  private static func serve(_ connection: AsyncSocket, _ handler: Handler) async {
    defer { try? connection.close() }
    guard let (head, body) = try? await read(connection) else { return }
    try? await handler(Visit(head: head, body: body, socket: connection))
  }

  private static func read(_ connection: AsyncSocket) async throws -> (String, String) {
    var text = ""
    while !text.contains("\r\n\r\n") {
      text += String(decoding: try await connection.read(atMost: 4096), as: UTF8.self)
    }
    let end = text.range(of: "\r\n\r\n") ?? text.endIndex..<text.endIndex
    let visit = Visit(head: String(text[..<end.lowerBound]), body: "", socket: connection)
    var body = String(text[end.upperBound...])
    while body.utf8.count < visit.field("content-length").flatMap({ Int($0) }) ?? 0 {
      body += String(decoding: try await connection.read(atMost: 4096), as: UTF8.self)
    }
    return (visit.head, body)
  }

  /// A call to this server.
  package func call(
    _ path: String = "/",
    method: HTTPRequest.Method = .get,
    host: String = "127.0.0.1",
    fields: HTTPFields = [:],
    body: String? = nil,
    timeout: Duration = .seconds(20)
  ) -> HTTPCall {
    HTTPCall(
      HTTPRequest(
        method: method,
        scheme: "http",
        authority: "\(host):\(port)",
        path: path,
        headerFields: fields
      ),
      body: body.map { Data($0.utf8) },
      timeout: timeout
    )
  }
}

/// What came, in its order.
package final class Notes<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  package init() {}

  package func add(_ element: Element) { elements.withLock { $0.append(element) } }

  package var all: [Element] { elements.withLock { $0 } }
}

/// The error that `body` throws; `nil` where it throws none of the catalog's.
package func catalogError(_ body: () async throws -> some Sendable) async -> CatalogError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? CatalogError
  }
}
