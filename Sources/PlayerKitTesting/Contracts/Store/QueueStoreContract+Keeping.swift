import Foundation
import PlayerKit

extension QueueStoreContract {
  static let keeping: [Check] = [
    Check("Where nothing has been kept, nothing is restored") { fixture in
      let store = try await fixture.makeStore()
      try fixture.expect(try await store.restore() == nil, "something was restored")
      let other = try await fixture.reopen(store)
      try fixture.expect(try await other.restore() == nil, "something was restored")
    },
    Check("A queue is given back as it was, also by another store") { fixture in
      let queue = try fullQueue()
      let store = try await fixture.makeStore(keeping: queue)
      try await fixture.expectKept(queue, by: store)
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("An empty queue is one, too") { fixture in
      let queue = SampleQueue(count: 0)
      let store = try await fixture.makeStore(keeping: queue)
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("A whole queue takes the place of the one before") { fixture in
      let store = try await fixture.makeStore()
      try await store.write(SampleQueue(count: 20, isShuffled: true).complete)
      let queue = SampleQueue(entries: [SampleQueue.entry(3, "other"), SampleQueue.entry(40)])
      try await store.write(queue.complete)
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("Ten thousand entries keep their order") { fixture in
      let queue = SampleQueue(count: 10_000, isShuffled: true)
      let store = try await fixture.makeStore(keeping: queue)
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
  ]

  private static func fullDetails() throws -> TrackDetails {
    var details = TrackDetails()
    details.albumArtist = "Various"
    details.artists = ["A", "Ä\u{0}"]
    details.composers = ["C"]
    details.genres = [""]
    details.date = "1999-12"
    details.trackCount = 12
    details.discCount = -2
    details.isExplicit = false
    details.isrc = "DEAB12345678"
    details.musicBrainz = MusicBrainzIDs(recording: "r", artists: ["x"])
    details.comment = "two\nlines"
    details.page = URL(string: "https://service.example/track/1")
    details.attribution = "by \"the service\""
    details.artwork = Artwork(Artwork.Key(source: "file", id: "/a b.flac"))
    details.chapters = [
      Chapter(title: "one", start: .zero, end: .seconds(1) / 3),
      Chapter(
        start: .seconds(60),
        link: URL(string: "https://a.example/"),
        artwork: Artwork(template: "https://a.example/{w}.jpg", largest: 600)
      ),
    ]
    return details
  }

  /// Returns a queue that uses every feature.
  private static func fullQueue() throws -> SampleQueue {
    let section = QueueSection(id: "list 1", title: "Étude")
    let entries = [
      StoredEntry(
        id: 7,
        track: StoredTrack(
          type: "some.type",
          id: "a \"quoted\"\n‘id’",
          metadata: TrackMetadata(
            title: "標題\u{0}",
            artist: "Ärtist",
            album: "",
            duration: .milliseconds(1_234_567),
            albumID: "al\u{0}bum",
            discNumber: -1,
            trackNumber: .max,
            details: try fullDetails()
          ),
          data: Data([0, 255, 10, 13, 128])
        ),
        clip: try Clip(from: .seconds(1) / 3, to: .nanoseconds(7_000_000_001)),
        section: section,
        userInfo: ["key": "value\n", "": "🎵"],
        found: StoredFinding(
          metadata: TrackMetadata(
            title: "found\u{0}",
            duration: .nanoseconds(7),
            details: try fullDetails()
          ),
          lacksPictures: true
        )
      ),
      StoredEntry(
        id: UInt64(Int64.max),
        track: StoredTrack(type: "", id: "", metadata: TrackMetadata(), data: Data()),
        clip: try Clip(from: .seconds(5)),
        section: QueueSection(id: "", title: nil)
      ),
      SampleQueue.entry(2),
    ]
    var queue = SampleQueue(entries: entries, isShuffled: true)
    queue.state.current = 2
    queue.state.isAtEnd = true
    queue.state.position = .nanoseconds(83_000_000_001)
    queue.state.repeatMode = .all
    queue.state.upNext = [7, 2]
    _ = queue.play(entries[0], keeping: 5)
    _ = queue.play(SampleQueue.entry(99, "gone"), keeping: 5)
    return queue
  }
}
