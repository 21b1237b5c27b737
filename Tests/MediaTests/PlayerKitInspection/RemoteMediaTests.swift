import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

@Suite("Media at a server", .tags(.local), .timeLimit(.minutes(3)))
struct RemoteMediaTests {
  private let inspector = MediaInspector()

  /// A server with one resource.
  private func serve(_ body: Data) throws -> LoopbackServer {
    try LoopbackServer { .part(body, $0) }
  }

  @Test("gives the same result as a file, within 2 MiB and ten requests", arguments: TagFixture.all)
  func same(name: String) async throws {
    let server = try serve(try TagFixture.data(name))
    let remote = try await inspector.inspect(MediaSource(.remote(server.url("/a"))))
    let local = try await inspector.inspect(path: TagFixture.path(name))
    #expect(remote.metadata.title == local.metadata.title)
    #expect(remote.metadata.chapters.map(\.title) == local.metadata.chapters.map(\.title))
    #expect(remote.pictures.map(\.byteCount) == local.pictures.map(\.byteCount))
    #expect(remote.duration == local.duration)
    #expect(remote.lyrics == local.lyrics)
    #expect(server.requests.count <= 10)
  }

  @Test("whose index follows the audio is read without the audio")
  func indexBehind() async throws {
    let body = try Self.withIndexBehind(20 << 20)
    let server = try serve(body)
    let found = try await inspector.inspect(MediaSource(.remote(server.url("/a.m4a"))))
    #expect(found.metadata.title == "Früh am Morgen – 朝")
    #expect(found.pictures.count == 1)
    #expect(found.duration == .seconds(4))
    #expect(server.requests.count <= 10)
    #expect(server.bytesSent <= 2 << 20)
  }

  /// The fixture with skipped bytes before its index.
  static func withIndexBehind(_ count: Int) throws -> Data {
    let data = try TagFixture.data("behind.m4a")
    let index = try #require(data.range(of: Data("moov".utf8))).lowerBound - 4
    let free = TagMaker.plain(count) + Array("free".utf8)
    return data[..<index] + free + Data(count: count - 8) + data[index...]
  }

  @Test("has all chapters of a text track, or none if too much would have to be read")
  func scatteredChapters() async throws {
    for (gap, count) in [(10_000, 12), (400_000, 0)] {
      let server = try serve(try ScatteredBook.data(gap: gap))
      let found = try await inspector.inspect(MediaSource(.remote(server.url("/a.m4b"))))
      #expect(found.metadata.chapters.map(\.title) == (0..<count).map { "Part \($0 + 1)" })
      #expect(found.duration == .seconds(4))
      #expect(server.requests.count <= 10)
      #expect(server.bytesSent <= 2 << 20)
    }
    let local = try await inspector.inspect(try ScatteredBook.data(gap: 400_000)).metadata.chapters
    #expect(local.map(\.title) == (1...12).map { "Part \($0)" })
  }

  @Test("is read once for tags, lyrics, and small pictures of a track, also concurrently")
  func shared() async throws {
    let body = try Self.withIndexBehind(20 << 20)
    let (server, alone) = (try serve(body), try serve(body))
    _ = try await MediaInspector().inspect(URLTrack(url: alone.url("/a.m4a")))
    let track = URLTrack(url: server.url("/a.m4a"))
    let inspector = inspector
    async let metadata = inspector.inspect(track)
    async let lyrics = inspector.lyrics(of: track, metadata: TrackMetadata())
    #expect(try await metadata.album == "The Album")
    #expect(try await lyrics?.text == "First line\nSecond line")
    #expect(server.requests.count == alone.requests.count)
    let key = try #require(try await metadata.artwork?.key)
    _ = try await inspector.picture(key.id, atLeast: 1)
    _ = try await inspector.inspect(track)
    #expect(server.requests.count == alone.requests.count)
  }

  @Test("is dropped from memory after some others")
  func forgotten() async throws {
    let server = try serve(try Self.withIndexBehind(4 << 20))
    let tracks = (0..<40).map { URLTrack(url: server.url("/\($0).m4a")) }
    for track in tracks { _ = try await inspector.inspect(track) }
    let requests = server.requests.count
    _ = try await inspector.inspect(tracks[10])
    #expect(server.requests.count == requests)
    _ = try await inspector.inspect(tracks[0])
    #expect(server.requests.count > requests)
  }

