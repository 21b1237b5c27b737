import Foundation
import PlayerKitSystem
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The simulator as a command", .tags(.local), .timeLimit(.minutes(3)))
struct SimulateTests {
  @Test("prints its address in one line, serves there, and ends when interrupted")
  func serves() async throws {
    let answer = Locked<(status: Int?, body: String)>((nil, ""))
    let run = try await Tool.run(["simulate"]) { line, tool in
      Task {
        defer { tool.signal(SIGINT) }
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        var request = URLRequest(url: ready.appleMusic.appendingPathComponent("v1/storefronts/jp"))
        request.setValue("Bearer \(ready.developerToken)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let text = String(decoding: data, as: UTF8.self)
        answer.withLock { $0 = ((response as? HTTPURLResponse)?.statusCode, text) }
      }
    }
    #expect(run.status == 130)
    #expect(run.lines.count == 1)
    #expect(answer.withLock { $0.status } == 200)
    #expect(answer.withLock { $0.body.contains("Japan") })
  }

  @Test("reports that a port is taken")
  func portTaken() async throws {
    try await SimulatedServices.with { services in
      let port = try #require(services.simulator.baseURL.port)
      let run = try await Tool.run(["simulate", "--port", "\(port)"])
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(!run.errors.isEmpty)
    }
  }

  private struct Ready: Decodable {
    var appleMusic: URL
    var itunes: URL
    var media: URL
    var control: URL
    var developerToken: String
    var musicUserToken: String
  }
}
