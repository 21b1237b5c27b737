import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite(
  "Cached media that changes on its server",
  .tags(.local),
  .timeLimit(.minutes(2))
)
struct CacheVersionTests {
  private let stage: CacheStage

  init() throws {
    stage = try CacheStage()
  }

  @Test("Another version starts again before anything is read, and is never mixed")
  func anotherVersionBegins() throws {
    _ = try stage.hear(nil, 500_000..<700_000)
    stage.change()
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.version.validator == "\"2\"")
    #expect(stage.file()?.isComplete == true)
  }

  @Test("Another version starts again if the first bytes were examined, but not read")
  func anotherVersionIsExamined() throws {
    // One block, so that the examination needs the server for the rest.
    let stream = try #require(stage.opener.openCached(stage.source())).makeCachedStream()
    #expect(try stream.read(upTo: 40_000) == stage.body()[..<40_000])
    stream.close()
    #expect(stage.file()?.gap() == 32_768)
    stage.change()
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.version.validator == "\"2\"")
    #expect(stage.file()?.isComplete == true)
  }

  @Test("A change after something was read is an error, and then the new version plays")
  func somethingHeardError() throws {
    _ = try stage.hear(nil, 0..<200_000)
    stage.change()
    #expect(throws: PlayerError.self) { try stage.hearAll() }
    #expect(try stage.hearAll() == stage.body())
  }

  @Test("After a day the server is asked in the background whether the version is current")
  func afterDayServer() async throws {
    let old = try stage.hearAll()
    let count = stage.server.requests.count
    stage.file()?.wasChecked(at: CacheFile.now - 86_400)
    // The opener stays open, since its end would cancel the check.
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

  @Test("Changed media plays once more from the disk, then from the server")
  func changedPlaysWhole() async throws {
    let old = try stage.hearAll()
    stage.file()?.wasChecked(at: 0)
    stage.change()
    let stream = stage.opener.open(stage.source()).makeStream()
    #expect(try stream.read(upTo: 10) == old.prefix(10))
    try await eventually("it is dropped") { stage.file() == nil }
    #expect(try stream.read(upTo: .max) == old.dropFirst(10))
    stream.close()
    #expect(try stage.hearAll() == stage.body())
  }

  @Test(
    "The server's lifetime is respected",
    arguments: [
      ("max-age=0", true), ("public, max-age=60", false), ("max-age=60, immutable", false),
    ]
  )
  func serverTimeHeeded(control: String, isStale: Bool) throws {
    stage.media.withLock { $0.headers["Cache-Control"] = control }
    _ = try stage.hearAll()
    #expect(stage.file()?.isStale() == isStale)
    #expect(stage.file()?.isStale(at: CacheFile.now + 61) == true)
    // A clock that was set back proves nothing, so the file counts as stale.
    #expect(stage.file()?.isStale(at: 1) == true)
  }

  @Test("The server may state another lifetime when it is asked")
  func stateAnotherTime() async throws {
    stage.media.withLock { $0.headers["Cache-Control"] = "max-age=0" }
    _ = try stage.hearAll()
    stage.media.withLock { $0.headers["Cache-Control"] = "max-age=3600" }
    let stream = stage.opener.open(stage.source()).makeStream()
    defer { stream.close() }
    #expect(try stream.read(upTo: .max) == stage.body())
    try await eventually("the time is recorded") { stage.file()?.isStale() == false }
    #expect(stage.file()?.isStale(at: CacheFile.now + 3_601) == true)
  }

  @Test("The target of a redirect is checked again")
  func urlLedNot() async throws {
    stage.media.withLock { $0.headers["Cache-Control"] = "max-age=31536000, immutable" }
    stage.answer { $0.target == "/latest" ? .status(302, ["Location": "/a"]) : nil }
    let latest = stage.source("a", at: "/latest")
    let old = try stage.hearAll(latest)
    #expect(stage.file()?.isStale() == true)
    stage.change()
    let stream = stage.opener.open(latest).makeStream()
    defer { stream.close() }
    #expect(try stream.read(upTo: .max) == old)
    try await eventually("it is dropped") { stage.file() == nil }
    #expect(try stage.hearAll(latest) == stage.body())
  }

  @Test("An engine drops its memory of an outdated version")
  func oneEngineRemembers() async throws {
    let old = try stage.hearAll(by: stage.opener)
    stage.file()?.wasChecked(at: 0)
    stage.change()
    #expect(try stage.hearAll(by: stage.opener) == old)
    try await eventually("it is dropped") { stage.file() == nil }
    #expect(try stage.hearAll(by: stage.opener) == stage.body())
  }

  @Test("An engine drops its memory also if it notices the change in the middle")
  func findsOutMiddle() throws {
    _ = try stage.hearAll(by: stage.opener)
    let header = try #require(stage.file()?.header)
    try stage.overwrite(at: UInt64(header.dataOffset), Data([1, 2, 3]))
    try stage.overwrite(at: UInt64(header.dataOffset) + 600_000, Data([1, 2, 3]))
    stage.change()
    // The first block is in memory, in the old version.
    _ = try? stage.hearAll(by: stage.opener)
    #expect(try stage.hearAll(by: stage.opener) == stage.body())
  }

  @Test("A silent server is asked once, and not forever")
  func notAnswerAsked() async throws {
    _ = try stage.hearAll()
    stage.answer { $0.range == 0...0 ? .init(isSilent: true) : nil }
    stage.file()?.wasChecked(at: 0)
    let count = stage.server.connectionsTaken
    let streams = (0..<3).map { _ in stage.opener.open(stage.source()).makeStream() }
    for stream in streams { #expect(try stream.read(upTo: 10) == stage.body()[..<10]) }
    // Earlier requests have arrived before this one.
    #expect(try stage.hearAll(stage.source("b", at: "/b"), by: stage.opener) == stage.body())
    let others = stage.server.requests.count { $0.target == "/b" }
    #expect(stage.server.connectionsTaken == count + others + 1)
    for stream in streams { stream.close() }

    let opener = SourceOpener(
      LoadingSettings(networkTimeout: .milliseconds(50), cache: stage.cache)
    )
    defer { opener.close() }
    let other = stage.source("b", at: "/b")
    stage.file("b")?.wasChecked(at: 0)
    #expect(try stage.hearAll(other, by: opener) == stage.body())
    try await eventually("it is released") {
      stage.cache.removeAll()
      return stage.file("b") == nil
    }
  }

  @Test("Another validator for the same bytes is not another version")
  func serverOtherName() throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    stage.media.withLock { $0.headers["Last-Modified"] = date }
    _ = try stage.hear(nil, 0..<200_000)
    stage.media.withLock { $0.headers["ETag"] = "\"the same\"" }
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
  }

  @Test("Parts may omit the validator of their request")
  func partsNeedNot() throws {
    stage.media.withLock { $0.headers = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"] }
    let media = stage.media
    stage.answer { request in
      guard request.headers["if-range"] != nil else { return nil }
      var reply = LoopbackServer.Reply.part(media.withLock(\.body), request)
      reply.headers["ETag"] = nil
      return reply
    }
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
  }

  @Test("A page instead of the media does not remove the cached version")
  func pagePlaceMedia() throws {
    _ = try stage.hear(nil, 0..<200_000)
    _ = try stage.hearAll(stage.source("b", at: "/b"))
    stage.file("b")?.wasChecked(at: 0)
    stage.answer { _ in
      .init(headers: ["Content-Type": "text/html", "Cache-Control": "no-store"], body: Data([60]))
    }
    #expect(throws: PlayerError.self) { try stage.hearAll() }
    #expect(stage.file()?.gap() == 196_608)
    stage.answer { _ in nil }
    #expect(try stage.hearAll() == stage.body())
  }

  @Test("If another version can't be continued, nothing is read")
  func nothingTellsHow() throws {
    stage.media.withLock { $0.body = CacheStage.bytes(1_500_000) }
    _ = try stage.hear(nil, 0..<200_000)
    stage.media.withLock { $0.servesParts = false }
    stage.change()
    var limits = HTTPReader.Limits()
    limits.makeFile = { _ in nil }
    let opener = stage.otherOpener()
    defer { opener.close() }
    let source = try #require(opener.openCached(stage.source(), limits: limits))
    let stream = source.makeCachedStream()
    defer { stream.close() }
    try stream.seek(to: 300_000)
    #expect(throws: PlayerError.self) { try stream.read(upTo: 10) }
  }

  @Test("An answer that does not describe the media changes nothing")
  func answerSaysNothing() {
    let version = MediaVersion(total: 5, validator: "\"1\"", lastModified: nil, servesParts: true)
    func outcome(_ status: Int, _ fields: [String: String]) -> VersionCheck.Outcome {
      VersionCheck.outcome(MediaResponseHead(status: status) { fields[$0.lowercased()] }, version)
    }
    #expect(outcome(404, [:]) == .unknown)
    #expect(outcome(503, [:]) == .unknown)
    #expect(outcome(200, ["content-length": "6"]) == .unknown)
    #expect(
      outcome(200, ["content-length": "6", "etag": "\"2\"", "content-type": "text/html; a=b"])
        == .unknown
    )
    #expect(outcome(304, [:]) == .same(lifetime: nil))
    #expect(outcome(304, ["cache-control": "max-age=5"]) == .same(lifetime: 5))
    #expect(outcome(304, ["cache-control": "no-store"]) == .other)
    #expect(outcome(200, ["content-length": "5", "etag": "\"1\""]) == .same(lifetime: nil))
    #expect(outcome(200, ["content-length": "6", "etag": "\"1\""]) == .other)
    #expect(
      outcome(206, ["content-range": "bytes 0-0/5", "etag": "\"1\""]) == .same(lifetime: nil)
    )
    #expect(outcome(206, ["content-range": "bytes 0-0/5", "etag": "\"2\""]) == .other)
  }
}
