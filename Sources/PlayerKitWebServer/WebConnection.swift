#if Server
  import FlyingSocks
  import Foundation

  /// A connection of a browser, for requests or for a WebSocket.
  ///
  /// It is closed if the client is too slow to send a request or to read a response.
  struct WebConnection: Sendable {
    /// The time limit for receiving a request.
    static let requestTime = Duration.seconds(15)
    /// The time limit for a write.
    static let writeTime = Duration.seconds(10)

    let socket: AsyncSocket
    let handler: any WebHandler
    /// Called for each request and message. `isTrusted` is true if it shows that the client has the
    /// token, or needs none.
    let didUse: @Sendable (_ isTrusted: Bool) -> Void

    /// Serves until either side ends the connection, then closes the socket.
    func run() async {
      try? await serve()
      try? socket.close()
    }

    private func serve() async throws {
      let local = Self.text(try socket.socket.sockname())
      var bytes: [UInt8] = []
      while true {
        let head: HTTPRequestHead
        let body: Data
        do {
          (head, body, bytes) = try await Self.within(Self.requestTime) { [bytes] in
            try await request(bytes)
          }
        } catch let fault as HTTPRequestHead.Fault {
          return try await write(
            Self.answer(to: fault)
              .bytes(rules: handler.rules(host: nil), hasBody: true, isKept: false)
          )
        }
        switch await handler.outcome(of: head, body: body, local: local) {
        case .answer(let answer):
          didUse(answer.status < 400 && handler.isTrusted(head))
          // Close the connection after refusing a request.
          let isKept = head.isKept && answer.status < 400
          let host = answer.status < 400 ? head["host"] : nil
          let rules = handler.rules(host: host)
          try await write(answer.bytes(rules: rules, hasBody: head.method != .head, isKept: isKept))
          guard isKept else { return }
        case .socket(let answer):
          didUse(handler.isTrusted(head))
          try await write(answer.bytes(rules: [], hasBody: false, isKept: true))
          return try await speak(bytes)
        }
      }
    }

    /// Reads one request. Also returns the bytes after it.
    private func request(_ begun: [UInt8]) async throws -> (HTTPRequestHead, Data, [UInt8]) {
      var bytes = begun
      while true {
        if let head = try HTTPRequestHead.take(from: &bytes, atMost: handler.largestHead) {
          while bytes.count < head.bodyLength { bytes += try await read() }
          let body = Data(bytes.prefix(head.bodyLength))
          return (head, body, Array(bytes.dropFirst(head.bodyLength)))
        }
        bytes += try await read()
      }
    }

    // MARK: - The WebSocket

    private func speak(_ begun: [UInt8]) async throws {
      guard let session = handler.join(didGainTrust: { didUse(true) }) else { return }
      defer { session.closed() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await listen(to: session, begun) }
        group.addTask { try await session.send { try await write($0) } }
        defer { group.cancelAll() }
        // If one task ends, the other has nothing left to do.
        try await group.next()
      }
    }

    private func listen(to session: any WebSocketSession, _ begun: [UInt8]) async throws {
      var decoder = WebSocketDecoder(limit: handler.largestMessage)
      var bytes = begun
      do throws(WebSocketClose) {
        while true {
          let events = try decoder.feed(bytes)
          if !events.isEmpty { didUse(false) }
          for event in events {
            switch event {
            case .text(let text): session.received(text)
            case .ping(let payload): session.received(ping: payload)
            case .closed: throw .normal
            }
          }
          guard let more = try? await read() else { throw .goingAway }
          bytes = more
        }
      } catch {
        session.close(error)
        // The writer notifies the page and ends the connection.
        try await Task.sleep(for: Self.writeTime)
      }
    }

    // MARK: - Bytes

    private func read() async throws -> [UInt8] { try await socket.read(atMost: 4_096) }

    private func write(_ data: Data) async throws {
      try await Self.within(Self.writeTime) { try await socket.write(data) }
    }

    /// - Throws: Any error of `body`; `CancellationError` if it takes too long.
    private static func within<Result: Sendable>(
      _ time: Duration,
      _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
      try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: body)
        group.addTask {
          try await Task.sleep(for: time)
          throw CancellationError()
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
      }
    }

    private static func answer(to fault: HTTPRequestHead.Fault) -> WebAnswer {
      switch fault {
      case .malformed: WebAnswer(400, "This is not an HTTP request.")
      case .method: WebAnswer(405, "Only GET, HEAD and POST.")
      case .tooLarge: WebAnswer(413, "The request is too long.")
      }
    }

    private static func text(_ address: Socket.Address) -> String {
      switch address {
      case .ip4(let address, port: _), .ip6(let address, port: _): address
      case .unix: ""
      }
    }
  }
#endif
