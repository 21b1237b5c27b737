import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote

/// A client that waits at most 10 s for its reads.
private final class Client {
  private let descriptor: Int32
  private var input: [UInt8] = []

  struct Refused: Error {}

  init(_ address: String) throws {
    let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    own.sin_port = port.bigEndian
    own.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Refused() }
  }

  deinit { close(descriptor) }

  /// Sends until the other side accepts no more.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Darwin)
      _ = Foundation.send(descriptor, bytes, bytes.count, 0)
    #else
      _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// The next line, or `nil` at the end.
  func line() -> String? {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeSubrange(...end) }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      input += buffer[..<count]
    }
  }

  /// The lines of an answer, including its last one.
  func ask(_ text: String) -> [String] {
    send(text + "\n")
    var lines: [String] = []
    while let line = line() {
      lines.append(line)
      if line == "OK" || line.hasPrefix("ACK") { break }
    }
    return lines
  }
}

@Suite("The server of MPD's protocol", .tags(.local), .timeLimit(.minutes(3)))
struct MPDServerTests {
  private let queue: QueuePlayer
  private let server: MPDServer
  private let address: String

  init() throws { try self.init(timeout: .seconds(60)) }

  private init(timeout: Duration) throws {
    let clock = ManualClock()
    queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    var configuration = MPDServer.Configuration(port: 0)
    configuration.clock = clock
    configuration.timeout = timeout
    server = MPDServer(context, configuration: configuration)
    address = try #require(try server.start().first)
  }

  @Test("greets, answers, and ends with stop")
  func life() throws {
    let client = try Client(address)
    #expect(client.line() == "OK MPD 0.23.5")
    queue.append(FakeTrack("a"))
    #expect(client.ask("status").contains("playlistlength: 1"))
    #expect(client.ask("close") == [])
    let other = try Client(address)
    #expect(other.line() != nil)
    server.stop()
    server.stop()
    #expect(other.line() == nil)
    #expect(throws: Client.Refused.self) { try Client(address) }
  }

  @Test("idle reports changes by other clients and by the app")
  func idle() throws {
    let waiter = try Client(address)
    let other = try Client(address)
    _ = (waiter.line(), other.line())
    waiter.send("idle\n")
    #expect(other.ask("setvol 30") == ["OK"])
    #expect(waiter.line() == "changed: mixer")
    #expect(waiter.line() == "OK")
    waiter.send("idle playlist\n")
    queue.append(FakeTrack("a"))
    #expect(waiter.line() == "changed: playlist")
    server.stop()
  }

  @Test("a browser is disconnected after the greeting")
  func browser() throws {
    let client = try Client(address)
    _ = client.line()
    client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    #expect(client.line() == nil)
    server.stop()
  }

  @Test("a client that reads nothing delays no other, and is disconnected")
  func deafClient() throws {
    try MPDServerTests(timeout: .seconds(5)).checkDeafClient()
    server.stop()
  }

  private func checkDeafClient() throws {
    queue.append(
      (0..<5_000).map { FakeTrack("a long name of a track, to fill what is sent \($0)") }
    )
    let deaf = try Client(address)
    deaf.send(String(repeating: "playlistinfo\n", count: 50))
    let other = try Client(address)
    _ = other.line()
    #expect(other.ask("ping") == ["OK"])
    #expect(other.ask("idle x").last == "ACK [2@0] {idle} Unrecognized idle event: x")
    // It sends nothing more, and is disconnected after the timeout of the other client.
    #expect(other.line() == nil)
    var answers = 0
    while let line = deaf.line() { if line == "OK" { answers += 1 } }
    #expect(answers < 50)
    server.stop()
  }

  @Test("a silent client is disconnected, unless it waits for changes")
  func silence() throws {
    try MPDServerTests(timeout: .seconds(5)).checkSilence()
    server.stop()
  }

  private func checkSilence() throws {
    let waiter = try Client(address)
    let silent = try Client(address)
    _ = (waiter.line(), silent.line())
    waiter.send("idle\n")
    silent.send("pin")
    #expect(silent.line() == nil)
    #expect(waiter.ask("noidle") == ["OK"])
    server.stop()
  }