  @Test("with a picture of 30 MB is read without it, and so is the text after it")
  func largePicture() async throws {
    let picture = TagMaker.png(count: 30_000_000)
    let tag = TagMaker.id3([
      TagMaker.text("TIT2", "Before"), TagMaker.picture(picture), TagMaker.text("TALB", "Behind"),
    ])
    let server = try serve(Data(tag + (try TagMaker.audio())))
    let found = try await inspector.inspect(MediaSource(.remote(server.url("/a.mp3"))))
    #expect(found.metadata.title == "Before")
    #expect(found.metadata.album == "Behind")
    #expect(found.codec == "mp3")
    let cover = try #require(found.pictures.first)
    #expect((cover.byteCount, cover.width, cover.height) == (30_000_000, 640, 480))
    #expect(server.requests.count <= 10)
    #expect(server.bytesSent <= 2 << 20)
  }

  @Test("without range requests is read within its beginning")
  func withoutParts() async throws {
    let body = try TagFixture.data("id3v24.mp3") + Data(count: 8 << 20)
    let server = try LoopbackServer { _ in .whole(body) }
    let found = try await inspector.inspect(MediaSource(.remote(server.url("/a.mp3"))))
    #expect(found.metadata.title == "Früh am Morgen – 朝")
    #expect(server.requests.count == 1)
  }

  @Test("without range requests, its index after the audio, is refused because of the cost")
  func indexOutOfReach() async throws {
    let body = try Self.withIndexBehind(20 << 20)
    let server = try LoopbackServer { _ in .whole(body) }
    let source = MediaSource(.remote(server.url("/a.m4a")))
    #expect(await inspector.failure(source)?.code == .inspectionRefused)
    #expect(server.requests.count == 1)
  }

  @Test("that is live, a list, or HLS, is refused")
  func refused() async throws {
    let audio = try TagFixture.data("id3v24.mp3")
    let live = try LoopbackServer { _ in
      .init(headers: ["icy-name": "Station", "icy-br": "128"], body: audio, hasNoLength: true)
    }
    let hls = try LoopbackServer { _ in
      .whole(Data("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n".utf8))
    }
    let list = try LoopbackServer { _ in .whole(Data("#EXTM3U\nhttp://127.0.0.1:1/a.mp3\n".utf8)) }
    for server in [live, hls, list] {
      let failure = await inspector.failure(MediaSource(.remote(server.url("/a"))))
      #expect(failure?.code == .inspectionRefused)
      #expect(server.requests.count == 1)
    }
  }

  @Test("is not requested if its source forbids that")
  func forbidden() async throws {
    let server = try serve(try TagFixture.data("id3v24.mp3"))
    var source = MediaSource(.remote(server.url("/a")))
    source.allowsInspection = false
    #expect(await inspector.failure(source)?.code == .inspectionRefused)
    #expect(server.connectionsTaken == 0)
  }

  @Test("that is missing, or too slow, fails like playback")
  func failures() async throws {
    let missing = try LoopbackServer { _ in .status(404) }
    #expect(
      await inspector.failure(MediaSource(.remote(missing.url("/a"))))?.code == .notFound
    )
    let silent = try LoopbackServer { _ in .init(isSilent: true) }
    let hasty = MediaInspector(.init(longestInspection: .milliseconds(100)))
    #expect(await hasty.failure(MediaSource(.remote(silent.url("/a"))))?.code == .timedOut)
  }

  @Test("is abandoned when the task is cancelled, and others are read")
  func cancelled() async throws {
    let silent = try LoopbackServer { _ in .init(isSilent: true) }
    let inspector = MediaInspector(.init(concurrency: 1))
    let tasks = (0..<3).map { _ in
      Task { await inspector.failure(MediaSource(.remote(silent.url("/a")))) }
    }
    try await eventually("asked") { silent.connectionsTaken == 1 }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value?.code == .interrupted) }
    let found = try await inspector.inspect(path: TagFixture.path("id3v24.mp3"))
    #expect(found.metadata.trackNumber == 3)
  }
}
