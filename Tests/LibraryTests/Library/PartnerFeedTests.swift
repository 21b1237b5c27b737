#if SQLite
  import Foundation
  import PlayerKitLibrary
  import TestSupport
  import Testing

  private let recorded = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
    $0 + "/dumps/synthetic_epf_song"
  }

  @Suite("The Enterprise Partner Feed", .tags(.local))
  struct PartnerFeedTests {
    private let bench = LibraryBench()
    private static let names = [
      "export_date", "song_id", "name", "title_version", "artist_display_name", "track_length",
    ]

    private func record(_ fields: String...) -> String {
      fields.joined(separator: "\u{1}") + "\u{2}\n"
    }

    private func song(_ id: Int, _ title: String, version: String = "") -> String {
      record("1700000000000", "\(id)", title, version, "The Example Band", "213400")
    }

    /// A table in the format of the feed.
    private func table(_ songs: String..., mode: String = "FULL", end: String?) -> String {
      "#" + Self.names.joined(separator: "\u{1}") + "\u{2}\n" + "#primaryKey:song_id\u{2}\n"
        + "#dbTypes:BIGINT\u{1}INTEGER\u{2}\n" + "#exportMode:\(mode)\u{2}\n"
        + "##legal: nobody's\u{2}\n" + songs.joined()
        + (end.map { "#recordsWritten:\($0)\u{2}\n" } ?? "")
    }

    private func titles(_ text: String) throws -> [String] {
      try LibraryIndex(path: bench.path).songs(matching: text).map(\.title)
    }

    private func code(_ body: () throws -> Void) -> LibraryError.Code? {
      do { try body() } catch { return (error as? LibraryError)?.code }
      return nil
    }

    @Test("a table with line ends and separators within fields is read completely")
    func relational() throws {
      defer { bench.scratch.remove() }
      let text = table(
        song(1, "Two\nLines \u{2} and\ttabs"),
        song(2, "Opening Night", version: "Live"),
        song(3, "Dawn (Live)", version: "Live"),
        end: "3"
      )
      let source = try bench.write(text, to: "song")
      #expect(source.format == .partnerFeed)
      #expect(try bench.take(source) == .init(songs: 3, unreadable: 0, resumed: 0))
      #expect(try titles("lines") == ["Two\nLines \u{2} and\ttabs"])
      let index = try LibraryIndex(path: bench.path)
      let live = try #require(try index.song(appleMusicID: "2"))
      #expect(live.title == "Opening Night (Live)" && live.duration == .milliseconds(213_400))
      #expect(try index.song(appleMusicID: "3")?.title == "Dawn (Live)")
    }

    @Test(
      "a feed that is less complete than it claims is refused, and the library stays unchanged",
      arguments: [nil, "4", "2", "three"]
    )
    func cutShort(end: String?) throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(table(song(9, "Before"), end: "1"), to: "old"))
      let text = table(song(1, "First"), song(2, "Second"), song(3, "Third"), end: end)
      let source = try bench.write(text, to: "song")
      #expect(code { try bench.take(source) } == .cutShort)
      // It is refused a second time, too.
      #expect(code { try bench.take(source) } == .cutShort)
      #expect(try titles("before") == ["Before"] && titles("first").isEmpty)
      let left = try FileManager.default.contentsOfDirectory(atPath: bench.scratch.url.path)
      #expect(!left.contains { $0.hasSuffix(".building") || $0.hasSuffix(".new") })
    }

    @Test("a dump that ends within a record is refused")
    func cutWithin() throws {
      defer { bench.scratch.remove() }
      let text = table(song(1, "First"), song(2, "Second"), end: "2")
      let cut = try bench.write(String(text.dropLast(40)), to: "song")
      #expect(code { try bench.take(cut) } == .cutShort)
    }

    @Test("malformed records, and one of 10 MB, are counted and skipped")
    func odd() throws {
      defer { bench.scratch.remove() }
      let text = table(
        song(1, "First"),
        record("1", "2"),
        song(3, String(repeating: "x\n", count: 5_000_000)),
        record("1700000000000", "no number", "Title", "", "Artist", "1"),
        song(5, "Extra\u{1}field"),
        song(6, "Last"),
        end: "6"
      )
      let report = try bench.take(bench.write(text, to: "song"))
      #expect(report == .init(songs: 2, unreadable: 4, resumed: 0))
      #expect(try titles("last") == ["Last"])
    }

    @Test("a stopped import resumes, and still knows the description of the dump")
    func resumes() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(table(song(1, "Old"), song(2, "Stays"), end: "2"), to: "old"))
      let songs = (0..<3_000).map { song(1_000 + $0, "Title \($0)") }.joined()
      let text = table(song(1, "New"), songs, mode: "INCREMENTAL", end: "3001")
      let source = try bench.write(text, to: "song")
      let importer = bench.importer
      #expect(throws: CancellationError.self) { try importer.run(source) { _ in false } }
      let report = try importer.run(source)
      #expect(report.resumed == 2_000 && report.songs == 3_001)
      #expect(try titles("stays") == ["Stays"] && titles("old").isEmpty && titles("new") == ["New"])
      // If it stopped after the last record, it knows the count, too.
      let again = try bench.write(text + "##end\u{2}\n", to: "again")
      #expect(throws: CancellationError.self) { try importer.run(again) { $0 < 3_001 } }
      #expect(try importer.run(again).resumed == 3_001)
    }

    @Test("a country's flat form is imported, and replaces the relational one")
    func flat() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(table(song(1, "Before"), end: "1"), to: "song"))
      let text = """
        #song_id\tname\tartist_name\tcollection_name\ttrack_length\tisrc
        ##legal: nobody's
        700000001\tOpening Night\tThe Example Band\tFirst\t213400\tUSXX12100001
        700000002\ttoo few
        700000003\tDawn\tThe Example Band\t\t\t

        """
      let source = try bench.write(
        text.replacingOccurrences(of: "\n", with: "\r\n"),
        to: "song-usa"
      )
      #expect(source.format == .partnerFeedFlat)
      #expect(try bench.take(source) == .init(songs: 2, unreadable: 1, resumed: 0))
      let index = try LibraryIndex(path: bench.path)
      let song = try #require(try index.songs(isrc: "USXX12100001").first)
      #expect(song.album == "First" && song.appleMusicID == "700000001")
      #expect(try index.count() == 2)
      let short = try bench.write(text + "#recordsWritten:4\n", to: "short")
      #expect(code { try bench.take(short) } == .cutShort)
    }

    @Test("tables next to the songs supply codes and albums, and must be complete, too")
    func joins() throws {
      defer { bench.scratch.remove() }
      func write(_ table: String, _ names: String, _ records: String, end: Int) throws {
        let text = "#" + names.replacing(",", with: "\u{1}") + "\u{2}\n" + records
        let data = Data((text + "#recordsWritten:\(end)\u{2}\n").utf8)
        try data.write(to: URL(fileURLWithPath: bench.scratch.path(table)))
      }
      let codes = record("0", "1", "us-xx1-21-00001") + record("0", "1", "USXX12100009")
      try write("song_match", "export_date,song_id,isrc", codes + record("0", "2", "none"), end: 3)
      let places = record("0", "80", "1") + record("0", "81", "2") + record("0", "82", "3")
      try write("collection_song", "export_date,collection_id,song_id", places, end: 3)
      let albums = record("0", "80", "First\nAlbum") + record("0", "81", "Second")
      try write("collection", "export_date,collection_id,name", albums, end: 2)
      let text = table(song(1, "One"), song(2, "Two"), song(3, "Three"), end: "3")
      let source = try bench.write(text, to: "song")
      try bench.take(source)
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.songs(isrc: "USXX12100001").map(\.album) == ["First\nAlbum"])
      #expect(try index.songs(isrc: "USXX12100009").isEmpty)
      #expect(try index.songs(matching: "second two").map(\.isrc) == [nil])
      #expect(try index.song(appleMusicID: "3")?.album == nil)
      try write("collection", "export_date,collection_id,name", albums, end: 3)
      #expect(code { try bench.take(source) } == .cutShort)
      #expect(try index.count() == 3)
    }

    @Test("other tables of the feed are not mistaken for songs")
    func other() throws {
      defer { bench.scratch.remove() }
      let text = "#export_date\u{1}genre_id\u{1}parent_id\u{1}name\u{2}\n"
      #expect(code { _ = try bench.write(text, to: "genre") } == .unreadable)
      #expect(code { _ = try bench.write("#a comment\n", to: "text") } == .unreadable)
    }

    @Test(
      "a sample in the documented format is imported",
      .enabled(if: recorded != nil, "needs PLAYERKIT_RECORDED_MORE")
    )
    func sample() throws {
      defer { bench.scratch.remove() }
      let report = try bench.take(LibrarySource(path: try #require(recorded)))
      #expect(report == .init(songs: 2, unreadable: 0, resumed: 0))
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.song(appleMusicID: "700000002")?.title == "Two\nLines – é")
    }
  }
#endif
