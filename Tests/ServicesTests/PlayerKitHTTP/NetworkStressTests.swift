import Foundation
import HTTPTypes
import PlayerKitServices
import TestSupport
import Testing

@Suite("The network transport under stress", .tags(.local), .timeLimit(.minutes(3)))
struct NetworkStressTests {
  /// The result of a call that was cancelled at some moment.
  private func outcome(of call: Task<HTTPTransportResponse, any Error>) async -> String {
    do {
      return "\(try await call.value.response.status.code)"
    } catch is CancellationError {
      return "cancelled"
    } catch {
      return "\(error)"
    }
  }

  @Test("Cancelled at any moment, a call ends by cancellation or with its answer")
  func cancelling() async throws {
    try await LoopbackServer.serving { visit in
      try visit.reply("200 OK", String(repeating: "a", count: 100_000))
    } _: { server in
      let transport = NetworkTransport()
      let outcomes = await withTaskGroup(of: String.self) { group in
        for index in 0..<150 {
          group.addTask {
            let call = Task { try await transport.send(server.call("/\(index)")) }
            // This waits for nothing. It varies the moment of the cancellation.
            try? await Task.sleep(for: .microseconds(index * 100))
            call.cancel()
            return await outcome(of: call)
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(outcomes.isSubset(of: ["200", "cancelled"]))
      // It still works.
      let reply = try await transport.send(server.call())
      #expect(reply.body.count == 100_000)
    }
  }

  @Test("Cancelled during redirects, a call ends by cancellation")
  func cancellingRedirects() async throws {
    try await LoopbackServer.serving { visit in
      try visit.reply("302 Found", fields: ["Location: /again"])
    } _: { server in
      let transport = NetworkTransport(maximumRedirects: 1000)
      let outcomes = await withTaskGroup(of: String.self) { group in
        for index in 0..<300 {
          group.addTask {
            let call = Task { try await transport.send(server.call()) }
            // This waits for nothing. It varies the moment of the cancellation.
            try? await Task.sleep(for: .microseconds(index * 70))
            call.cancel()
            return await outcome(of: call)
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(outcomes == ["cancelled"])
    }
  }

  @Test("A transport can be released at any moment")
  func dropping() async throws {
    try await LoopbackServer.serving {
      try $0.reply()
    } _: { server in
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<60 {
          group.addTask {
            let call = Task { try await NetworkTransport().send(server.call("/\(index)")) }
            // Varies the moment at which only its call owns the transport.
            try? await Task.sleep(for: .microseconds(index * 100))
            if index % 2 == 0 { call.cancel() }
            let outcome = await outcome(of: call)
            #expect(["200", "cancelled"].contains(outcome))
          }
        }
      }
    }
  }
}
