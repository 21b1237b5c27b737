#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitInspection
  import PlayerKitLibrary
  import PlayerKitServices
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

    @Test("learns an artist's other name from a file and a dump of the same recording")
    func aliases() async throws {
      let bench = self.bench
      defer { bench.scratch.remove() }
      let dump =
        LibraryBench.header + bench.record(1, "Lantern", "Haru Mori", "Night", score: 1)
        + bench.record(2, "Boats", "The Lanterns", "Night", score: 2)
      try bench.take(bench.write(dump))
      let files = try FolderBench()
      defer { files.scratch.remove() }
      try files.write("灯", artist: "森ハル", to: "1.mp3")
      try files.write("Boats", artist: "Lanterns, The", to: "2.mp3")
      let inspector = IdentifyingInspector(ids: ["灯": bench.id(1), "Boats": bench.id(2)])
      let folders = LibraryFolders(library: bench.path, inspector: inspector)
      try await folders.add(files.music)
      let aliases = try LibraryIndex(path: bench.path).artistAliases()
      #expect(aliases == ArtistAliases([["Haru Mori", "森ハル"]]))
    }
  }

  /// The real inspector. It adds MusicBrainz ids by title.
  private struct IdentifyingInspector: MediaInspecting {
    private let inspector = MediaInspector()
    let ids: [String: String]

    init(ids: [String: String]) { self.ids = ids }

    func place(of track: any Track) -> InspectionPlace? { inspector.place(of: track) }

    func inspect(_ track: any Track) async throws -> TrackMetadata {
      var metadata = try await inspector.inspect(track)
      if let id = ids[metadata.title ?? ""] {
        metadata.details.musicBrainz = MusicBrainzIDs(recording: id)
      }
      return metadata
    }
  }
#endif
