import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The registry of stored tracks", .tags(.pure))
struct TrackRegistryTests {
  private struct Tune: StorableTrack, Hashable {
    static var storedType: String { "test.tune" }

    let id: String
    var metadata = TrackMetadata(title: "Tune", duration: .seconds(3))
    var playerTypes: [PlayerType] { [.url] }

    private enum CodingKeys: String, CodingKey {
      case id, metadata
    }
  }

  private struct Unwilling: StorableTrack {
    struct Refusal: Error {}

    static var storedType: String { "test.unwilling" }

    let id = "unwilling"
    let metadata = TrackMetadata()
    var playerTypes: [PlayerType] { [.url] }

    init() {}

    init(from decoder: any Decoder) throws { throw Refusal() }

    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test("restores a track")
  func roundTrip() throws {
    var registry = TrackRegistry()
    registry.add(Tune.self)
    let tune = Tune(id: "a")
    let stored = try registry.encode(tune)
    #expect(stored.type == "test.tune")
    #expect(stored.metadata == tune.metadata)
    #expect(registry.decode(stored) as? Tune == tune)
  }

  @Test("turns a track of an unknown type into an unplayable one, and loses no data")
  func unknownType() throws {
    let stored = try TrackRegistry().encode(Tune(id: "a"))
    let track = TrackRegistry().decode(stored)
    #expect(track is UnknownTrack)
    #expect(track.id == "a")
    #expect(track.metadata.title == "Tune")
    #expect(track.playerTypes.isEmpty)
    #expect(try TrackRegistry().encode(track) == stored)
    var registry = TrackRegistry()
    registry.add(Tune.self)
    #expect(registry.decode(try TrackRegistry().encode(track)) as? Tune == Tune(id: "a"))
  }

  @Test(
    "turns a track that its type can't read into an unplayable one",
    arguments: ["", "{}", "[1,2", "null", "{\"id\":7}", "\u{0}"]
  )
  func unreadableBytes(json: String) throws {
    var registry = TrackRegistry()
    registry.add(Tune.self)
    let stored = StoredTrack(
      type: "test.tune",
      id: "x",
      metadata: TrackMetadata(title: "X"),
      data: Data(json.utf8)
    )
    let track = registry.decode(stored)
    #expect(track is UnknownTrack)
    #expect(try registry.encode(track) == stored)
  }

  @Test("calls the app's closure, and treats a refusal as an unknown type")
  func closure() throws {
    struct NotNow: Error {}
    var registry = TrackRegistry()
    registry.add(Tune.self) { stored in
      guard stored.id == "good" else { throw NotNow() }
      return Tune(id: "made of \(stored.id)")
    }
    #expect(registry.decode(try registry.encode(Tune(id: "good"))).id == "made of good")
    #expect(registry.decode(try registry.encode(Tune(id: "bad"))) is UnknownTrack)
  }

  @Test("reads a type under an earlier name, and writes it with its present one")
  func earlierName() throws {
    var registry = TrackRegistry()
    registry.add(Tune.self)
    let stored = try registry.encode(Tune(id: "a"))
    func renamed(_ name: String) -> StoredTrack {
      StoredTrack(type: name, id: stored.id, metadata: stored.metadata, data: stored.data)
    }
    registry.add(Tune.self, storedAs: "test.song")
    registry.add(Tune.self, storedAs: "test.melody") { Tune(id: "made of \($0.id)") }
    #expect(registry.types.isSuperset(of: ["test.tune", "test.song", "test.melody"]))
    #expect(registry.decode(renamed("test.song")) as? Tune == Tune(id: "a"))
    #expect(registry.decode(renamed("test.melody")).id == "made of a")
    #expect(try registry.encode(registry.decode(renamed("test.song"))) == stored)
    #expect(registry.decode(stored) as? Tune == Tune(id: "a"))
  }

