#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitLibrary
  import PlayerKitSystem
  import TestSupport
  import Testing

  /// Queries as people type them, each with the song that they mean.
  @Suite("Relevance of a search", .tags(.local))
  struct LibraryRelevanceTests {
    /// A query, and the song that it means.
    private struct Label {
      let query: String
      let title: String
      let artist: String
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Relevance")

    private static func lines(_ name: String) throws -> [[String]] {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }

    /// Each line has a title, an artist, an album, and queries with `;` between them.
    private static func labels(_ half: String) throws -> [Label] {
      try lines(half).flatMap { fields in
        try #require(fields.count == 4, "\(fields)")
        return fields[3].split(separator: ";").map {
          Label(query: String($0), title: fields[0], artist: fields[1])
        }
      }
    }

    /// 5,000 songs: those of the queries, other versions of them, 1,400 known songs, and invented
    /// songs with titles as usual in several languages.
    private static func records(_ bench: LibraryBench) throws -> String {
      let rows = try lines("rows.tsv").enumerated().map { number, fields in
        try #require(fields.count == 4, "\(fields)")
        let score = try #require(Int(fields[3]))
        return bench.record(number, fields[0], fields[1], fields[2], score: score)
      }
      #expect(rows.count == 5_000)
      return LibraryBench.header + rows.joined()
    }

    @Test(
      "the meant song is among the first three, and hardly any query finds nothing",
      arguments: [
        (half: "open.tsv", count: 290, least: 0.97, rank: 0.96),
        (half: "sealed.tsv", count: 340, least: 0.94, rank: 0.94),
      ]
    )
    func finds(half: String, least count: Int, inThree goal: Double, rank: Double) throws {
      let bench = LibraryBench()
      defer { bench.scratch.remove() }
      try bench.take(bench.write(Self.records(bench)))
      let index = try LibraryIndex(path: bench.path)
      let labels = try Self.labels(half)
      var (inThree, empty, reciprocal) = (0, 0, 0.0)
      var missed: [String] = []
      for label in labels {
        let songs = try index.songs(matching: label.query)
        let place = songs.firstIndex { $0.title == label.title && $0.artist == label.artist }
        reciprocal += place.map { 1 / Double($0 + 1) } ?? 0
        if songs.isEmpty { empty += 1 }
        if let place, place < 3 {
          inThree += 1
        } else {
          missed.append("\(label.query): \(songs.prefix(3).map(\.title))")
        }
      }
      let figure = Double(labels.count)
      print(
        "search, \(half): \(labels.count) queries, first three \(inThree), mean reciprocal rank",
        (reciprocal / figure * 1_000).rounded() / 1_000,
        "nothing \(empty)"
      )
      #expect(labels.count >= count)
      #expect(Double(inThree) >= goal * figure, "\(missed)")
      #expect(reciprocal / figure >= rank)
      #expect(Double(empty) <= 0.01 * figure)
    }

    @Test("the sealed half has not changed since it was written, before the search was measured")
    func seal() throws {
      let text = try String(
        contentsOf: Self.folder.appending(path: "sealed.tsv"),
        encoding: .utf8
      )
      let sealed = try String(
        contentsOf: Self.folder.appending(path: "sealed.sha256"),
        encoding: .utf8
      )
      let digest = SHA256Digest.digest(of: text).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      #expect(digest.joined() == sealed.prefix { !$0.isWhitespace })
    }

    @Test("a word that no song has does not empty the answer, and partial matches rank lower")
    func unknownWord() throws {
      let bench = LibraryBench()
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.songs(matching: "beatles yesterday xqzvk").first?.title == "Yesterday")
      #expect(try index.songs(matching: "carpenters joga").count == 2)
      #expect(try index.songs(matching: "xqzvk").isEmpty)
    }

    @Test("pages do not overlap, and leave nothing out")
    func pages() throws {
      let bench = LibraryBench()
      defer { bench.scratch.remove() }
      try bench.take(bench.write(Self.records(bench)))
      let index = try LibraryIndex(path: bench.path)
      let all = try index.songs(matching: "lo", limit: 1_000)
      #expect(all.count > 300 && Set(all).count == all.count)
      var paged: [LibrarySong] = []
      while paged.count < all.count {
        let page = try index.songs(matching: "lo", limit: 70, offset: paged.count)
        guard !page.isEmpty else { break }
        paged += page
      }
      #expect(paged.prefix(all.count).elementsEqual(all))
    }
  }
#endif
