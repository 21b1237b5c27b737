import Foundation
import PlayerKitServiceSimulator
import TestSupport
import Testing

@Suite("Developer tokens", .tags(.local))
struct TokenTests {
  private func status(of token: String?, at simulator: ServiceSimulator) async throws -> WireReply {
    let headers = token.map { ["Authorization": $0] } ?? [:]
    return try await Client.send("/v1/test", at: simulator.appleMusic, headers: headers)
  }

  @Test("A valid token is accepted, and the answer is empty")
  func good() async throws {
    try await withSimulator { simulator in
      let token = try simulator.makeDeveloperToken()
      let reply = try await status(of: "Bearer \(token)", at: simulator)
      #expect(reply.status == 200)
      #expect(reply.body.isEmpty)
    }
  }

  @Test("An invalid token is refused without a body", arguments: DeveloperToken.Flaw.allCases)
  func bad(flaw: DeveloperToken.Flaw) async throws {
    try await withSimulator { simulator in
      let token = try simulator.makeDeveloperToken(flaw: flaw)
      let reply = try await status(of: "Bearer \(token)", at: simulator)
      #expect(reply.status == 401)
      #expect(reply.body.isEmpty)
      #expect(reply.headers["content-length"] == "0")
    }
  }

  @Test("A token is required, with the right scheme and undivided")
  func scheme() async throws {
    try await withSimulator { simulator in
      let token = simulator.developerToken
      for value in [
        nil, "", token, "Basic \(token)", "Bearer", "Bearer \(token)=", "Bearer ..",
        "Bearer \(token).x",
      ] {
        let reply = try await status(of: value, at: simulator)
        #expect(reply.status == 401)
      }
      let accepted = try await status(of: "Bearer \(token)", at: simulator)
      #expect(accepted.status == 200)
    }
  }

  @Test("A token of another simulator is refused")
  func foreign() async throws {
    try await withSimulator(.init(seed: 1)) { first in
      try await withSimulator(.init(seed: 2)) { second in
        let reply = try await status(of: "Bearer \(first.developerToken)", at: second)
        #expect(reply.status == 401)
      }
    }
  }

  @Test("A token expires at the end of its lifetime by the simulator's clock")
  func expires() async throws {
    try await withSimulator { simulator in
      let token = try simulator.makeDeveloperToken()
      simulator.advance(by: .seconds(3590))
      #expect(try await status(of: "Bearer \(token)", at: simulator).status == 200)
      simulator.advance(by: .seconds(20))
      #expect(try await status(of: "Bearer \(token)", at: simulator).status == 401)
      let fresh = try simulator.makeDeveloperToken()
      #expect(try await status(of: "Bearer \(fresh)", at: simulator).status == 200)
    }
  }

  @Test("A seed gives the same keys again, and no seed gives new ones")
  func seeds() async throws {
    try await withSimulator(.init(seed: 5)) { first in
      try await withSimulator(.init(seed: 5)) { second in
        #expect(first.developerKey.p8 == second.developerKey.p8)
        #expect(first.developerKey.keyID == second.developerKey.keyID)
        #expect(first.musicUserToken == second.musicUserToken)
        #expect(first.developerKey.teamID.count == 10)
        #expect(first.developerKey.keyID.count == 10)
        #expect(first.developerKey.p8.hasPrefix("-----BEGIN PRIVATE KEY-----"))
      }
    }
    try await withSimulator { first in
      try await withSimulator { second in
        #expect(first.developerKey.p8 != second.developerKey.p8)
        #expect(first.musicUserToken != second.musicUserToken)
      }
    }
  }
}
