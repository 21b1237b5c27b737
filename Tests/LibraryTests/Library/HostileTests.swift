#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("Hostile dumps and libraries", .tags(.local))
  struct HostileTests {
    private let bench = LibraryBench()

    private func code(_ body: () throws -> Void) -> LibraryError.Code? {
      do { try body() } catch { return (error as? LibraryError)?.code ?? .failed }
      return nil
    }

    private func put(_ data: Data, _ name: String) throws -> String {
      try data.write(to: URL(fileURLWithPath: bench.scratch.path(name)))
      return bench.scratch.path(name)
    }

    @Test("a library of a newer version is not overwritten")
    func newer() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let url = URL(fileURLWithPath: bench.path)
      var bytes = try Data(contentsOf: url)
      // The last byte of the version, in SQLite's head.
      bytes[63] = 99
      try bytes.write(to: url)
      let source = try bench.write(bench.usual)
      #expect(code { try bench.take(source) } == .newer)
      #expect(try Data(contentsOf: url) == bytes)
    }

    @Test(
      "an import without songs removes none",
      arguments: [LibraryBench.header, "<html>\n404\n", ""]
    )
    func nothing(text: String) throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let path = try put(Data(text.utf8), "none.csv")
      #expect(code { try bench.take(LibrarySource(.musicBrainz, path: path)) } == .cutShort)
      #expect(try LibraryIndex(path: bench.path).count() == 4)
    }

    @Test("a dump that ends within a record removes no song, and the complete one is imported")
    func cutShort() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let first = LibraryBench.header + bench.record(1, "First", "A", "B", score: 1)
      let whole = Data((first + bench.record(2, "Second, \"too\"é", "A", "B", score: 1)).utf8)
      // The last field is a number, so a part of it looks complete.
      for end in (first.utf8.count + 1)..<(whole.count - 2) {
        let path = try put(whole.prefix(end), "part.csv")
        #expect(code { try bench.take(LibrarySource(.musicBrainz, path: path)) } == .cutShort)
      }
      let line = #"{"id":"1","nameDefault":"One","primaryArtists":[{"name":"A"}]}"#
      for end in [line.utf8.count / 2, line.utf8.count - 1] {
        let path = try put(
          Data((line + "\n" + line).utf8).prefix(line.utf8.count + 1 + end),
          "part"
        )
        #expect(code { try bench.take(LibrarySource(.appleMusicFeed, path: path)) } == .cutShort)
      }
      let open = Data((first + "2,1,x,\"" + String(repeating: "x\n", count: 1_500_000)).utf8)
      let path = try put(open, "open.csv")
      #expect(code { try bench.take(LibrarySource(.musicBrainz, path: path)) } == .cutShort)
      #expect(try LibraryIndex(path: bench.path).count() == 4)
      #expect(try bench.take(LibrarySource(.musicBrainz, path: put(whole, "part.csv"))).songs == 2)
    }

    @Test("lines within a field that is too long are not records")
    func phantom() throws {
      defer { bench.scratch.remove() }
      let lines = (100..<30_000).map { bench.record($0, "Phantom", "A", "B", score: $0) }.joined()
      let text =
        LibraryBench.header + bench.record(1, "First", "A", "B", score: 1)
        + bench.record(2, lines, "A", "B", score: 2) + bench.record(3, "Last", "A", "B", score: 3)
      #expect(text.utf8.count > 3 << 20)
      let report = try bench.take(bench.write(text))
      #expect(report == .init(songs: 2, unreadable: 1, resumed: 0))
    }

    @Test("leftovers of an import that a crash interrupted do not block the next one")
    func damagedRest() throws {
      defer { bench.scratch.remove() }
      let rest = URL(fileURLWithPath: bench.path + ".building")
      let usual = try bench.write(bench.usual)
      for garbage in [
        Data("no database, and long enough for one".utf8), Data(count: 5_000), Data(),
      ] {
        try garbage.write(to: rest)
        #expect(code { try bench.take(usual) } == nil)
      }
      var importer = bench.importer
      importer.batch = 100
      let songs = (0..<3_000).map { bench.record($0, "Title \($0)", "A", "B", score: $0) }
      let source = try bench.write(LibraryBench.header + songs.joined(), to: "many.csv")
      for part in [0.1, 0.5, 0.9] {
        #expect(throws: CancellationError.self) { try importer.run(source) { $0 < 2_000 } }
        let bytes = try Data(contentsOf: rest)
        try bytes.prefix(Int(Double(bytes.count) * part)).write(to: rest)
        #expect(code { _ = try importer.run(source) } == nil)
        let index = try LibraryIndex(path: bench.path)
        #expect(try index.count() == 3_000)
        #expect(try index.songs(matching: "title", limit: 1_000).count == 1_000)
      }
    }

    @Test("a dump that is a pipe or a folder is reported, and not waited for")
    func noFile() throws {
      defer { bench.scratch.remove() }
      #expect(mkfifo(bench.scratch.path("pipe"), 0o600) == 0)
      for path in [bench.scratch.path("pipe"), bench.scratch.url.path] {
        #expect(code { _ = try LibrarySource(path: path) } == .unreadable)
        #expect(code { try bench.take(LibrarySource(.musicBrainz, path: path)) } == .unreadable)
      }
    }

    @Test("searches continue in the old library while it is replaced")
    func replaced() async throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let index = try LibraryIndex(path: bench.path)
      let other = LibraryBench.header + bench.record(1, "Only", "A", "B", score: 1)
      try bench.take(bench.write(other, to: "other.csv"))
      let counts = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<64 { group.addTask { (try? index.count()) ?? -1 } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(counts == [4])
      #expect(try LibraryIndex(path: bench.path).count() == 1)
    }

    @Test("randomly changed bytes cause only errors or other songs")
    func damaged() throws {
      defer { bench.scratch.remove() }
      let songs = (0..<400).map { bench.record($0, "Title \($0)", "Some One", "B", score: $0) }
      try bench.take(bench.write(LibraryBench.header + songs.joined()))
      let whole = try Data(contentsOf: URL(fileURLWithPath: bench.path))
      var generator = SeededGenerator(seed: 16)
      var failures = 0
      for _ in 0..<200 {
        var bytes = whole
        for _ in 0..<20 {
          let place = Int.random(in: 100..<bytes.count, using: &generator)
          bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        }
        try bytes.write(to: URL(fileURLWithPath: bench.path))
        do {
          let index = try LibraryIndex(path: bench.path)
          _ = try index.count()
          for text in ["title", "some one t", "title 3", "titlw 17"] {
            _ = try index.songs(matching: text, limit: 500)
          }
          _ = try index.songs(musicBrainzID: bench.id(7))
        } catch {
          failures += 1
        }
      }
      #expect(failures > 0)
    }
  }
#endif
