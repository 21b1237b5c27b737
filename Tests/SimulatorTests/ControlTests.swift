import Foundation
import PlayerKitServiceSimulator
import TestSupport
import Testing

@Suite("The control endpoints", .tags(.local))
struct ControlTests {
  private func post(_ path: String, to simulator: ServiceSimulator) async throws -> WireReply {
    try await Client.send(path, at: simulator.control, method: "POST")
  }

  private func test(_ simulator: ServiceSimulator) async throws -> WireReply {
    try await Client.send(
      "/v1/test",
      at: simulator.appleMusic,
      headers: ["Authorization": "Bearer \(simulator.developerToken)"]
    )
  }

  @Test("Apple's 429 has an error object without Retry-After, and ends after the requested count")
  func throttleApple() async throws {
    try await withSimulator { simulator in
      let reply = try await post("/throttle?service=appleMusic&requests=2", to: simulator)
      #expect(reply.status == 204)
      for _ in 0..<2 {
        let refused = try await test(simulator)
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"] == nil)
        let errors = refused.object?["errors"] as? [[String: Any]]
        #expect(errors?.first?["code"] as? String == "42900")
      }
      #expect(try await test(simulator).status == 200)
    }
  }

  @Test("Apple's 429 has Retry-After if the test requests it")
  func throttleWithHeader() async throws {
    try await withSimulator { simulator in
      _ = try await post("/throttle?service=appleMusic&requests=1&retryAfter=7", to: simulator)
      #expect(try await test(simulator).headers["retry-after"] == "7")
    }
  }

  @Test("iTunes throttles with an empty 403 without Retry-After")
  func throttleITunes() async throws {
    try await withSimulator { simulator in
      _ = try await post("/throttle?service=itunes&requests=1&retryAfter=7", to: simulator)
      let refused = try await Client.send("/search?term=a", at: simulator.itunes)
      #expect(refused.status == 403)
      #expect(refused.body.isEmpty)
      #expect(refused.headers["retry-after"] == nil)
      #expect(try await Client.send("/search?term=a", at: simulator.itunes).status == 200)
    }
  }

  @Test("Throttling one service does not affect the others")
  func throttleOne() async throws {
    try await withSimulator { (simulator) async throws in
      simulator.throttle(.itunes, requests: 5)
      #expect(try await test(simulator).status == 200)
    }
  }

  @Test(
    "A fault affects paths with its prefix, with and without the service's folder",
    arguments: ["/v1/test", "/applemusic/v1/te", "/v1/%74est"]
  )
  func faultByPath(prefix: String) async throws {
    try await withSimulator { simulator in
      let set = try await post(
        "/fault?service=appleMusic&path=/v1/other&status=500&times=3",
        to: simulator
      )
      #expect(set.status == 204)
      #expect(try await test(simulator).status == 200)
      simulator.add(Fault(status: 503, path: prefix, times: 2), to: .appleMusic)
      #expect(try await test(simulator).status == 503)
      #expect(try await test(simulator).status == 503)
      #expect(try await test(simulator).status == 200)
    }
  }

  @Test(
    "Apple's errors have their status as a string, and 401 has no body",
    arguments: [400, 403, 404, 500, 504]
  )
  func appleErrors(status: Int) async throws {
    try await withSimulator { simulator in
      simulator.add(Fault(status: status), to: .appleMusic)
      simulator.add(Fault(status: 401), to: .appleMusic)
      let failed = try await test(simulator)
      #expect(failed.status == status)
      let error = try #require((failed.object?["errors"] as? [[String: Any]])?.first)
      #expect(error["status"] as? String == String(status))
      #expect((error["code"] as? String)?.hasPrefix(String(status)) == true)
      #expect((error["id"] as? String)?.count == 26)
      let unauthorized = try await test(simulator)
      #expect(unauthorized.status == 401)
      #expect(unauthorized.body.isEmpty)
      #expect(unauthorized.headers["content-length"] == "0")
    }
  }

  @Test("A gateway's page is HTML")
  func html() async throws {
    try await withSimulator { simulator in
      _ = try await post("/fault?service=appleMusic&path=/v1&kind=html&times=1", to: simulator)
      let page = try await test(simulator)
      #expect(page.status == 504)
      #expect(page.headers["content-type"]?.hasPrefix("text/html") == true)
      #expect(page.text.contains("<html>"))
    }
  }

