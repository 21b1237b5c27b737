import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("The space of a cache", .tags(.local), .timeLimit(.minutes(2)))
struct CacheRoomTests {
  /// Three tracks of 300,000 bytes fit, with the files' own overhead.
  private static let limit: Int64 = 1_000_000
  private let stage: CacheStage

  init() throws {
    stage = try CacheStage(length: 300_000, limit: Self.limit)
  }

  private func hear(_ names: String...) throws {
    for name in names {
      #expect(try stage.hearAll(stage.source(name, at: "/\(name)")) == stage.body())
    }
  }

  private func isThere(_ name: String) -> Bool { stage.file(name)?.isComplete == true }

  /// Makes this file the least recently used.
  private func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000)],
      ofItemAtPath: "\(stage.folder)/\(CacheFolder.Name(key: name).text)"
    )
  }

  @Test("The least recently heard media is removed")
  func heardLeastRecently() throws {
    try hear("a", "b", "c")
    try age("b")
    try age("a")
    try hear("a")  // from the disk
    try hear("d")
    #expect(isThere("a") && isThere("c") && isThere("d"))
    #expect(stage.file("b") == nil)
    #expect(stage.cache.usage().bytes <= Self.limit)
  }

  @Test("Playing media is not removed, and counts with its whole length")
  func playedNotGive() throws {
    try hear("b", "c")
    let stream = stage.opener.open(stage.source("a")).makeStream()
    #expect(try stream.read(upTo: 40_000).count == 40_000)
    try age("a")
    try hear("d")
    #expect(stage.file("a") != nil)
    #expect(stage.file("b") == nil)
    #expect(try stream.read(upTo: .max).count == 260_000)
    #expect(isThere("a"))
    #expect(stage.cache.usage().bytes <= Self.limit)
    stream.close()
  }

  @Test("Media larger than the limit plays without being cached")
  func largerLimitPlays() throws {
    stage.media.withLock { $0.body = CacheStage.bytes(1_100_000) }
    try hear("a")
    #expect(stage.cache.usage().count == 0)
  }

  @Test("If kept tracks fill the cache, nothing else is cached")
  func allKeptNothing() async throws {
    for name in ["/a", "/b", "/c"] { try await stage.cache.keep(stage.track(name)) }
    #expect(stage.cache.usage().keptCount == 3)
    try hear("d")
    #expect(stage.file("d") == nil)
    await #expect(throws: PlayerError.self) { try await stage.cache.keep(stage.track("/e")) }
    try await stage.cache.release(stage.track("/b"))
    #expect(try await !stage.cache.isKept(stage.track("/b")))
    try await stage.cache.keep(stage.track("/e"))
    #expect(stage.cache.usage().keptCount == 3)
    #expect(stage.cache.usage().bytes <= Self.limit)
  }

  @Test("Media that finds no space removes no other")
  func findsNoRoom() async throws {
    for name in ["/a", "/b"] { try await stage.cache.keep(stage.track(name)) }
    try hear("c")
    stage.media.withLock { $0.body = CacheStage.bytes(450_000) }
    try hear("d")
    #expect(stage.file("d") == nil)
    #expect(stage.file("c") != nil)
  }

  @Test("A merely claimed length removes no other media")
  func lengthOnlyClaimed() throws {
    try hear("a", "b", "c")
    stage.answer { request in
      guard request.target == "/d" else { return nil }
      let fields = ["Content-Range": "bytes 0-9/900000", "ETag": "\"1\""]
      return .init(status: 206, headers: fields, body: CacheStage.bytes(10))
    }
    _ = try? stage.hear(stage.source("d", at: "/d"), 0..<10)
    #expect(isThere("a") && isThere("b") && isThere("c"))
  }

  @Test("A track that can't be completed is not downloaded")
  func canTBecome() async throws {
    for name in ["/a", "/b"] { try await stage.cache.keep(stage.track(name)) }
    let last = try stage.track("/d").mediaSource()
    _ = try stage.hear(last, 0..<33_000)
    try await stage.cache.keep(stage.track("/c"))
    let received = Locked<Int64>(0)
    let error = await #expect(throws: PlayerError.self) {
      try await stage.cache.keep(stage.track("/d")) { now in
        received.withLock { $0 = now.received }
      }
    }
    #expect(error?.code == .storeFailed)
    #expect(received.withLock { $0 } < 300_000)
  }

  @Test("A bounded part of a file of any length is examined")
  func fileAnyLength() throws {
    let folder = CacheFolder(path: stage.scratch.path("large"), limit: 1 << 40)
    let name = CacheFolder.Name(key: "a")
    var version = MediaVersion(total: 5 << 30, validator: "1", lastModified: nil, servesParts: true)
    let file = try #require(folder.make(name, of: version))
    #expect(file.gap() == 0)
    #expect(file.hole(from: 100) == 0..<64 << 20)
    #expect(file.hole(from: version.total - 1)?.count == CacheHeader.blockLength)
    version.total = 65 << 30
    #expect(folder.make(name, of: version) == nil)
  }

  @Test("A process that stopped with a lock does not block others")
  func stoppedLockHis() throws {
    try hear("a")
    let folder = try #require(stage.cache.files.open())
    let lock = try #require(OpenFile("lock", in: folder, O_RDWR))
    #expect(lock.waitForAll(atMost: 1))
    try hear("b")
    #expect(stage.file("b") == nil)
    let file = try #require(OpenFile(CacheFolder.Name(key: "a").text, in: folder, O_RDWR))
    #expect(file.takeAlone())
    try hear("a")
  }

  @Test("Removing all media leaves kept tracks, unless they are included")
  func removingAllLeaves() async throws {
    try await stage.cache.keep(stage.track("/a"))
    try hear("b")
    stage.cache.removeAll()
    #expect(stage.cache.usage().count == 1)
    stage.cache.removeAll(includingKept: true)
    #expect(stage.cache.usage() == MediaCache.Usage())
  }

  @Test("A file that a killed process left unfinished is removed")
  func processLeftKilled() throws {
    try hear("a")
    let path = stage.folder + "/new-1-2"
    #expect(FileManager.default.createFile(atPath: path, contents: Data(count: 5_000)))
    try hear("b")
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