  @Test(
    "names the type of an unplayable stored track in the error",
    arguments: [false, true]
  )
  func errorOfUnknownType(isRegistered: Bool) async throws {
    var registry = TrackRegistry()
    if isRegistered { registry.add(Tune.self) }
    let stored = StoredTrack(
      type: "test.tune",
      id: "x",
      metadata: TrackMetadata(title: "X"),
      data: Data()
    )
    let fixture = try QueueFixture([])
    fixture.queue.append([registry.decode(stored)])
    let observer = RecordingObserver(of: fixture.queue)
    fixture.begin()
    await fixture.queue.events.delivered()
    let error = try #require(observer.events.failures.first?.error)
    #expect(error.code == .noPlayer)
    #expect(error.message.contains("test.tune"))
    #expect(error.message.contains("not registered") == !isRegistered)
  }

  @Test("refuses a track that does not support storage, and one that throws")
  func notStorable() {
    for track: any Track in [UnstorableTrack(), Unwilling()] {
      #expect {
        try TrackRegistry().encode(track)
      } throws: { error in
        (error as? QueueStoreError)?.code == .notStorable
      }
    }
  }
}

/// A track that does not support storage.
struct UnstorableTrack: Track {
  let id = "unstorable"
  let metadata = TrackMetadata()
  let playerTypes = [PlayerType.url]
}

@Suite("A stored URL track", .tags(.pure))
struct StoredURLTrackTests {
  static let tracks: [URLTrack] = [
    URLTrack(path: "/music/a b.flac"),
    URLTrack(path: "/ä.mp3", metadata: TrackMetadata(title: "T", artist: "A")),
    URLTrack(item: "https://example.com/a.mp3?x=1#y"),
    URLTrack(item: "file:///music/a%20b.flac"),
    URLTrack(item: "http://"),
    URLTrack(item: "gopher://example.com/a"),
    URLTrack(item: ""),
  ]

  @Test("is restored", arguments: tracks)
  func roundTrip(track: URLTrack) throws {
    let registry = TrackRegistry()
    let stored = try registry.encode(track)
    #expect(registry.decode(stored) as? URLTrack == track)
    #expect(stored.id == track.id)
  }

  @Test("of a file is found from any folder, and keeps its name")
  func relativePaths() throws {
    let registry = TrackRegistry()
    for path in ["a/b.mp3", "no scheme://x"] {
      let track = URLTrack(path: path, metadata: TrackMetadata(title: "T"))
      let restored = try #require(registry.decode(try registry.encode(track)) as? URLTrack)
      #expect(restored.id == path)
      #expect(restored.metadata == track.metadata)
      guard case .file(let place) = try restored.mediaSource().location else {
        Issue.record("The restored track is no file.")
        continue
      }
      #expect(place == URL(fileURLWithPath: path).path)
      #expect(place.hasPrefix("/"))
    }
  }

  @Test("made of a URL is restored, too")
  func roundTripOfURLs() throws {
    for text in ["https://example.com/a.mp3?b=c", "file:///a%20b.mp3", "mailto:somebody"] {
      let url = try #require(URL(string: text))
      let track = URLTrack(url: url, metadata: TrackMetadata(title: "T"))
      let registry = TrackRegistry()
      #expect(registry.decode(try registry.encode(track)) as? URLTrack == track)
    }
  }

  @Test("contains no user name and no password")
  func secrets() throws {
    for item in ["https://user:secret@example.com/a@b", "http://user:secret@", "ftp://secret@h/"] {
      let stored = try TrackRegistry().encode(URLTrack(item: item))
      let text = try #require(String(bytes: stored.data, encoding: .utf8))
      #expect(!text.contains("secret"))
      #expect(!stored.id.contains("secret"))
      #expect(TrackRegistry().decode(stored) is URLTrack)
    }
  }

  @Test("keeps its position on its album")
  func albumPlace() throws {
    let metadata = TrackMetadata(
      title: "t",
      album: "b",
      albumID: "x",
      discNumber: 1,
      trackNumber: 2
    )
    let json = try JSONEncoder().encode(metadata)
    #expect(try JSONDecoder().decode(TrackMetadata.self, from: json) == metadata)
    let early = Data(#"{"title":"t"}"#.utf8)
    #expect(try JSONDecoder().decode(TrackMetadata.self, from: early).trackNumber == nil)
  }
}
