import Foundation
import HTTPTestSupport
import PlayerKit
import TestSupport
import Testing

@testable import MediaLoading

@Suite("Media that is kept on disk and changes on its server", .timeLimit(.minutes(2)))
struct CacheVersionTests {
  private let stage: CacheStage

  init() throws {
    stage = try CacheStage()
  }

  private func change() {
    stage.media.withLock { media in
      media.body = CacheStage.bytes(1_000_000, seed: 2)
      media.headers["ETag"] = "\"2\""
    }
  }

  @Test func `Another version begins anew where nothing was heard yet, and never mixes`() throws {
    _ = try stage.hear(nil, 500_000..<700_000)
    change()
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.version.validator == "\"2\"")
    #expect(stage.file()?.isComplete == true)
  }

  @Test func `Where something was heard, it is an error, and then the new version plays`() throws {
    _ = try stage.hear(nil, 0..<200_000)
    change()
    #expect(throws: PlayerError.self) { try stage.hearAll() }
    #expect(try stage.hearAll() == stage.body())
  }

  @Test func `After a day the server is asked aside, and says that it is the same`() async throws {
    let old = try stage.hearAll()
    let count = stage.server.requests.count
    stage.file()?.wasChecked(at: CacheFile.now - 86_400)
    // The opener stays open: closed, it ends the question.
    let stream = stage.opener.open(stage.source()).makeStream()
    defer { stream.close() }
    #expect(try stream.read(upTo: .max) == old)
    try await eventually("the server was asked") { stage.file()?.isStale() == false }
    #expect(stage.server.requests.count == count + 1)
    #expect(stage.server.requests.last?.headers["if-none-match"] == "\"1\"")
    #expect(stage.server.requests.last?.range == 0...0)
    #expect(try stage.hearAll() == old)
    #expect(stage.server.requests.count == count + 1)
  }

  @Test func `What has changed plays whole once more from the disk, then anew`() async throws {
    let old = try stage.hearAll()
    stage.file()?.wasChecked(at: 0)
    change()
    let stream = stage.opener.open(stage.source()).makeStream()
    #expect(try stream.read(upTo: 10) == old.prefix(10))
    try await eventually("it is forgotten") { stage.file() == nil }
    #expect(try stream.read(upTo: .max) == old.dropFirst(10))
    stream.close()
    #expect(try stage.hearAll() == stage.body())
  }

  @Test(arguments: [("max-age=0", true), ("public, max-age=60", false), ("immutable", false)])
  func `The server's time is heeded`(control: String, isStale: Bool) throws {
    stage.media.withLock { $0.headers["Cache-Control"] = control }
    _ = try stage.hearAll()
    #expect(stage.file()?.isStale() == isStale)
    #expect(stage.file()?.isStale(at: CacheFile.now + 61) == (control != "immutable"))
    // A clock that was set back tells nothing.
    #expect(stage.file()?.isStale(at: 1) == true)
  }

  @Test func `An answer that says nothing of the media changes nothing`() {
    let version = MediaVersion(total: 5, validator: "\"1\"", lastModified: nil, servesParts: true)
    func outcome(_ status: Int, _ fields: [String: String]) -> VersionCheck.Outcome {
      VersionCheck.outcome(HTTPHead(status: status) { fields[$0.lowercased()] }, version)
    }
    #expect(outcome(404, [:]) == .unknown)
    #expect(outcome(503, [:]) == .unknown)
    #expect(outcome(304, [:]) == .same)
    #expect(outcome(304, ["cache-control": "no-store"]) == .other)
    #expect(outcome(200, ["content-length": "5", "etag": "\"1\""]) == .same)
    #expect(outcome(200, ["content-length": "6", "etag": "\"1\""]) == .other)
    #expect(outcome(206, ["content-range": "bytes 0-0/5", "etag": "\"1\""]) == .same)
    #expect(outcome(206, ["content-range": "bytes 0-0/5", "etag": "\"2\""]) == .other)
  }
}
