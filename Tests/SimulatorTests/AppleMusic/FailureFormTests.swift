import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Apple Music simulated: failures on demand", .tags(.pure))
struct FailureFormTests {
  private let service = AppleMusicHarness().service

  @Test("A refused developer token is reported by the status alone")
  func unauthorized() {
    let answer = service.failure(status: 401)
    #expect(answer.status == 401)
    #expect(answer.body.isEmpty)
  }

  @Test("A rate limit states no delay, unless a test requests it")
  func throttled() {
    let answer = service.throttled(retryAfter: nil)
    #expect(answer.status == 429)
    #expect(!answer.headers.contains { $0.0.lowercased() == "retry-after" })
    #expect(Reply(answer).code == "42900")
    let told = service.throttled(retryAfter: 2)
    #expect(told.headers.contains { $0.0 == "Retry-After" && $0.1 == "2" })
  }

  @Test("A failure of the service is an error object", arguments: [400, 500, 502, 503, 504])
  func failure(status: Int) {
    let answer = service.failure(status: status)
    #expect(answer.status == status)
    #expect(!answer.headers.contains { $0.1.hasPrefix("text/html") })
    #expect(Reply(answer).errors.first?["status"] as? String == "\(status)")
  }

  @Test("Written JSON is read back unchanged, whatever it contains")
  func json() throws {
    let text = "\u{0}\u{1F} \"quoted\" back\\slash 💃🏽 夜 \n\t é"
    let written: JSON = ["a": .array([.string(text), 1, true, ["b": -7]])]
    let object = try JSONSerialization.jsonObject(with: written.data)
    let read = try #require(object as? [String: [Any]])
    #expect(read["a"]?.first as? String == text)
    #expect((read["a"]?.last as? [String: Int]) == ["b": -7])
  }
}
