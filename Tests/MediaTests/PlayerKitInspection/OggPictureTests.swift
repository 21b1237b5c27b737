import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

@Suite("Large pictures in Ogg comments", .tags(.local), .timeLimit(.minutes(3)))
struct OggPictureTests {
  private static let names = ["vorbis.ogg", "opus.opus", "flac.oga"]
  private static let count = 3_000_000

  private let inspector = MediaInspector()

  private static let comments = [
    OggMaker.comment("TITLE", "Before"), OggMaker.picture(count), OggMaker.picture(300_000),
    OggMaker.comment("ALBUM", "Behind"),
  ]

  private func inspect(
    _ stream: [UInt8]
  ) async throws -> (MediaInformation, LoopbackServer) {
    let body = Data(stream)
    let server = try LoopbackServer { .part(body, $0) }
    return (try await inspector.inspect(MediaSource(.remote(server.url("/a.ogg")))), server)
  }

  @Test(
    "are skipped at a server, and tags around them, format, and length are read",
    arguments: names
  )
  func remote(name: String) async throws {
    let (found, server) = try await inspect(try OggMaker.stream(name, comments: Self.comments))
    let original = try await inspector.inspect(path: TagFixture.path(name))
    #expect((found.metadata.title, found.metadata.album) == ("Before", "Behind"))
    #expect(found.pictures.map(\.byteCount) == [Self.count, 300_000])
    #expect(found.pictures.map(\.width) == [640, 640])
    #expect((found.codec, found.sampleRate) == (original.codec, original.sampleRate))
    #expect(found.duration == original.duration)
    #expect(server.requests.count <= 10)
    #expect(server.bytesSent <= 2 << 20)
  }

  @Test("are returned whole", arguments: names)
  func handedOut(name: String) async throws {
    let (found, server) = try await inspect(try OggMaker.stream(name, comments: Self.comments))
    defer { server.stop() }
    for (picture, count) in zip(found.pictures, [Self.count, 300_000]) {
      let key = try #require(picture.artwork.key)
      let source = try await inspector.picture(key.id, atLeast: 100)
      guard case .bytes(let bytes) = source.location else { return }
      #expect(bytes.makeStream().size == Int64(count))
    }
  }

  @Test("in a local file cost little, in pages of any length", arguments: [255, 16, 1])
  func local(segments: Int) async throws {
    let stream = try OggMaker.stream("opus.opus", comments: Self.comments) { _ in segments }
    let bytes = GivenBytes(stream)
    let found = try await inspector.inspect(MediaSource(.bytes(bytes)))
    #expect((found.metadata.title, found.metadata.album) == ("Before", "Behind"))
    #expect(bytes.bytesRead < 1 << 20)
  }

  @Test("in pages of changing length do not hide the tags before them")
  func irregular() async throws {
    let stream = try OggMaker.stream("opus.opus", comments: Self.comments) { 100 + $0 * 37 % 150 }
    let (found, server) = try await inspect(stream)
    #expect(found.metadata.title == "Before")
    #expect(found.pictures.first?.byteCount == Self.count)
    #expect(server.bytesSent <= 2 << 20)
  }

  @Test("with impossible lengths do no harm")
  func hostile() async throws {
    let title = OggMaker.comment("TITLE", "Before")
    for said in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      let stream = try OggMaker.stream(
        "opus.opus",
        comments: [title, OggMaker.picture(400_000, said: said)]
      )
      #expect(try await inspector.inspect(stream).metadata.title == "Before")
    }
    let endless = try OggMaker.stream(
      "opus.opus",
      comments: [title, OggMaker.picture(400_000)],
      count: 0xFFFF_FFFF
    )
    #expect(try await inspector.inspect(endless).metadata.title == "Before")
  }
}
