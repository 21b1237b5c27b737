import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A cache with damaged files", .tags(.local), .timeLimit(.minutes(2)))
struct CacheDamageTests {
  private let stage: CacheStage

  init() throws {
    stage = try CacheStage()
    _ = try stage.hearAll()
  }

  private var path: String { stage.path(of: "a") }

  @Test("fetches only the damaged block again")
  func damagedBlockFetched() throws {
    let header = try #require(stage.file()?.header)
    try stage.overwrite(at: UInt64(header.dataOffset) + 100_000, Data([1, 2, 3]))
    let count = stage.server.requests.count
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.ranges(since: count) == [98_304...131_071])
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.server.requests.count == count + 1)
  }

  @Test("fetches the whole file again if the server has no range requests")
  func serverSendsAll() throws {
    stage.media.withLock { $0.servesParts = false }
    stage.cache.removeAll()
    _ = try stage.hearAll()
    let header = try #require(stage.file()?.header)
    try stage.overwrite(at: UInt64(header.dataOffset) + 500_000, Data([1, 2, 3]))
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
    try stage.overwrite(at: UInt64(header.dataOffset) + 500_000, Data([1, 2, 3]))
    stage.change()
    #expect(throws: PlayerError.self) { try stage.hearAll() }
    #expect(try stage.hearAll() == stage.body())
  }

  @Test("does not count a block that can't be read now as damaged")
  func blockCanT() throws {
    let file = try #require(stage.file())
    let whole = try #require(FileManager.default.contents(atPath: path))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: UInt64(file.header.dataOffset))
    var block = [UInt8](repeating: 0, count: CacheHeader.blockLength)
    #expect(block.withUnsafeMutableBytes { file.read(3, into: $0) } == nil)
    try handle.seek(toOffset: UInt64(file.header.dataOffset))
    try handle.write(contentsOf: whole.dropFirst(Int(file.header.dataOffset)))
    try handle.close()
    #expect(block.withUnsafeMutableBytes { file.read(3, into: $0) } == CacheHeader.blockLength)
  }

  @Test("counts a truncated file with its future length")
  func fileCutCounts() throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 20_000)
    try handle.close()
    let file = try #require(stage.file())
    #expect(file.status?.st_size ?? 0 == file.header.fileLength)
  }

  @Test("no longer keeps a track whose first page is damaged")
  func damagedFirstPage() async throws {
    let source = try stage.track().mediaSource()
    let key = try #require(source.cacheKey)
    try await stage.cache.keep(stage.track())
    try stage.overwrite(key, at: 9, Data([0xA5, 0x5A]))
    stage.cache.removeAll()
    #expect(stage.cache.usage().count == 0)
  }

  @Test("ignores a damaged checksum")
  func checksumDamagedCounts() throws {
    try stage.overwrite(at: 4_096 + 8 * 3, Data([9]))
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
  }

  @Test("fills a truncated file again", arguments: [0, 100, 4_096, 5_000, 300_000])
  func fileCutFilled(length: UInt64) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: length)
    try handle.close()
    #expect(try stage.hearAll() == stage.body())
    let count = stage.server.requests.count
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.server.requests.count == count)
  }

  @Test(
    "ignores a file whose first page is damaged",
    arguments: [0, 9, 20, 30, 50, 100, 2_041]
  )
  func firstPageDamaged(offset: UInt64) throws {
    try stage.overwrite(at: offset, Data([0xA5, 0x5A]))
    #expect(stage.file() == nil)
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
  }

  @Test("does not accept a block of another file")
  func blockAnotherFile() throws {
    _ = try stage.hearAll(stage.source("b", at: "/b"))
    let other = try #require(
      FileManager.default.contents(atPath: "\(stage.folder)/\(CacheFolder.Name(key: "b").text)")
    )
    // The table and the blocks of the same media after the wrong first page.
    try stage.overwrite(at: 4_096, other.dropFirst(4_096))
    let count = stage.server.requests.count
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.server.requests.count > count)
  }

  @Test("plays without a folder if it can't be made")
  func folderCanT() throws {
    let path = stage.scratch.path("file")
    #expect(FileManager.default.createFile(atPath: path, contents: Data()))
    let cache = MediaCache(folder: path + "/cache", limit: 100 << 20)
    let opener = SourceOpener(LoadingSettings(cache: cache))
    defer { opener.close() }
    let stream = opener.open(stage.source()).makeStream()
    #expect(try stream.read(upTo: .max) == stage.body())
    stream.close()
    #expect(cache.usage() == MediaCache.Usage())
  }

  @Test("does not remove foreign files in its folder")
  func liesFolderNot() throws {
    let path = stage.folder + "/song.mp3"
    #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
    stage.cache.removeAll(includingKept: true)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(stage.file() == nil)
  }

  @Test("makes its folder again if it vanishes during use")
  func folderVanishesWhile() throws {
    let stream = stage.opener.open(stage.source("b", at: "/b")).makeStream()
    #expect(try stream.read(upTo: 100_000) == stage.body()[..<100_000])
    try FileManager.default.removeItem(atPath: stage.scratch.path("cache"))
    #expect(try stream.read(upTo: .max) == stage.body()[100_000...])
    stream.close()
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
  }
}
