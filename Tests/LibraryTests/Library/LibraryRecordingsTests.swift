#if SQLite
  import Foundation
  import PlayerKitServices
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("A library as an index of recordings", .tags(.local))
  struct LibraryRecordingsTests {
    private let bench = LibraryBench()

    @Test("finds by ISRC Apple Music's song, and by id MusicBrainz's recordings")
    func answers() async throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let feed = """
        {"id":"700000001","nameDefault":"Opening Night","isrc":"us-xx1-21-00001","durationInMillis":213400,"primaryArtists":[{"id":"1","name":"The Example Band"}]}

        """
      try bench.take(bench.write(feed, to: "feed.jsonl"))
      let index = try LibraryIndex(path: bench.path)
      #expect(index.service == .library)
      let song = try #require(try await index.knownRecordings(isrc: "USXX12100001").first)
      #expect(song.items == ["apple:700000001"] && song.isrcs == ["USXX12100001"])
      #expect(song.duration == .milliseconds(213_400) && song.musicBrainzID == nil)
      let other = try await index.knownRecordings(musicBrainzID: bench.id(2).uppercased())
      #expect(other.map(\.title) == ["Jóga"] && other.first?.musicBrainzID == bench.id(2))
      #expect(other.first?.items == [])
      #expect(try await index.knownRecordings(isrc: "x").isEmpty)
      #expect(try await index.knownRecordings(musicBrainzID: "x").isEmpty)
      let wanted = Recording(
        title: "Opening Night",
        artists: ["The Example Band"],
        isrc: "USXX12100001"
      )
      let answer = try await RecordingLookup([index]).answer(for: wanted)
      #expect(answer.recording?.items == ["apple:700000001"] && answer.service == .library)
    }
  }
#endif
