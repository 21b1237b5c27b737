import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

@Suite("Inspected tracks", .tags(.local), .timeLimit(.minutes(3)))
struct TrackTests {
  private struct Song: Track {
    var id: String { "1" }
    var metadata: TrackMetadata { TrackMetadata(title: "Song") }
    var playerTypes: [PlayerType] { [PlayerType(rawValue: "service")] }
  }

  private struct Resolver: MediaResolver {
    let source: MediaSource
    var playerType: PlayerType { PlayerType(rawValue: "service") }
    func resolve(_ track: any Track) async throws -> MediaSource { source }
  }

  private let path = TagFixture.path("id3v24.mp3")

  @Test("are local, remote, or unknown to the inspector")
  func places() async throws {
    let inspector = MediaInspector()
    #expect(inspector.place(of: URLTrack(path: path)) == .local)
    #expect(inspector.place(of: URLTrack(item: "http://a.example/b.mp3")) == .remote)
    #expect(inspector.place(of: URLTrack(item: "http://a.example/b.m3u8")) == nil)
    #expect(inspector.place(of: URLTrack(item: "ftp://a.example/b.mp3")) == nil)
    #expect(inspector.place(of: Song()) == nil)
    let knowing = MediaInspector(resolvers: [Resolver(source: MediaSource(.file(path: path)))])
    #expect(knowing.place(of: Song()) == .remote)
  }

  @Test("return their media's metadata, directly or through a resolver")
  func inspected() async throws {
    let inspector = MediaInspector(resolvers: [Resolver(source: MediaSource(.file(path: path)))])
    #expect(try await inspector.inspect(URLTrack(path: path)).album == "The Album")
    #expect(try await inspector.inspect(Song()).album == "The Album")
    await #expect { try await MediaInspector().inspect(Song()) } throws: { error in
      (error as? PlayerError)?.code == .noPlayer && (error as? PlayerError)?.track?.id == "1"
    }
  }

  @Test("have lyrics from a file beside them, unless their own have times")
  func lyrics() async throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let words = "\u{FEFF}[la:de]\r\n[00:01.50]Eins\r\n[00:02.00]Zwei\r\n"
    for (name, fixture) in [("a", "id3v1.mp3"), ("b", "apev2.mp3"), ("c", "id3v24.mp3")] {
      try TagFixture.data(fixture).write(to: folder.url.appendingPathComponent(name + ".mp3"))
      try Data(words.utf8).write(to: folder.url.appendingPathComponent(name.uppercased() + ".LRC"))
    }
    let inspector = MediaInspector()
    func lyrics(_ name: String) async throws -> Lyrics? {
      let track = URLTrack(path: folder.path(name + ".mp3"))
      return try await inspector.lyrics(of: track, metadata: TrackMetadata())
    }
    #expect(try await lyrics("a")?.lines.first == .init(start: .milliseconds(1_500), text: "Eins"))
    #expect(try await lyrics("a")?.language == "de")
    #expect(try await lyrics("b")?.text == "Eins\nZwei")
    #expect(try await lyrics("c")?.text == "First line\nSecond line")
  }

  @Test("are inspected concurrently")
  func many() async throws {
    let inspector = MediaInspector()
    let titles = await withTaskGroup(of: String?.self) { group in
      for index in 0..<200 {
        let name = TagFixture.full[index % TagFixture.full.count]
        group.addTask {
          try? await inspector.inspect(URLTrack(path: TagFixture.path(name))).title
        }
      }
      return await group.reduce(into: 0) { count, title in count += title == nil ? 0 : 1 }
    }
    #expect(titles == 200)
  }
}
