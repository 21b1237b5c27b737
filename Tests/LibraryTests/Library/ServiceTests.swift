#if SQLite
  import Foundation
  import PlayerKitServices
  import PlayerKit
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("A library as a service", .tags(.local), .timeLimit(.minutes(3)))
  struct ServiceTests {
    private let bench: FolderBench
    private let dumps = LibraryBench()

    init() throws { bench = try FolderBench() }

    private func entries(_ term: String, _ service: LibraryService) async throws -> [CatalogEntry] {
      try await service.catalog.search(term, for: .song, limit: 10).entries
    }

    private func path(_ source: MediaSource) -> String? {
      if case .file(let path) = source.location { path } else { nil }
    }

    @Test("a remote control can add search results, and learns no path")
    func names() async throws {
      defer { bench.scratch.remove() }
      defer { dumps.scratch.remove() }
      try bench.write("Opening Night", artist: "The Example Band", to: "secret folder/one.mp3")
      try await bench.folders.add(bench.music)
      _ = try LibraryImporter(path: bench.library).run(dumps.write(dumps.usual))
      let service = LibraryService(path: bench.library)
      let reader = RemoteItemReader(services: MusicServices([service]))
      let file = try #require(try await entries("opening", service).first)
      let item = try #require(file.item)
      #expect(item.hasPrefix("library:file:") && !item.contains("one") && !item.contains("secret"))
      #expect(!file.link.id.contains("secret"))
      let track = try #require(try await reader.items(for: item).first?.track as? URLTrack)
      #expect(track.id.hasSuffix("/music/secret folder/one.mp3"))
      #expect(
        track.metadata.title == "Opening Night" && track.metadata.artist == "The Example Band"
      )
      let other = try #require(try await entries("homogenic", service).first?.item)
      #expect(other == "library:recording:" + dumps.id(2))
      let recording = try #require(try await reader.items(for: other).first?.track)
      #expect(recording.playerTypes == [.sameRecording])
      #expect(recording.metadata.details.musicBrainz?.recording == dumps.id(2))
    }

    @Test(
      "files that were not added can't be read",
      arguments: [
        "library:file:0000000000000000", "library:file:/etc/hostname", "library:/etc/hostname",
        "library:recording:x", "library:", "library:file:",
      ]
    )
    func refuses(item: String) async throws {
      defer { bench.scratch.remove() }
      try bench.write("Opening Night", to: "one.mp3")
      try await bench.folders.add(bench.music)
      let services = MusicServices([LibraryService(path: bench.library)])
      let reader = RemoteItemReader(services: services)
      await #expect(throws: PlayerError.self) { try await reader.items(for: item) }
    }

    @Test("a file replaces an unavailable track, and if it is gone, the next service is asked")
    func standsIn() async throws {
      defer { bench.scratch.remove() }
      let other = try FolderBench()
      defer { other.scratch.remove() }
      for bench in [bench, other] {
        try bench.write("Opening Night", artist: "The Example Band", to: "one.mp3")
        try await bench.folders.add(bench.music)
      }
      let services = [bench, other].map { LibraryService(path: $0.library) }
      let resolver = SameRecordingResolver(services: services)
      let track = RecordingTrack(
        TrackMetadata(title: "Opening Night", artist: "The Example Band")
      )
      let source = try await resolver.resolve(track)
      #expect(path(source) == bench.music + "/one.mp3")
      let findNext = try #require(source.replacement)
      let next = try await findNext()
      #expect(path(next) == other.music + "/one.mp3")
      #expect(next.replacement == nil)
    }

    @Test("a song known only by name plays from its file in the library")
    func ownFile() async throws {
      defer { bench.scratch.remove() }
      defer { dumps.scratch.remove() }
      try bench.write("Jóga", artist: "Björk", to: "one.mp3")
      try await bench.folders.add(bench.music)
      _ = try LibraryImporter(path: bench.library).run(dumps.write(dumps.usual))
      let service = LibraryService(path: bench.library)
      let reader = RemoteItemReader(services: MusicServices([service]))
      let items = try await reader.items(for: "library:recording:" + dumps.id(2))
      let track = try #require(items.first?.track)
      let source = try await SameRecordingResolver(services: [service]).resolve(track)
      #expect(path(source) == bench.music + "/one.mp3")
    }

    @Test("codes and ids are known without a request, and name the files that have them")
    func knows() async throws {
      defer { bench.scratch.remove() }
      defer { dumps.scratch.remove() }
      let service = LibraryService(path: bench.library)
      let services = MusicServices([service])
      #expect(services.recordingIndexes.isEmpty)
      let code = "USXX12100001"
      try bench.write("Opening Night", artist: "The Example Band", isrc: code, to: "one.mp3")
      try await bench.folders.add(bench.music)
      _ = try LibraryImporter(path: bench.library).run(dumps.write(dumps.usual))
      let index = try #require(services.recordingIndexes.first)
      let known = try #require(try await index.knownRecordings(isrc: "us-xx1-21-00001").first)
      #expect(known.title == "Opening Night" && known.isrcs == [code])
      let reader = RemoteItemReader(services: services)
      let item = try #require(known.items.first)
      let track = try await reader.items(for: item).first?.track as? URLTrack
      #expect(track?.id == bench.music + "/one.mp3")
      #expect(
        try await index.knownRecordings(musicBrainzID: dumps.id(2)).first?.musicBrainzID
          == dumps.id(2)
      )
      let entries = try await service.catalog.songs(isrc: code)
      #expect(entries.map(\.item) == [item] && entries.first?.isrc == code)
      #expect(try await service.catalog.songs(isrc: "no code").isEmpty)
    }

    @Test("removed songs are not found, and a new import and a first folder are noticed")
    func notices() async throws {
      defer { bench.scratch.remove() }
      defer { dumps.scratch.remove() }
      let service = LibraryService(path: bench.library)
      #expect(!service.isConfigured)
      await #expect(throws: CatalogError.self) { try await entries("a", service) }
      _ = try LibraryImporter(path: bench.library).run(dumps.write(dumps.usual))
      #expect(service.isConfigured)
      #expect(try await entries("beatles", service).count == 1)
      let next = LibraryBench.header + dumps.record(7, "Only", "One", "", score: 1)
      _ = try LibraryImporter(path: bench.library).run(dumps.write(next))
      #expect(try await entries("beatles", service).isEmpty)
      #expect(try await entries("only", service).count == 1)
      try bench.write("Opening Night", to: "one.mp3")
      try bench.write("Other", to: "two.mp3")
      try await bench.folders.add(bench.music)
      let found = try #require(try await entries("opening", service).first)
      try bench.delete("one.mp3")
      try await bench.folders.scan()
      await #expect(throws: PlayerError.self) { try await service.tracks(of: found.link) }
    }
  }
#endif
