import Foundation
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The server of the demo", .tags(.local), .timeLimit(.minutes(3)))
struct DemoServerTests {
  private static let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  @Test("serves a complete file")
  func whole() async throws {
    try await withServer { server, file in
      let answer = try await get(server.url(of: file))
      #expect(answer.status == 200)
      #expect(answer.body == Self.content)
      #expect(answer.fields[.acceptRanges] == "bytes")
    }
  }

  @Test("serves a part of a file")
  func part() async throws {
    try await withServer { server, file in
      let answer = try await get(server.url(of: file), range: "bytes=99000-")
      #expect(answer.status == 206)
      #expect(answer.body == Self.content[99_000...])
      #expect(answer.fields[.contentRange] == "bytes 99000-99999/100000")
    }
  }

  @Test("refuses a part after the end")
  func unsatisfiable() async throws {
    try await withServer { server, file in
      let answer = try await get(server.url(of: file), range: "bytes=100000-")
      #expect(answer.status == 416)
      #expect(answer.fields[.contentRange] == "bytes */100000")
    }
  }

  @Test("refuses other paths", arguments: ["", "other.bin", "%2e%2e/etc/hosts", "etc/hosts"])
  func unknown(path: String) async throws {
    try await withServer { server, _ in
      let url = try #require(URL(string: server.baseURL.absoluteString + path))
      #expect(try await get(url).status == 404)
    }
  }

  @Test("answers no request after it is stopped, and can be stopped twice")
  func stopped() async throws {
    try await withServer { server, file in
      await server.stop()
      await server.stop()
      await #expect(throws: CatalogError.self) { try await get(server.url(of: file)) }
    }
  }

  private func withServer(
    _ body: (DemoServer, URL) async throws -> Void
  ) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("loop back \(UUID().uuidString).bin")
    try Self.content.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try await DemoServer.start(serving: [file])
    do {
      try await body(server, file)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func get(_ url: URL, range: String? = nil) async throws -> HTTPTransportResponse {
    var call = try HTTPTransportRequest(url)
    call.fields[.range] = range
    return try await NetworkTransport().send(call)
  }
}
