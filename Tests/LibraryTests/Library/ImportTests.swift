#if SQLite
  import Foundation
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("Importing a dump", .tags(.local))
  struct ImportTests {
    private let bench = LibraryBench()

    private func many(_ count: Int) -> String {
      LibraryBench.header
        + (0..<count).map {
          bench.record($0, "Title \($0)", "Artist \($0 % 100)", "Album", score: $0)
        }.joined()
    }

    @Test("an interrupted import resumes, and the old library works meanwhile")
    func resumes() throws {
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let source = try bench.write(many(5_000), to: "many.csv")
      let importer = bench.importer
      #expect(throws: CancellationError.self) { try importer.run(source) { $0 < 3_000 } }
      #expect(try LibraryIndex(path: bench.path).songs(matching: "beatles").count == 1)
      var first: Int?
      let report = try importer.run(source) { count in
        first = first ?? count
        return true
      }
      #expect(report.resumed == 4_000 && report.songs == 5_000 && report.unreadable == 0)
      #expect(first == 5_000)
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.count() == 5_000)
      #expect(try index.songs(matching: "title", limit: 2).map(\.title) == ["Title 0", "Title 1"])
    }

    @Test("another dump does not resume the import of the one before")
    func begins() throws {
      defer { bench.scratch.remove() }
      let importer = bench.importer
      let first = try bench.write(many(3_000), to: "first.csv")
      #expect(throws: CancellationError.self) { try importer.run(first) { _ in false } }
      let report = try importer.run(bench.write(many(10), to: "second.csv"))
      #expect(report == .init(songs: 10, unreadable: 0, resumed: 0))
      #expect(try LibraryIndex(path: bench.path).count() == 10)
    }

    @Test("of two concurrent imports the second is refused")
    func busy() throws {
      defer { bench.scratch.remove() }
      let source = try bench.write(many(3_000), to: "many.csv")
      let importer = bench.importer
      var codes: [LibraryError.Code?] = []
      _ = try importer.run(source) { _ in
        do { _ = try importer.run(source) } catch { codes.append((error as? LibraryError)?.code) }
        return true
      }
      #expect(!codes.isEmpty && codes.allSatisfy { $0 == .busy })
      #expect(try LibraryIndex(path: bench.path).count() == 3_000)
    }

    @Test("too long or malformed records are counted, and the others are imported")
    func odd() throws {
      defer { bench.scratch.remove() }
      let long = String(repeating: "x", count: 3_000_000)
      let text =
        LibraryBench.header + bench.record(1, "First", "A", "B", score: 1) + "too,few\n"
        + bench.record(2, long, "A", "B", score: 2) + bench.record(3, "Last", "A", "B", score: 3)
      let report = try bench.take(bench.write(text))
      #expect(report.songs == 2 && report.unreadable == 2)
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.songs(matching: "last").map(\.title) == ["Last"])
    }

    @Test("a quote within a field is a letter, and affects no other record")
    func quote() throws {
      defer { bench.scratch.remove() }
      let stray = bench.record(1, "A 12X disc", "A", "B", score: 1)
        .replacingOccurrences(of: "12X", with: "12\"")
      let text = LibraryBench.header + stray + bench.record(2, "Next", "A", "B", score: 2)
      #expect(try bench.take(bench.write(text)).songs == 2)
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.songs(matching: "disc").map(\.title) == ["A 12\" disc"])
    }

    @Test("a file that is neither dump nor library is reported, and stays unchanged")
    func refuses() throws {
      defer { bench.scratch.remove() }
      #expect { try bench.write("something else\n", to: "text") } throws: {
        ($0 as? LibraryError)?.code == .unreadable
      }
      #expect { try LibrarySource(path: bench.scratch.path("none")) } throws: {
        ($0 as? LibraryError)?.code == .unreadable
      }
      #expect { try LibraryIndex(path: bench.scratch.path("none")) } throws: {
        ($0 as? LibraryError)?.code == .unreadable
      }
      let text = Data("This is no library, and it is long enough not to be one.".utf8)
      try text.write(to: URL(fileURLWithPath: bench.path))
      #expect { try LibraryIndex(path: bench.path) } throws: {
        ($0 as? LibraryError)?.code == .notALibrary
      }
      let source = try bench.write(bench.usual)
      #expect(throws: LibraryError.self) { try bench.take(source) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: bench.path)) == text)
    }
  }
#endif
