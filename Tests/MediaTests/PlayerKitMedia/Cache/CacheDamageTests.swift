import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A cache whose files are damaged", .tags(.local), .timeLimit(.minutes(2)))
struct CacheDamageTests {
  private let stage: CacheStage

  init() throws {
    stage = try CacheStage()
    _ = try stage.hearAll()
  }

  private var path: String { stage.path(of: "a") }

  @Test("A damaged block is fetched again, alone")
  func damagedBlockFetched() throws {
    let header = try #require(stage.file()?.header)
    try stage.overwrite(at: UInt64(header.dataOffset) + 100_000, Data([1, 2, 3]))
    let count = stage.server.requests.count
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.ranges(since: count) == [98_304...131_071])
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.server.requests.count == count + 1)
  }

  @Test("So it is where the server sends all or nothing, and is still of one version")
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

  @Test("A block that can't be read now is no damaged one")
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

  @Test("A file that was cut counts with the length that it will have")
  func fileCutCounts() throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 20_000)
    try handle.close()
    let file = try #require(stage.file())
    #expect(file.status?.st_size ?? 0 == file.header.fileLength)
  }

  @Test("What has a damaged first page is kept no longer")
  func damagedFirstPage() async throws {
    let source = try stage.track().mediaSource()
    let key = try #require(source.cacheKey)
    try await stage.cache.keep(stage.track())
    try stage.overwrite(key, at: 9, Data([0xA5, 0x5A]))
    stage.cache.removeAll()
    #expect(stage.cache.usage().count == 0)
  }

  @Test("A checksum that is damaged counts as none")
  func checksumDamagedCounts() throws {
    try stage.overwrite(at: 4_096 + 8 * 3, Data([9]))
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
  }

  @Test("A file that was cut is filled again", arguments: [0, 100, 4_096, 5_000, 300_000])
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
    "A first page that is damaged makes the file one of nothing",
    arguments: [0, 9, 20, 30, 50, 100, 2_041]
  )
  func firstPageDamaged(offset: UInt64) throws {
    try stage.overwrite(at: offset, Data([0xA5, 0x5A]))
    #expect(stage.file() == nil)
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.file()?.isComplete == true)
  }

  @Test("A block of another file does not pass for this one's")
  func blockAnotherFile() throws {
    _ = try stage.hearAll(stage.source("b", at: "/b"))
    let other = try #require(
      FileManager.default.contents(atPath: "\(stage.folder)/\(CacheFolder.Name(key: "b").text)")
    )
    // The table and the blocks, with the same media, and the wrong first page.
    try stage.overwrite(at: 4_096, other.dropFirst(4_096))
    let count = stage.server.requests.count
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.server.requests.count > count)
  }

  @Test("A folder that can't be made is no reason not to play")
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

  @Test("What lies in the folder and is not ours stays")
  func liesFolderNot() throws {
    let path = stage.folder + "/song.mp3"
    #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
    stage.cache.removeAll(includingKept: true)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(stage.file() == nil)
  }

  @Test("A folder that vanishes while it is used is made again")
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
