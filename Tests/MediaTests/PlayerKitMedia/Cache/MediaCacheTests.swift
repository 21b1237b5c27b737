import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Media on disk", .tags(.local), .timeLimit(.minutes(2)))
struct MediaCacheTests {
  private let stage: CacheStage

  init() throws {
    stage = try CacheStage()
  }

  @Test("A second hearing sends no request")
  func secondHearingAsks() throws {
    #expect(try stage.hearAll() == stage.body())
    let count = stage.server.requests.count
    #expect(try stage.hearAll() == stage.body())
    #expect(
      try stage.hear(nil, 900_000..<1_000_000, 5..<70_000) == [
        stage.body()[900_000..<1_000_000], stage.body()[5..<70_000],
      ]
    )
    #expect(stage.server.requests.count == count)
  }

  @Test("The key names the media, not its address")
  func keyNamesMedia() throws {
    #expect(try stage.hearAll() == stage.body())
    let count = stage.server.requests.count
    #expect(try stage.hearAll(stage.source("a", at: "/elsewhere?signature=2")) == stage.body())
    #expect(stage.server.requests.count == count)
    #expect(try stage.hearAll(stage.source("b", at: "/a")) == stage.body())
    #expect(stage.server.requests.count > count)
  }

  @Test("The available bytes are everything, or the stored beginning")
  func allHandMuch() throws {
    _ = try stage.hear(nil, 0..<200_000)
    let partial = stage.opener.open(stage.source()) as? any RetainingByteSource
    #expect(partial?.bytesAtHand == 196_608)
    _ = try stage.hearAll()
    let whole = stage.otherOpener().open(stage.source()) as? any RetainingByteSource
    #expect(whole != nil)
    #expect(whole?.bytesAtHand == nil)
  }

  @Test("After a partial hearing, only missing blocks are requested")
  func heardPartOnly() throws {
    _ = try stage.hear(nil, 0..<200_000, 500_000..<600_000)
    let count = stage.server.requests.count
    #expect(try stage.hearAll() == stage.body())
    // Blocks are 32 KiB. The partly heard blocks at the ends of a range are requested again.
    let asked = stage.ranges(since: count)
    #expect(asked.first?.lowerBound == 196_608)
    #expect(asked.contains { $0.upperBound == 491_519 })
    #expect(asked.contains { $0.lowerBound == 589_824 })
    #expect(asked.reduce(0) { $0 + $1.count } == 294_912 + 410_176)
    #expect(stage.file()?.isComplete == true)
  }

  @Test("Two streams fill one file with the parts that they read")
  func twoStreamsFill() throws {
    let first = stage.opener.open(stage.source()).makeStream()
    let second = stage.otherOpener().open(stage.source()).makeStream()
    #expect(try first.read(upTo: 300_000) == stage.body()[..<300_000])
    #expect(try second.read(upTo: 10) == stage.body()[..<10])
    try second.seek(to: 250_000)
    #expect(try second.read(upTo: .max) == stage.body()[250_000...])
    #expect(try first.read(upTo: .max) == stage.body()[300_000...])
    #expect(stage.file()?.isComplete == true)
    first.close()
    second.close()
  }

  @Test(
    "Media that must not be stored, or has no certain version, is not stored",
    arguments: [
      ["ETag": "\"1\"", "Cache-Control": "private, No-Store"],
      ["ETag": "\"1\"", "Cache-Control": "no-cache"],
      ["ETag": "W/\"1\""], [:],
      ["ETag": "\"1\"", "Content-Type": "audio/x-mpegurl"],
    ]
  )
  func refused(headers: [String: String]) throws {
    stage.media.withLock { $0.headers = headers }
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.cache.usage().count == 0)
  }

  @Test("Compressed media is not stored")
  func cameCompressed() throws {
    // Uncompressed bytes in gzip's format.
    let bytes = CacheStage.bytes(60_000)
    var packed = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 0x60, 0xEA, 0x9F, 0x15])
    packed += bytes
    packed += Data(Self.crc32(bytes)) + Data([0x60, 0xEA, 0, 0])
    stage.media.withLock { media in
      media.body = packed
      media.headers["Content-Encoding"] = "gzip"
      media.servesParts = false
    }
    #expect(try stage.hearAll() == bytes)
    #expect(stage.cache.usage().count == 0)
  }

  private static func crc32(_ bytes: Data) -> [UInt8] {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: ~sum >> UInt32(8 * $0)) }
  }

  @Test("Media in an engine's memory is stored, too")
  func oneEngineMemory() throws {
    #expect(try stage.hearAll(by: stage.opener) == stage.body())
    stage.cache.removeAll()
    #expect(try stage.hearAll(by: stage.opener) == stage.body())
    #expect(stage.file()?.isComplete == true)
  }

  @Test("A download has as many available bytes as without a cache")
  func muchHandBeing() throws {
    let source = try #require(stage.opener.open(stage.source()) as? any RetainingByteSource)
    let stream = source.makeStream()
    defer { stream.close() }
    #expect(try stream.read(upTo: 66_000).count == 66_000)
    #expect(stage.file() != nil)
    #expect(try #require(source.bytesAtHand) >= 512 << 10)
  }

  @Test("Media from the disk may name only public addresses")
  func comesDiskName() throws {
    _ = try stage.hearAll()
    let stream = stage.otherOpener().open(stage.source()).makeStream() as? any LocatedStream
    #expect(stream?.origin?.reach == .publicAlone)
  }

  @Test("The bytes that distinguish lists from media may arrive one by one")
  func tellsListsMedia() {
    var first = FirstBytes()
    for (offset, byte) in "#EXTM3U\n".utf8.enumerated() {
      withUnsafeBytes(of: byte) { first.add($0, at: Int64(offset), named: nil) }
      #expect(first.content == nil)
    }
    first.add(UnsafeRawBufferPointer(start: nil, count: 0), at: 8, named: nil)
    #expect(first.content == .list)
    #expect(first.bytes.count == 8)
  }

  @Test("A source that has no key, or does not permit it, is not stored")
  func sourceNoKey() throws {
    _ = try stage.hearAll(stage.source(nil))
    var source = stage.source()
    source.allowsCaching = false
    _ = try stage.hearAll(source)
    #expect(stage.cache.usage().count == 0)
    #expect(!FileManager.default.fileExists(atPath: stage.folder))
  }

  @Test("Lists and live streams are not stored")
  func listsLiveStreams() throws {
    stage.media.withLock { $0.body = Data("#EXTM3U\nhttp://a/b.mp3\n".utf8) }
    #expect(throws: PlayerError.self) { try stage.hearAll() }
    stage.media.withLock { media in
      media.body = CacheStage.bytes(100_000)
      media.headers["icy-metaint"] = "200000"
      media.servesParts = false
    }
    #expect(try stage.hear(nil, 0..<50_000) == [stage.body()[..<50_000]])
    #expect(stage.cache.usage().count == 0)
  }

  @Test("A server that begins to forbid storing is obeyed")
  func serverBeginsForbid() throws {
    _ = try stage.hear(nil, 0..<200_000)
    #expect(stage.cache.usage().count == 1)
    stage.media.withLock { $0.headers["Cache-Control"] = "no-store" }
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.cache.usage().count == 0)
  }

  @Test("Media without range requests is stored only if it was read whole")
  func serverWithoutParts() throws {
    stage.media.withLock { $0.servesParts = false }
    #expect(try stage.hear(nil, 0..<200_000) == [stage.body()[..<200_000]])
    #expect(try stage.hearAll() == stage.body())
    let count = stage.server.requests.count
    #expect(count == 2)
    #expect(try stage.hearAll() == stage.body())
    #expect(stage.server.requests.count == count)
  }

  @Test("Only the owner may read the cache, and it contains no address")
  func onlyOwnerRead() throws {
    _ = try stage.hearAll(stage.source("https://user:secret@host/?token=hush"))
    #expect(try stage.scratch.mode(of: "cache") == 0o700)
    #expect(try stage.scratch.mode(of: "cache/media-1") == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: stage.folder) {
      #expect(try stage.scratch.mode(of: "cache/media-1/\(name)") == 0o600)
      let data = try #require(FileManager.default.contents(atPath: "\(stage.folder)/\(name)"))
      #expect(data.range(of: Data("hush".utf8)) == nil)
    }
  }

  @Test("A URL is its own key, with the header fields that may identify the user")
  func urlOwnKey() throws {
    let url = stage.server.url("/a?b=c#t=1")
    let key = try URLTrack(url: url).mediaSource().cacheKey
    #expect(key?.hasSuffix("/a?b=c") == true)
    #expect(try URLTrack(url: url, headers: ["A": "1"]).mediaSource().cacheKey != key)
    #expect(try URLTrack(path: "a").mediaSource().cacheKey == nil)
  }

  @Test("Names are digests by FIPS 180-4")
  func namesDigestsFips() {
    let name = CacheFolder.Name(key: "abc").text
    #expect(name == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = CacheFolder.Name(key: String(repeating: "a", count: 1_000)).text
    #expect(long == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }
}
