import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("A client of a faulty server", .tags(.local), .timeLimit(.minutes(3)))
struct LyingServerTests {
  private func client(
    _ port: UInt16,
    requestTimeout: Duration = .seconds(10)
  ) -> SnapcastClient {
    SnapcastClient(
      SnapcastAddress(host: "127.0.0.1", port: port),
      configuration: SnapcastClient.Configuration(
        requestTimeout: requestTimeout,
        longestLine: 10_000
      )
    )
  }

  private func failure(_ client: SnapcastClient) async -> SnapcastError? {
    do throws(SnapcastError) {
      _ = try await client.status()
      return nil
    } catch {
      return error
    }
  }

  @Test("reports that no server is there")
  func nobody() async throws {
    #expect(await failure(client(try freePort()))?.code == .unreachable)
  }

  @Test("fails if the server closes instead of an answer")
  func closes() async throws {
    let server = try LyingServer { _, _ in nil }
    #expect(await failure(client(server.port))?.code == .interrupted)
  }

  @Test("fails if the server is a web server")
  func web() async throws {
    let server = try LyingServer { _, _ in Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) }
    #expect(await failure(client(server.port))?.code == .invalidResponse)
  }

  @Test("fails if the line does not end, and keeps no more of it than the limit")
  func endless() async throws {
    let server = try LyingServer { _, _ in [UInt8](repeating: 0x20, count: 10_000_000) }
    #expect(await failure(client(server.port))?.code == .invalidResponse)
  }

  @Test("fails if no answer comes in time")
  func silent() async throws {
    let server = try LyingServer { _, _ in [] }
    let client = client(server.port, requestTimeout: .milliseconds(50))
    #expect(await failure(client)?.code == .timedOut)
  }

  @Test("fails if the answer belongs to another request")
  func wrongShape() async throws {
    let server = try LyingServer { line, _ in
      let isOwn = line.contains("GetStatus")
      return LyingServer.answer(line, isOwn ? LyingServer.emptyStatus : #"{"latency":"short"}"#)
    }
    let client = client(server.port)
    await #expect(throws: SnapcastError.self) {
      try await client.setLatency(.zero, of: SnapcastRoom.ID(rawValue: "a"))
    }
    // It is still a server.
    #expect(await failure(client) == nil)
  }

  @Test("does not wait for its answer in a cancelled task")
  func cancelled() async throws {
    let server = try LyingServer { _, _ in [] }
    let client = client(server.port)
    let task = Task { await failure(client) }
    try await eventually("a connection") { server.connectionCount == 1 }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }

  @Test("fails waiting calls when it is closed, and ends the events")
  func closing() async throws {
    let server = try LyingServer { _, _ in [] }
    let client = client(server.port)
    let waiting = Task { await failure(client) }
    let events = Task { [events = client.events] in
      for await _ in events {}
    }
    try await eventually("a connection") { server.connectionCount == 1 }
    client.close()
    #expect(await waiting.value?.code == .closed)
    await events.value
    #expect(await failure(client)?.code == .closed)
  }

  @Test("reconnects for its listeners after the server disconnects")
  func returns() async throws {
    let server = try LyingServer { line, connection in
      connection < 3 ? nil : LyingServer.answer(line, LyingServer.emptyStatus)
    }
    let client = client(server.port)
    var losses = 0
    for await event in client.events {
      if case .disconnected = event { losses += 1 }
      if case .status = event { break }
    }
    #expect(losses == 2)
    #expect(server.connectionCount == 3)
  }

  @Test("drops events for a listener that reads nothing, and reports that with a new status")
  func slowListener() async throws {
    let note = #"{"jsonrpc":"2.0","method":"Group.OnMute","params":{"id":"g","mute":true}}"#
    let flood = Array(String(repeating: note + "\n", count: 2_000).utf8)
    let server = try LyingServer { line, _ in
      let answer = LyingServer.answer(line, LyingServer.emptyStatus)
      return LyingServer.id(line) == 1 ? answer + flood : answer
    }
    let client = client(server.port)
    var iterator = client.events.makeAsyncIterator()
    #expect(await failure(client) == nil)
    // Answered after the flood.
    #expect(await failure(client) == nil)
    #expect(await iterator.next() == .missed)
    #expect(await iterator.next() == .status(SnapcastStatus()))
  }
}
