import Foundation
import PlayerKitITunes
import PlayerKitServices
import TestSupport
import Testing

@Suite("Searching genres by name", .tags(.pure))
struct GenreSearchTests {
  static let names = [
    "11": "Jazz", "12": "Funk", "1106": "Jazz Funk", "1107": "Acid Jazz", "15": "R&B/Soul",
    "18": "Hip-Hop/Rap", "4": "Children's Music", "10": "Singer/Songwriter",
    "22": "Christian & Gospel", "1200": "Contemporary Jazz", "1201": "Música Tejana",
    "51": "K-Pop", "14": "Pop", "1300": "Jazz Funk Fusion", "1400": "キッズ",
  ]

  /// The genres above as a dump. If it were invalid, the built-in genres would fail these tests.
  static let tree: ITunes.GenreTree = {
    let dump = names.mapValues { JSONValue.object(["name": .string($0)]) }
    let tree = try? JSONDecoder().decode(ITunes.GenreTree.self, from: JSONEncoder().encode(dump))
    return tree ?? .builtIn
  }()

  static func search(_ text: String) -> [String] { tree.search(text).map(\.genre.name) }

  @Test(
    "A genre is found first and exactly in any spelling",
    arguments: [
      ("Jazz Funk", "Jazz Funk"), ("funk/jazz", "Jazz Funk"), ("jazz-funk", "Jazz Funk"),
      ("  FUNK,  jazz ", "Jazz Funk"), ("jazzfunk", "Jazz Funk"), ("ｊａｚｚ　ｆｕｎｋ", "Jazz Funk"),
      ("r&b/soul", "R&B/Soul"), ("R & B Soul", "R&B/Soul"), ("soul, r and b", "R&B/Soul"),
      ("hip hop rap", "Hip-Hop/Rap"), ("Rap/Hip-Hop", "Hip-Hop/Rap"),
      ("childrens music", "Children's Music"), ("CHILDREN’S MUSIC", "Children's Music"),
      ("songwriter singer", "Singer/Songwriter"), ("gospel and christian", "Christian & Gospel"),
      ("Christian + Gospel", "Christian & Gospel"), ("musica tejana", "Música Tejana"),
      ("kpop", "K-Pop"), ("k pop", "K-Pop"), ("pop", "Pop"), ("キッズ", "キッズ"), ("ｷｯｽﾞ", "キッズ"),
    ]
  )
  func exact(text: String, name: String) throws {
    let first = try #require(Self.tree.search(text).first)
    #expect(first.genre.name == name)
    #expect(first.quality == .exact)
  }

  @Test("Exact matches come first, then all words, then prefixes, with fewer other words first")
  func ranking() {
    let matches = Self.tree.search("jazz")
    #expect(
      matches.map(\.genre.name)
        == ["Jazz", "Jazz Funk", "Acid Jazz", "Contemporary Jazz", "Jazz Funk Fusion"]
    )
    #expect(matches.map(\.quality) == [.exact] + Array(repeating: .allWords, count: 4))
    #expect(Self.search("funk jazz") == ["Jazz Funk", "Jazz Funk Fusion"])
    #expect(Self.search("fu ja") == ["Jazz Funk", "Jazz Funk Fusion"])
    #expect(Self.tree.search("fu ja").allSatisfy { $0.quality == .prefix })
    #expect(Self.search("hiphop") == ["Hip-Hop/Rap"])
    #expect(Self.search("r&b") == ["R&B/Soul"])
    #expect(Self.search("child") == ["Children's Music"])
  }

  @Test(
    "Text without words, and unknown words, find nothing",
    arguments: ["", " ", "&", "and", "-/+", "'", "\u{7f}", "polka", "jazz polka", "azz"]
  )
  func nothing(_ text: String) {
    #expect(Self.search(text).isEmpty)
  }

  @Test(
    "The order of words and separators never matter",
    arguments: ITunes.GenreTree.builtIn.all.map(\.name) + names.values.sorted()
  )
  func permutations(_ name: String) {
    let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    let trees = [ITunes.GenreTree.builtIn, Self.tree]
    for tree in trees where tree.all.contains(where: { $0.name == name }) {
      for order in Self.orders(words) {
        for separator in [" ", "/", "-", " & ", " and ", "_", ", "] {
          let text = order.joined(separator: separator)
          let found = tree.search(text)
          #expect(found.first?.genre.name == name, "\(text)")
          #expect(found.first?.quality == .exact, "\(text)")
          #expect(found == tree.search(text.uppercased()), "\(text)")
        }
      }
    }
  }

  @Test("A genre is found by any prefix of its words")
  func beginnings() {
    for genre in ITunes.GenreTree.builtIn.all {
      for length in 1...genre.name.count {
        let text = String(genre.name.prefix(length))
        let found = ITunes.GenreTree.builtIn.search(text)
        #expect(found.contains { $0.genre == genre }, "\(text)")
        #expect(found.map(\.quality) == found.map(\.quality).sorted(), "\(text)")
      }
    }
  }

  private static func orders(_ words: [String]) -> [[String]] {
    guard words.count > 1 else { return [words] }
    return words.indices.flatMap { index -> [[String]] in
      var rest = words
      let word = rest.remove(at: index)
      return orders(rest).map { [word] + $0 }
    }
  }
}
