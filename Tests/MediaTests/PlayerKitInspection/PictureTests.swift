import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitMedia
import PlayerKitSystem
import TestSupport
import Testing

@Suite("Pictures of media", .tags(.local), .timeLimit(.minutes(3)))
struct PictureTests {
  private let inspector = MediaInspector()

  private func bytes(_ artwork: Artwork?, of inspector: MediaInspector) async throws -> [UInt8] {
    let key = try #require(artwork?.key)
    #expect(key.source == inspector.artworkSource)
    let source = try await inspector.picture(key.id, atLeast: 100)
    guard case .bytes(let bytes) = source.location else { return [] }
    let stream = bytes.makeStream()
    var data = [UInt8](repeating: 0, count: 1 << 16)
    let count = try data.withUnsafeMutableBytes { try stream.read(into: $0) }
    return Array(data.prefix(count))
  }

  @Test("are returned by their keys, also by another inspector", arguments: TagFixture.full)
  func handedOut(name: String) async throws {
    let cover = try await inspector.inspect(path: TagFixture.path(name)).metadata.artwork
    let picture = try await bytes(cover, of: MediaInspector())
    #expect(picture.count == 69)
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("at a public address are found again by it")
  func publicAddress() async throws {
    let body = try TagFixture.data("comments.flac")
    let server = try LoopbackServer { .part(body, $0) }
    let cover = try await inspector.inspect(MediaSource(.remote(server.url("/a.flac"))))
      .metadata.artwork
    #expect(try await bytes(cover, of: MediaInspector()).count == 69)
  }

  @Test("at an address that may be signed do not reveal it in their keys")
  func signedAddress() async throws {
    let body = try TagFixture.data("comments.flac")
    let server = try LoopbackServer { .part(body, $0) }
    let sources = [
      MediaSource(.remote(server.url("/a.flac?token=geheim"))),
      MediaSource(.remote(server.url("/b.flac")), headers: ["Authorization": "geheim"]),
      MediaSource(.remote(server.url("/geheim.flac")), cacheKey: "service:1"),
    ]
    for source in sources {
      let cover = try await inspector.inspect(source).metadata.artwork
      #expect(cover?.key?.id.contains("geheim") == false)
      #expect(cover?.key?.id.contains("127.0.0.1") == false)
      #expect(try await bytes(cover, of: inspector).count == 69)
      let id = try #require(cover?.key?.id)
      await #expect { try await MediaInspector().picture(id, atLeast: 1) } throws: { error in
        (error as? PlayerError)?.code == .notFound
      }
    }
  }

