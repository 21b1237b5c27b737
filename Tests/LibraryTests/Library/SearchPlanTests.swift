#if SQLite
  import Foundation
  import PlayerKitLibrary
  import TestSupport
  import Testing

  /// What a search costs, by the queries that it makes.
  @Suite("The queries of a search", .tags(.local))
  struct SearchPlanTests {
    private func queries(_ text: String) throws -> [String] {
      let bench = LibraryBench()
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      return try LibraryIndex(path: bench.path).queries(matching: text)
    }

    /// The largest number of `AND`s between the same two brackets.
    private func mostTogether(_ query: String) -> Int {
      var (open, most) = ([0], 0)
      let spaced = query.replacing("(", with: " ( ").replacing(")", with: " ) ")
      for piece in spaced.split(separator: " ") {
        switch piece {
        case "(": open.append(0)
        case ")": open.removeLast()
        case "AND":
          guard let count = open.popLast() else { continue }
          open.append(count + 1)
          most = max(most, count + 1)
        default: break
        }
      }
      return most
    }

    @Test(
      "no query is repeated whose songs an earlier one has found",
      arguments: [
        // The title, and all words. No longer words begin with these.
        (text: "beatles yesterday", count: 2),
        // Then beginnings, and the corrected word.
        (text: "hepl beatles", count: 4),
        // Songs have both words, so nothing is corrected. Each word is looked for alone.
        (text: "carpenters joga", count: 4),
      ]
    )
    func few(text: String, count: Int) throws {
      let queries = try queries(text)
      #expect(queries.count == count, "\(queries)")
      #expect(Set(queries).count == queries.count)
    }

    @Test("words that no song has together take at most two queries each, and thirteen more")
    func bounded() throws {
      let words = ["help", "joga", "yesterday", "once", "more", "homogenic", "goodbye", "hello"]
      for count in 2...words.count {
        let queries = try queries(words.prefix(count).joined(separator: " "))
        #expect(queries.count <= 2 * count + 13, "\(queries)")
      }
    }

    @Test("the rarest words come first, and others are looked up only for songs that have these")
    func rarestFirst() throws {
      let queries = try queries("yesterday once more carpenters")
      let all = try #require(queries.first { $0.contains(" AND ") })
      let frequent = try #require(all.range(of: "\"yesterday\""))
      for rare in ["once", "more", "carpenters"] {
        let word = try #require(all.range(of: "\"\(rare)\""))
        #expect(word.lowerBound < frequent.lowerBound, "\(all)")
      }
      for query in try queries + self.queries("help joga yesterday once more") {
        #expect(mostTogether(query) <= 1, "\(query)")
      }
    }
  }
#endif