  @Test("it does not start outside of loopback without a password")
  func password() throws {
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    let open = MPDServer(context, configuration: .init(address: "0.0.0.0", port: 0))
    #expect {
      try open.start()
    } throws: {
      ($0 as? PlayerError)?.code == .forbidden
    }
    let closed = MPDServer(
      context,
      configuration: .init(address: "0.0.0.0", port: 0, password: "x")
    )
    #expect(try closed.start().count == 1)
    closed.stop()
    server.stop()
  }

  @Test("clients without the password give way to new ones, and do not lock out its owners")
  func crowd() throws {
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    var configuration = MPDServer.Configuration(port: 0, password: "x")
    configuration.maximumClients = 10
    let closed = MPDServer(context, configuration: configuration)
    let address = try #require(try closed.start().first)
    let friend = try Client(address)
    _ = friend.line()
    #expect(friend.ask("password x") == ["OK"])
    let crowd = try (0..<20).map { _ in try Client(address) }
    #expect(crowd[0].line() != nil)
    #expect(crowd[0].line() == nil)
    let other = try Client(address)
    _ = other.line()
    #expect(other.ask("password x") == ["OK"])
    #expect(friend.ask("ping") == ["OK"])
    closed.stop()
    server.stop()
  }

  @Test("idle clients give way to new ones, the one that was idle longest first")
  func idleCrowd() throws {
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    var configuration = MPDServer.Configuration(port: 0)
    configuration.maximumClients = 10
    let small = MPDServer(context, configuration: configuration)
    let address = try #require(try small.start().first)
    let crowd = try (0..<10).map { _ in try Client(address) }
    for client in crowd {
      #expect(client.line() != nil)
      client.send("idle\n")
    }
    // All but the second one are used again.
    for (number, client) in crowd.enumerated() where number != 1 {
      #expect(client.ask("noidle") == ["OK"])
      #expect(client.ask("ping") == ["OK"])
    }
    let new = try Client(address)
    #expect(new.line() != nil)
    #expect(new.ask("ping") == ["OK"])
    #expect(crowd[1].line() == nil)
    for (number, client) in crowd.enumerated() where number != 1 {
      #expect(client.ask("ping") == ["OK"])
    }
    small.stop()
    server.stop()
  }

  @Test("three hundred idle clients do not lock out the next one")
  func manyIdle() throws {
    var crowd: [Client] = []
    for _ in 0..<300 {
      let client = try Client(address)
      #expect(client.line() != nil)
      client.send("idle\n")
      crowd.append(client)
    }
    let new = try Client(address)
    #expect(new.line() == "OK MPD 0.23.5")
    #expect(new.ask("ping") == ["OK"])
    server.stop()
  }

  @Test(
    "an empty password counts as no password: clients on loopback need none, others are refused"
  )
  func emptyPassword() throws {
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    let open = MPDServer(context, configuration: .init(port: 0, password: ""))
    let client = try Client(try #require(try open.start().first))
    _ = client.line()
    #expect(client.ask("status").last == "OK")
    open.stop()
    let exposed = MPDServer(
      context,
      configuration: .init(address: "0.0.0.0", port: 0, password: "")
    )
    #expect(throws: PlayerError.self) { try exposed.start() }
    server.stop()
  }

  @Test("a wrong guess delays only the next one of its address")
  func guesses() async throws {
    let clock = ManualClock()
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    var configuration = MPDServer.Configuration(port: 0, password: "x")
    configuration.clock = clock
    let closed = MPDServer(context, configuration: configuration)
    let address = try #require(try closed.start().first)
    let (friend, stranger) = (try Client(address), try Client(address))
    _ = (friend.line(), stranger.line())
    #expect(friend.ask("password x") == ["OK"])
    #expect(stranger.ask("password y").last == "ACK [3@0] {password} incorrect password")
    stranger.send("password x\n")
    // The server has read it if it has read the clock.
    try await eventually("the guess waits") { clock.nextDeadline != nil }
    #expect(friend.ask("ping") == ["OK"])
    clock.advance(by: .seconds(1))
    #expect(stranger.line() == "OK")
    closed.stop()
    server.stop()
  }

  @Test("a client has half a minute for the password, whatever it sends meanwhile")
  func loginTime() {
    let now = SuspendingClock().now
    let connection = MPDConnection(1, -1, now: now)
    #expect(connection.deadline(.seconds(60)) == now + .seconds(60))
    connection.session.isAuthorized = false
    connection.lastHeard = now + .seconds(20)
    #expect(connection.deadline(.seconds(60)) == now + .seconds(30))
    #expect(connection.deadline(.seconds(5)) == now + .seconds(25))
  }

  @Test("a taken port and a second start are reported")
  func taken() throws {
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    let second = MPDServer(context, configuration: .init(port: port))
    #expect {
      try second.start()
    } throws: {
      ($0 as? PlayerError)?.code == .unreachable
    }
    #expect(throws: PlayerError.self) { try server.start() }
    server.stop()
    // The port is free now.
    #expect(try second.start() == [address])
    second.stop()
    #expect(throws: PlayerError.self) { try second.start() }
  }

  @Test("a server that was stopped before its start can start")
  func stoppedEarly() throws {
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    let early = MPDServer(context, configuration: .init(port: 0))
    early.stop()
    let client = try Client(try #require(try early.start().first))
    #expect(client.line() != nil)
    early.stop()
    server.stop()
  }
}
