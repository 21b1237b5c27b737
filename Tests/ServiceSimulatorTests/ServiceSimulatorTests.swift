import Foundation
import ServiceSimulator
import Testing

@Suite("ServiceSimulator")
struct ServiceSimulatorTests {
  @Test("A simulator answers at its own port of 127.0.0.1")
  func answers() async throws {
    try await withSimulator { simulator in
      #expect(simulator.baseURL.host == "127.0.0.1")
      let reply = try await Client.send(
        "/v1/test",
        at: simulator.appleMusic,
        headers: ["Authorization": "Bearer \(simulator.developerToken)"]
      )
      #expect(reply.status == 200)
    }
  }

  @Test("A taken port is told apart from other failures")
  func takenPort() async throws {
    try await withSimulator { simulator in
      let port = UInt16(try #require(simulator.baseURL.port))
      await #expect(throws: ServiceSimulatorError.portTaken(port)) {
        try await ServiceSimulator.start(.init(port: port))
      }
    }
  }
}
