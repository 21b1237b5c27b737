import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Genres of the iTunes Store", .tags(.pure))
struct GenreTests {
  static let dump = """

    {"34":{"name":"Music","id":"34","url":"https://itunes.apple.com/us/genre/music/id34",
     "rssUrls":{"topAlbums":"https://a.example/rss","topSongs":"https://b.example/rss","odd":1},
     "chartUrls":{"albums":"https://c.example"},
     "subgenres":{
      "11":{"name":"Jazz","id":"11","subgenres":{
        "1106":{"name":"Jazz Funk","id":"1106","rssUrls":{}},
        "1107":{"name":"Fusion","id":1107},
        "1108":null,"1109":{"id":"1109"},"x":{"name":"No id"}}},
      "2":{"name":"Blues","id":"2","subgenres":{}},
      "14":{"name":"Pop","id":"14","subgenres":{"34":{"name":"Music again","id":"34"}}}}}}
    """

  static func tree(_ text: String = dump) throws -> ITunes.GenreTree {
    try JSONDecoder().decode(ITunes.GenreTree.self, from: Data(text.utf8))
  }

  @Test("A dump becomes a tree that can be walked in all directions")
  func walks() throws {
    let tree = try Self.tree()
    #expect(tree.rootIDs == ["34"])
    #expect(tree.all.map(\.id) == ["34", "2", "11", "1106", "1107", "14"])
    #expect(tree.children(of: "34").map(\.name) == ["Blues", "Jazz", "Pop"])
    #expect(tree["1107"]?.name == "Fusion")
    #expect(tree.parent(of: "1106")?.name == "Jazz")
    #expect(tree.ancestors(of: "1106").map(\.name) == ["Jazz", "Music"])
    #expect(tree.parent(of: "34") == nil)
    #expect(tree.ancestors(of: "34").isEmpty)
    #expect(tree["99"] == nil && tree.children(of: "99").isEmpty && tree.parent(of: "99") == nil)
    let music = try #require(tree["34"])
    #expect(music.url?.lastPathComponent == "id34")
    #expect(
      music.rssURLs
        == ["topAlbums": "https://a.example/rss", "topSongs": "https://b.example/rss"]
    )
    #expect(music.chartURLs == ["albums": "https://c.example"])
    #expect(tree["2"]?.rssURLs == [:])
  }

  @Test("Encoding a tree returns the dump, including its unknown parts")
  func roundTrip() throws {
    let tree = try Self.tree()
    let data = try JSONEncoder().encode(tree)
    let before = try JSONDecoder().decode(JSONValue.self, from: Data(Self.dump.utf8))
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == before)
    #expect(try JSONDecoder().decode(ITunes.GenreTree.self, from: data) == tree)
  }

  @Test(
    "A dump without genres is no tree",
    arguments: ["{}", "[]", #"{"34":{}}"#, #"{"a":"b"}"#, "5"]
  )
  func noTree(_ text: String) {
    #expect(throws: DecodingError.self) { try Self.tree(text) }
  }

  @Test("Genres are requested once for each country")
  func asked() async throws {
    let transport = StubTransport { call in
      .text(Self.dump.replacing("Jazz Funk", with: "Jazz \(call.query["cc"] ?? "")"))
    }
    let client = ITunesFixture.client(transport)
    #expect(try await client.genres()["1106"]?.name == "Jazz us")
    #expect(try await client.genres(country: "JP")["1106"]?.name == "Jazz jp")
    #expect(try await client.genres(country: "us")["1106"]?.name == "Jazz us")
    #expect(try await client.genres(country: "jp")["1106"]?.name == "Jazz jp")
    #expect(transport.calls.map(\.query) == [["id": "34", "cc": "us"], ["id": "34", "cc": "jp"]])
    #expect(
      transport.calls.first?.path == "/itunes/WebObjects/MZStoreServices.woa/ws/genres"
    )
  }

  @Test("A failure is not cached")
  func failure() async throws {
    let transport = StubTransport { call in
      call.query["cc"] == "de" ? .text("", status: .forbidden) : .text(Self.dump)
    }
    let client = ITunesFixture.client(transport)
    for _ in 0..<2 {
      let error = await #expect(throws: CatalogError.self) {
        try await client.genres(country: "de")
      }
      #expect(error?.code == .rateLimited)
    }
    #expect(transport.calls.count == 2)
    await #expect(throws: CatalogError.self) { try await client.genres(country: "xyz") }
    #expect(transport.calls.count == 2)
  }

  @Test("The built-in genres are below music")
  func builtIn() {
    let tree = ITunes.GenreTree.builtIn
    #expect(tree.rootIDs == ["34"])
    #expect(tree.children(of: "34").count == 32)
    #expect(tree["15"]?.name == "R&B/Soul")
    #expect(tree.all.allSatisfy { tree[$0.id] == $0 })
  }
}