  @Test("A cut body is shorter than its length and ends the connection")
  func cut() async throws {
    try await withSimulator { simulator in
      _ = try await post("/fault?service=itunes&path=/search&kind=cut", to: simulator)
      await #expect(throws: (any Error).self) {
        try await Client.send("/search?term=a", at: simulator.itunes)
      }
      #expect(try await Client.send("/search?term=a", at: simulator.itunes).status == 200)
    }
  }

  @Test("A cut answer announces its full length and sends half of it")
  func cutBytes() async throws {
    try await withSimulator { simulator in
      simulator.add(Fault(kind: .cut), to: .itunes)
      let whole = try await RawClient.exchange(
        "GET /itunes/search?term=a HTTP/1.1",
        with: simulator
      )
      let (head, body) = try #require(whole.split())
      let length = try #require(head["content-length"].flatMap(Int.init))
      #expect(length > 2)
      #expect(body.count == length / 2)
    }
  }

  @Test("A slow body is complete, and takes its time")
  func slow() async throws {
    try await withSimulator(.init(dripPause: .milliseconds(5))) { simulator in
      _ = try await post("/fault?service=itunes&kind=slow", to: simulator)
      let start = ContinuousClock.now
      let reply = try await Client.send("/search?term=a", at: simulator.itunes)
      #expect(ContinuousClock.now - start >= .milliseconds(90))
      #expect(reply.object?["resultCount"] != nil)
    }
  }

  @Test("A stalled request is never answered, and the server still stops")
  func stall() async throws {
    try await withSimulator { simulator in
      simulator.add(Fault(kind: .stall), to: .appleMusic)
      let stalled = Task { try await test(simulator) }
      try await eventually("it stalls") { simulator.stalledConnections == 1 }
      #expect(try await test(simulator).status == 200)
      await simulator.stop()
      await #expect(throws: (any Error).self) { try await stalled.value }
    }
  }

  @Test("A reset closes stalled connections without a byte")
  func stallReset() async throws {
    try await withSimulator { simulator in
      simulator.add(Fault(kind: .stall), to: .itunes)
      let stalled = Task {
        try await RawClient.exchange("GET /itunes/search?term=a HTTP/1.1", with: simulator)
      }
      try await eventually("it stalls") { simulator.stalledConnections == 1 }
      simulator.reset()
      #expect(try await stalled.value.bytes.isEmpty)
    }
  }

  @Test("The simulator notices that a stalled client disconnects")
  func stalledClientGoes() async throws {
    try await withSimulator { simulator in
      simulator.add(Fault(kind: .stall), to: .itunes)
      let connection = try RawClient.connect(to: simulator)
      try connection.send("GET /itunes/search?term=a HTTP/1.1\r\nHost: x\r\n\r\n")
      try await eventually("it stalls") { simulator.stalledConnections == 1 }
      connection.close()
      try await eventually("it is released") { simulator.stalledConnections == 0 }
    }
  }

  @Test("Moving the clock makes tokens expire")
  func advance() async throws {
    try await withSimulator { simulator in
      #expect(try await test(simulator).status == 200)
      let reply = try await post("/advance?seconds=\(31 * 86_400)", to: simulator)
      #expect(reply.status == 204)
      #expect(try await test(simulator).status == 401)
      _ = try await post("/reset", to: simulator)
      #expect(try await test(simulator).status == 200)
    }
  }

  @Test("A reset clears faults, throttling, requests and iTunes' lock")
  func reset() async throws {
    try await withSimulator { simulator in
      for _ in 0..<25 { _ = try await Client.send("/lookup?id=1", at: simulator.itunes) }
      simulator.throttle(.appleMusic, requests: 9)
      simulator.add(Fault(status: 500, times: 9), to: .appleMusic)
      #expect(try await Client.send("/lookup?id=1", at: simulator.itunes).status == 403)
      #expect(try await post("/reset", to: simulator).status == 204)
      #expect(simulator.requests.isEmpty)
      #expect(try await Client.send("/lookup?id=1", at: simulator.itunes).status == 200)
      #expect(try await test(simulator).status == 200)
    }
  }

  @Test("The list of requests contains no secret")
  func requests() async throws {
    try await withSimulator { simulator in
      _ = try await Client.send(
        "/v1/test?l=en-GB",
        at: simulator.appleMusic,
        headers: [
          "Authorization": "Bearer \(simulator.developerToken)",
          "Music-User-Token": simulator.musicUserToken, "X-Test": "kept",
        ]
      )
      let reply = try await Client.send("/requests", at: simulator.control)
      #expect(reply.status == 200)
      #expect(!reply.text.contains(simulator.developerToken))
      #expect(!reply.text.contains(simulator.musicUserToken))
      let request = try #require((reply.json as? [[String: Any]])?.first)
      #expect(request["method"] as? String == "GET")
      #expect(request["path"] as? String == "/applemusic/v1/test")
      #expect(request["query"] as? String == "l=en-GB")
      #expect(request["service"] as? String == "appleMusic")
      #expect((request["headers"] as? [String: String])?["x-test"] == "kept")
      #expect(abs(try #require(request["time"] as? Double) - Date().timeIntervalSince1970) < 60)
    }
  }

  @Test(
    "A bad parameter is refused with a message",
    arguments: [
      "/throttle", "/throttle?service=none", "/throttle?service=itunes&requests=0",
      "/throttle?service=itunes&requests=x", "/throttle?service=itunes&retryAfter=-1",
      "/fault?service=itunes", "/fault?service=itunes&kind=odd", "/fault?status=500",
      "/fault?service=itunes&status=99", "/fault?service=itunes&status=500&times=0",
      "/advance", "/advance?seconds=-1", "/advance?seconds=nan", "/advance?seconds=1e99", "/app",
      "/app?class=none",
    ]
  )
  func badParameters(path: String) async throws {
    try await withSimulator { simulator in
      let reply = try await post(path, to: simulator)
      #expect(reply.status == 400)
      #expect(!reply.text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty)
    }
  }

  @Test(
    "Each endpoint requires its own method",
    arguments: ["/throttle", "/fault", "/advance", "/app", "/reset"]
  )
  func methods(path: String) async throws {
    try await withSimulator { (simulator) async throws in
      #expect(try await Client.send(path, at: simulator.control).status == 405)
      #expect(try await post("/requests", to: simulator).status == 405)
      #expect(try await post("/nothing", to: simulator).status == 404)
    }
  }

  @Test("The class of an app is accepted", arguments: ["extended", "development"])
  func app(name: String) async throws {
    try await withSimulator { (simulator) async throws in
      #expect(try await post("/app?class=\(name)", to: simulator).status == 204)
    }
  }

  @Test("The latency delays each answer of a service")
  func latency() async throws {
    try await withSimulator(.init(latency: .milliseconds(120))) { (simulator) async throws in
      let start = ContinuousClock.now
      #expect(try await test(simulator).status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(120))
    }
  }
}
