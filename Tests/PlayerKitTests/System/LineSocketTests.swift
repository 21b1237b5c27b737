import Foundation
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A socket that exchanges lines", .tags(.local), .timeLimit(.minutes(3)))
struct LineSocketTests {
  private let loop = EventLoop()
  private let record = Recorded<String>()

  /// Two connected sockets. The second one blocks.
  private func pair() throws -> (own: CInt, peer: CInt) {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, Descriptor.stream, 0, &ends) == 0)
    #expect(Descriptor.prepare(ends[0]))
    return (ends[0], ends[1])
  }

  private func write(_ text: String, to peer: CInt) {
    _ = Array(text.utf8).withUnsafeBytes { Descriptor.send(peer, $0) }
  }

  private func socket(line: Int = 100, unsent: Int = 1_000) -> LineSocket {
    LineSocket(on: loop, limits: LineSocket.Limits(line: line, unsent: unsent))
  }

  /// Records all calls. `onLine` is called after each line.
  private func handlers(
    _ socket: LineSocket,
    onLine: @escaping @Sendable (LineSocket, String) -> Void = { _, _ in }
  ) -> LineSocket.Handlers {
    LineSocket.Handlers(
      onOpen: { [record] in record.append("open") },
      onLine: { [record] line in
        let line = String(decoding: line, as: UTF8.self)
        record.append(line)
        onLine(socket, line)
      },
      onClose: { [record] reason in record.append("\(reason)") }
    )
  }

  private func open(
    _ socket: LineSocket,
    _ descriptor: CInt,
    onLine: @escaping @Sendable (LineSocket, String) -> Void = { _, _ in }
  ) {
    loop.run { socket.open(descriptor, handlers(socket, onLine: onLine)) }
    #expect(loop.start("lines"))
  }

  private func stop() { loop.stop(waitingAtMost: .seconds(60)) }

  @Test("reports lines from any pieces, and the end of its peer as the last call")
  func lines() async throws {
    let (own, peer) = try pair()
    open(socket(), own)
    write("one\ntw", to: peer)
    try await record.wait(for: "a line") { $0 == ["open", "one"] }
    write("o\r\n\nthree\nincomplete", to: peer)
    Descriptor.close(peer)
    try await record.wait(for: "the end") { $0.last == "ended" }
    stop()
    #expect(record.elements == ["open", "one", "two", "three", "ended"])
  }

  @Test("reads what a peer sent before it closed half of the connection")
  func halfClosed() async throws {
    let (own, peer) = try pair()
    write("last\n", to: peer)
    shutdown(peer, CInt(SHUT_WR))
    open(socket(), own)
    try await record.wait(for: "the end") { $0 == ["open", "last", "ended"] }
    stop()
    Descriptor.close(peer)
  }

  @Test("closes if a line is too long")
  func longLine() async throws {
    let (own, peer) = try pair()
    open(socket(line: 4), own)
    write("1234\n", to: peer)
    try await record.wait(for: "a line") { $0 == ["open", "1234"] }
    write("12345", to: peer)
    try await record.wait(for: "the end") { $0 == ["open", "1234", "lineTooLong"] }
    stop()
    Descriptor.close(peer)
  }

  @Test("sends in order, however little its peer takes at a time")
  func partialWrites() async throws {
    let (own, peer) = try pair()
    let lines = (0..<20).map { Array("\($0) \(String(repeating: "x", count: 50_000))\n".utf8) }
    let sender = socket(unsent: 4 << 20)
    open(sender, own)
    for line in lines { #expect(sender.send(line)) }
    let wanted = lines.reduce(into: []) { $0 += $1 }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 7_000)
    while received.count < wanted.count,
      case .bytes(let count) = Descriptor.read(peer, into: &buffer)
    {
      received += buffer[..<count]
    }
    #expect(received == wanted)
    sender.close()
    try await record.wait(for: "the end") { $0 == ["open", "closed"] }
    #expect(!sender.send([10]))
    stop()
    Descriptor.close(peer)
  }

  @Test("closes if too much waits for a peer that does not read")
  func slowPeer() async throws {
    let (own, peer) = try pair()
    let sender = socket(unsent: 1_000)
    open(sender, own)
    #expect(!sender.send([UInt8](repeating: 0, count: 1_001)))
    #expect(!sender.send([10]))
    try await record.wait(for: "the end") { $0 == ["open", "tooMuchUnsent"] }
    stop()
    Descriptor.close(peer)
  }

  @Test("survives a write to a peer that is gone")
  func gone() async throws {
    let (own, peer) = try pair()
    Descriptor.close(peer)
    let sender = socket()
    sender.send([10])
    open(sender, own)
    try await record.wait(for: "the end") { $0.count == 2 }
    stop()
    #expect(record.elements.count == 2)
  }

  @Test("reports no line after it was closed by a handler")
  func closeInHandler() async throws {
    let (own, peer) = try pair()
    write("a\nb\nc\n", to: peer)
    open(socket(), own) { socket, _ in socket.close() }
    try await record.wait(for: "the end") { $0.last == "closed" }
    stop()
    #expect(record.elements == ["open", "a", "closed"])
    Descriptor.close(peer)
  }

  @Test("ends with its loop")
  func endOfLoop() throws {
    let (own, peer) = try pair()
    open(socket(), own) { [loop] _, _ in loop.stop() }
    write("a\nb\n", to: peer)
    // Waits for the end of the connection.
    var buffer = [UInt8](repeating: 0, count: 1)
    #expect(Descriptor.read(peer, into: &buffer) == .ended)
    stop()
    #expect(record.elements.last == "closed")
    Descriptor.close(peer)
  }

  @Test("connects to the first address that answers")
  func connects() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let nobody = try #require(StreamAddress(path: folder.path("nobody")))
    let address = try #require(StreamAddress(path: folder.path("s")))
    let listener = try SocketListener(at: address)
    let (one, other) = (socket(), socket())
    loop.run {
      listener.start(on: loop) { client in
        let server = socket()
        server.open(
          client,
          LineSocket.Handlers {
            server.send($0 + [33, 10])
          } onClose: { _ in
          }
        )
      }
      one.connect(to: [nobody, address], handlers(one))
    }
    #expect(one.send(Array("hello\n".utf8)))
    #expect(loop.start("lines"))
    try await record.wait(for: "the answer") { $0 == ["open", "hello!"] }
    loop.run { other.connect(to: [nobody], handlers(other)) }
    try await record.wait(for: "the error") {
      $0.last == "\(LineSocket.CloseReason.notConnected(SystemError(ENOENT)))"
    }
    stop()
    #expect(record.elements.last == "closed")
  }

  @Test("clients wait while a listener accepts none")
  func pausedListener() async throws {
    let any = try #require(try StreamAddress.resolve("127.0.0.1", port: 0).first)
    let listener = try SocketListener(at: any)
    let clients = try (0..<2).map { _ in try listener.address.connected(within: .seconds(60)) }
    loop.run {
      listener.start(on: loop) { client in
        record.append("client")
        listener.isAccepting = false
        Descriptor.close(client)
      }
    }
    #expect(loop.start("listener"))
    try await record.wait(for: "a client") { $0.count == 1 }
    // A turn lies between these.
    loop.run { loop.run { record.append("turn") } }
    try await record.wait(for: "a turn") { $0 == ["client", "turn"] }
    loop.run { listener.isAccepting = true }
    try await record.wait(for: "the other client") { $0 == ["client", "turn", "client"] }
    stop()
    for client in clients { Descriptor.close(client) }
  }
}