  @Test("of a changed file have new keys, and the old keys return the present picture")
  func changedFile() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let loader = ArtworkLoader(sources: [inspector])
    var covers: [Artwork] = []
    for count in [100, 200] {
      let tag = TagMaker.id3([TagMaker.picture(TagMaker.png(count: count))])
      try Data(tag + TagMaker.audio()).write(to: folder.url.appendingPathComponent("a.mp3"))
      let found = try await inspector.inspect(path: folder.path("a.mp3"))
      let cover = try #require(found.metadata.artwork)
      #expect(try await loader.image(for: cover, atLeast: 1).data.count == count)
      covers.append(cover)
    }
    #expect(covers[0] != covers[1])
    #expect(try await bytes(covers[0], of: MediaInspector()).count == 200)
    let old = Artwork(.init(source: "media", id: "0:file:" + folder.path("a.mp3")))
    #expect(try await bytes(old, of: inspector).count == 200)
  }

  @Test("of media with signed addresses are remembered while in use, the last 512")
  func remembered() async throws {
    let body = try TagFixture.data("comments.flac")
    let server = try LoopbackServer { .part(body, $0) }
    func cover(_ number: Int) async throws -> Artwork? {
      let url = server.url("/\(number).flac?t=1")
      return try await inspector.inspect(MediaSource(.remote(url))).metadata.artwork
    }
    let (used, unused) = (try await cover(0), try await cover(1))
    for number in 2..<514 {
      _ = try await cover(number)
      if number % 100 == 0 { _ = try await bytes(used, of: inspector) }
    }
    #expect(try await bytes(used, of: inspector).count == 69)
    let id = try #require(unused?.key?.id)
    await #expect { try await inspector.picture(id, atLeast: 1) } throws: { error in
      (error as? PlayerError)?.code == .notFound
    }
  }

  @Test("in an app's bytes retain only the bytes of the last few media")
  func suppliedBytes() async throws {
    let body = Array(try TagFixture.data("comments.flac"))
    let made = Locked<[WeakSource]>([])
    var covers: [Artwork?] = []
    for _ in 0..<40 {
      let source = SuppliedBytes(body)
      made.withLock { $0.append(WeakSource(source: source)) }
      covers.append(try await inspector.inspect(MediaSource(.bytes(source))).metadata.artwork)
    }
    #expect(try await bytes(covers.last ?? nil, of: inspector).count == 69)
    try await eventually("the others are released") {
      made.withLock { $0.count { $0.source != nil } } == 16
    }
  }

  @Test("larger than 20 MB are refused")
  func tooLarge() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let tag = TagMaker.id3([TagMaker.picture(TagMaker.png(count: 21_000_000))])
    try Data(tag + TagMaker.audio()).write(to: folder.url.appendingPathComponent("a.mp3"))
    let found = try await inspector.inspect(path: folder.path("a.mp3"))
    let key = try #require(found.metadata.artwork?.key)
    await #expect { try await inspector.picture(key.id, atLeast: 1) } throws: { error in
      (error as? PlayerError)?.code == .unsupportedFormat
    }
  }

  @Test("are found beside a file without one, in any spelling")
  func beside() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    try TagFixture.data("id3v1.mp3").write(to: folder.url.appendingPathComponent("a.mp3"))
    #expect(try await inspector.inspect(path: folder.path("a.mp3")).metadata.artwork == nil)
    for (name, count) in [("Front.PNG", 100), ("COVER.jpeg", 200)] {
      try Data(TagMaker.png(count: count)).write(to: folder.url.appendingPathComponent(name))
      // A folder that changes within one tick of the clock would seem unchanged.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(count))],
        ofItemAtPath: folder.url.path
      )
      let found = try await inspector.inspect(path: folder.path("a.mp3"))
      #expect(found.metadata.artwork == Artwork(path: folder.path(name)))
      #expect(found.pictures.map(\.place) == [.file(name: name)])
      #expect(found.pictures.map(\.byteCount) == [count])
    }
  }

  @Test("beside a file are found even if their size is stated late, or nowhere")
  func sizeFarBehind() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    try TagFixture.data("id3v1.mp3").write(to: folder.url.appendingPathComponent("a.mp3"))
    let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 0xFFFD)
    let size: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 48, 0, 64, 3] + [UInt8](repeating: 0, count: 9)
    for (comments, width) in [(1, 64), (3, 64), (20, nil)] as [(Int, Int?)] {
      let head: [UInt8] = [0xFF, 0xD8] + repeatElement(comment, count: comments).joined()
      try Data(head + size).write(to: folder.url.appendingPathComponent("cover.jpg"))
      let found = try await inspector.inspect(path: folder.path("a.mp3"))
      #expect(found.pictures.map(\.mimeType) == ["image/jpeg"])
      #expect(found.pictures.map(\.width) == [width])
    }
  }

  @Test("of an APE tag have the same numbers in inspection and in retrieval")
  func apeNumbers() async throws {
    let pictures = [
      ("Cover Art (Front)", 1_500_000), ("Cover Art (Back)", 200_000), ("Cover Art (Artist)", 90),
    ]
    let tag = TagMaker.ape(
      pictures.map { ($0.0, Array("a.png\0".utf8) + TagMaker.png(count: $0.1), isText: false) }
        + [("Title", Array("Behind".utf8), isText: true)]
    )
    let folder = ScratchFolder()
    defer { folder.remove() }
    try Data(TagMaker.audio() + tag).write(to: folder.url.appendingPathComponent("a.mp3"))
    let found = try await inspector.inspect(path: folder.path("a.mp3"))
    #expect(found.metadata.title == "Behind")
    #expect(Set(found.pictures.map(\.byteCount)) == Set(pictures.map(\.1)))
    for picture in found.pictures {
      let key = try #require(picture.artwork.key)
      let source = try await inspector.picture(key.id, atLeast: 1)
      guard case .bytes(let bytes) = source.location else { return }
      #expect(bytes.makeStream().size == Int64(picture.byteCount))
    }
    #expect(found.pictures.first { $0.kind == .frontCover }?.byteCount == 1_500_000)
  }

  @Test("that do not exist are not found")
  func unknown() async throws {
    for id in ["", "0", "x:file:/a", "-1:file:/a", "7:file:\(TagFixture.path("id3v24.mp3"))"] {
      await #expect { try await inspector.picture(id, atLeast: 1) } throws: { error in
        (error as? PlayerError)?.code == .notFound
      }
    }
  }
}

/// Bytes whose references can be counted.
private final class SuppliedBytes: ByteSource {
  private let source: MemoryByteSource

  init(_ bytes: [UInt8]) { source = MemoryByteSource(bytes) }

  func makeStream() -> any ByteStream { source.makeStream() }
}

private struct WeakSource: Sendable {
  weak let source: SuppliedBytes?
}
