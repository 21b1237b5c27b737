#if SQLite
  import Foundation
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("Failing imports", .tags(.local))
  struct ImportFailureTests {
    private let bench = LibraryBench()

    private func many(_ count: Int) -> String {
      LibraryBench.header
        + (0..<count).map {
          bench.record($0, "Title \($0)", "Artist \($0 % 100)", "Album", score: $0)
        }.joined()
    }

    @Test(
      "wherever the disk gets full, the old library works, and the import resumes later"
    )
    func full() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let source = try bench.write(many(6_000), to: "many.csv")
      var importer = bench.importer
      var failures = 0
      var report: LibraryImporter.Report?
      // Pages of 4 KiB: first while records are read, then while the new library is written.
      let room =
        stride(from: 10, to: 400, by: 15).map { ($0, 10) }
        + stride(from: 10, to: 1_000, by: 15).map { (1_000, $0) }
      for pages in room {
        importer.maximumPages = pages
        do {
          report = try importer.run(source)
          break
        } catch let error as LibraryError {
          #expect(error.code == .full, "\(pages)")
          failures += 1
        }
        #expect(try LibraryIndex(path: bench.path).songs(matching: "beatles").count == 1)
        let left = try FileManager.default.contentsOfDirectory(atPath: bench.scratch.url.path)
        #expect(!left.contains { $0.hasSuffix(".new") })
      }
      #expect(failures > 30)
      #expect(report == .init(songs: 6_000, unreadable: 0, resumed: 6_000))
      #expect(try LibraryIndex(path: bench.path).count() == 6_000)
      #expect(try LibraryIndex(path: bench.path).songs(matching: "artist 42 title 42").count >= 1)
    }

    @Test("rows that are not UTF-8 are counted and skipped, in each format")
    func undecodable() throws {
      defer { bench.scratch.remove() }
      let bad = Data([0xC3, 0x28])
      func broken(_ text: String) throws -> Data {
        let parts = text.components(separatedBy: "BAD")
        return parts.dropFirst().reduce(Data(parts[0].utf8)) { $0 + bad + Data($1.utf8) }
      }
      let csv =
        LibraryBench.header + bench.record(1, "First", "A", "B", score: 1)
        + bench.record(2, "BAD", "A", "B", score: 2) + bench.record(3, "Last", "A", "B", score: 3)
      let feed = """
        {"id":"1","nameDefault":"One","primaryArtists":[{"name":"A"}]}
        {"id":"2","nameDefault":"BAD","primaryArtists":[{"name":"A"}]}
        {"id":"3","nameDefault":"Two","primaryArtists":[{"name":"A"}]}
        {"id":"4","nameDefault":

        """
      let flat = "#song_id\tname\tartist_name\n1\tOne\tA\n2\tBAD\tA\n3\tTwo\tA\n"
      for (name, text, unreadable) in [("a.csv", csv, 1), ("b.jsonl", feed, 2), ("c", flat, 1)] {
        try broken(text).write(to: URL(fileURLWithPath: bench.scratch.path(name)))
        let report = try bench.take(LibrarySource(path: bench.scratch.path(name)))
        #expect(report == .init(songs: 2, unreadable: unreadable, resumed: 0), "\(name)")
      }
      #expect(try LibraryIndex(path: bench.path).count() == 6)
    }

    @Test("a dump that ends within a record, or has no songs, removes nothing")
    func cut() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let second = bench.record(2, "Second", "A", "B", score: 2)
      let cut = [
        bench.usual + "5,1,\(bench.id(9)),A,\(bench.id(8)),\"cut wi",
        bench.usual + second.dropLast(30), LibraryBench.header,
        LibraryBench.header + "5,1,\(bench.id(9))",
      ]
      for text in cut {
        #expect(throws: LibraryError.self) { try bench.take(bench.write(text, to: "cut.csv")) }
        #expect(throws: LibraryError.self) { try bench.take(bench.write(text, to: "cut.csv")) }
        #expect(try LibraryIndex(path: bench.path).count() == 4)
      }
      let end = second.dropLast()
      let whole = try bench.take(bench.write(LibraryBench.header + end, to: "cut.csv"))
      #expect(whole.songs == 1, "a dump that lacks only its last line end is complete")
    }

    @Test(
      "a compressed dump and a folder are reported as such",
      arguments: [
        ([0x1F, 0x8B, 8], "archive"), ([0x28, 0xB5, 0x2F, 0xFD], "archive"),
        (Array("PAR1".utf8), "Parquet"),
        (Array(repeating: 0x61, count: 257) + Array("ustar".utf8), "archive"), (nil, "folder"),
      ] as [([UInt8]?, String)]
    )
    func packed(bytes: [UInt8]?, word: String) throws {
      defer { bench.scratch.remove() }
      let path = bytes == nil ? bench.scratch.url.path : bench.scratch.path("packed")
      if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
      #expect {
        try LibrarySource(path: path)
      } throws: { error in
        let error = error as? LibraryError
        return error?.code == .unreadable
          && [word, path].allSatisfy { error?.message.contains($0) == true }
      }
    }

    @Test("of many concurrent imports some are refused, and the library stays intact")
    func several() async throws {
      defer { bench.scratch.remove() }
      let importer = bench.importer
      let sources = try (0..<6).map { try bench.write(many(2_500), to: "\($0).csv") }
      let codes = await withTaskGroup(of: LibraryError.Code?.self) { group in
        for source in sources {
          group.addTask {
            do { _ = try importer.run(source) } catch {
              return (error as? LibraryError)?.code ?? .failed
            }
            return nil
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.contains(nil) && codes.allSatisfy { $0 == nil || $0 == .busy })
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.count() == 2_500)
      #expect(try index.songs(matching: "title 2499").count == 1)
    }
  }
#endif
