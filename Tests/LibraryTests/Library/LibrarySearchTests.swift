#if SQLite
  import Foundation
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("A user's own catalog", .tags(.local))
  struct LibrarySearchTests {
    private let bench = LibraryBench()

    private func titles(_ text: String, _ index: LibraryIndex) throws -> [String] {
      try index.songs(matching: text).map(\.title)
    }

    @Test(
      "is searched as people type: any order, no accents, prefixes of words, exact titles first"
    )
    func searches() throws {
      defer { bench.scratch.remove() }
      let report = try bench.take(bench.write(bench.usual))
      #expect(report == .init(songs: 4, unreadable: 0, resumed: 0))
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.count() == 4)
      #expect(try titles("yesterday", index) == ["Yesterday", "Yesterday Once More"])
      #expect(try titles("beatles yesterday", index) == ["Yesterday"])
      #expect(try titles("YESTER", index).count == 2)
      #expect(try titles("bjork joga", index) == ["Jóga"])
      #expect(try titles("Björk", index) == ["Jóga"])
      #expect(try titles("homogenic", index) == ["Jóga"])
      #expect(try titles("goodbye", index) == ["Hello, \"Goodbye\"\nagain"])
      #expect(try titles("nothing of the kind", index) == [])
      for odd in ["", "  ", "\"", "*", "a AND", "NEAR(", "-", "(", "'; DROP TABLE song; --"] {
        _ = try titles(odd, index)
      }
      #expect(
        try index.songs(matching: "yesterday", limit: 1, offset: 1).map(\.title) == [
          "Yesterday Once More"
        ]
      )
    }

    @Test(
      "a word of four letters may have one typing mistake, one of eight letters two",
      arguments: [
        "hepl beatles", "jogq", "yestrdqy", "homegenix",
        "yesterdya", "yesteday", "yestterday", "yesterdaz beatles", "beetles yesterday",
        "homogenik",
      ]
    )
    func corrects(text: String) throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let index = try LibraryIndex(path: bench.path)
      #expect(try !index.songs(matching: text).isEmpty)
    }

    @Test("songs are looked up by their ids, in any spelling")
    func looksUp() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let feed = """
        {"id":"700000001","nameDefault":"Opening Night","isrc":"us-xx1-21-00001","durationInMillis":213400,"primaryArtists":[{"id":"1","name":"The Example Band"},{"id":"2","name":"Guest"}]}
        {"id":"x","nameDefault":"no id","primaryArtists":[{"name":"A"}]}
        {"id":"700000002","nameDefault":"Cut

        """
      let report = try bench.take(bench.write(feed, to: "feed.jsonl"))
      #expect(report.songs == 1 && report.unreadable == 2)
      let index = try LibraryIndex(path: bench.path)
      // The other dump's songs stay.
      #expect(try index.count() == 5)
      let song = try #require(try index.songs(isrc: "USXX12100001").first)
      #expect(song.artist == "The Example Band, Guest")
      #expect(song.duration == .milliseconds(213_400))
      #expect(try index.song(appleMusicID: "700000001") == song)
      #expect(try index.songs(musicBrainzID: bench.id(2).uppercased()).map(\.title) == ["Jóga"])
      #expect(try index.songs(musicBrainzID: "x").isEmpty)
      #expect(try index.songs(isrc: "x").isEmpty)
      #expect(try index.song(appleMusicID: "x") == nil)
    }

    @Test("an import replaces the earlier one of its kind, and only its owner can read it")
    func replaces() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let before = try LibraryIndex(path: bench.path)
      let other = LibraryBench.header + bench.record(7, "Only", "One", "", score: 1)
      try bench.take(bench.write(other))
      #expect(try LibraryIndex(path: bench.path).songs(matching: "only one").map(\.album) == [nil])
      #expect(try LibraryIndex(path: bench.path).count() == 1)
      // A reader that had it open still sees the earlier songs.
      #expect(try before.count() == 4)
      #expect(try bench.scratch.mode(of: "library.sqlite") == 0o600)
      let left = try FileManager.default.contentsOfDirectory(atPath: bench.scratch.url.path)
      #expect(!left.contains { $0.hasSuffix(".building") || $0.hasSuffix(".new") })
    }
  }
#endif
