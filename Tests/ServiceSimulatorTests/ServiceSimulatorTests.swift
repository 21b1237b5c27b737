import Foundation
import ServiceSimulator
import Testing

@Suite("ServiceSimulator")
struct ServiceSimulatorTests {
  @Test("A simulator listens at a port of its own, on 127.0.0.1")
  func answers() async throws {
    try await withSimulator { first in
      try await withSimulator { second in
        #expect(first.baseURL.host == "127.0.0.1")
        #expect(first.baseURL != second.baseURL)
      }
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

  @Test("The port is free again after the stop, and a second stop does nothing")
  func stop() async throws {
    let first = try await ServiceSimulator.start()
    let port = UInt16(try #require(first.baseURL.port))
    await first.stop()
    await first.stop()
    let second = try await ServiceSimulator.start(.init(port: port))
    #expect(second.baseURL == first.baseURL)
    await second.stop()
  }

  @Test("The line for other processes is one line of JSON with what they need")
  func readyLine() async throws {
    try await withSimulator { simulator in
      let line = try simulator.readyLine()
      #expect(!line.contains("\n"))
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let object = try #require(json)
      #expect(
        Set(object.keys) == [
          "appleMusic", "itunes", "media", "control", "developerToken", "musicUserToken",
          "developerKey",
        ]
      )
      let base = simulator.baseURL.absoluteString
      #expect(object["appleMusic"] as? String == "\(base)/applemusic")
      #expect(object["itunes"] as? String == "\(base)/itunes")
      #expect(object["media"] as? String == "\(base)/media")
      #expect(object["control"] as? String == "\(base)/control")
      #expect(object["developerToken"] as? String == simulator.developerToken)
      let key = try #require(object["developerKey"] as? [String: String])
      #expect(Set(key.keys) == ["teamID", "keyID", "p8"])
    }
  }

  @Test("What belongs to no service is 404", arguments: ["", "/", "/spotify/v1/me", "/v1/test"])
  func nowhere(path: String) async throws {
    try await withSimulator { simulator in
      let reply = try await Client.send(path, at: simulator.baseURL)
      #expect(reply.status == 404)
    }
  }
}
