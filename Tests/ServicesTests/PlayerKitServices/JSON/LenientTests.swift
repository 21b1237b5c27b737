import Foundation
import PlayerKitServices
import Testing

@Suite("A lenient property", .tags(.pure))
struct LenientTests {
  private struct Song: Codable, Hashable {
    var id: String
    @Lenient var title: String?
    @Lenient var year: Int?
    @Lenient var gain: Double?
    @Lenient var isLive: Bool?
    @Lenient var genres: [String]?
    @Lenient var links: [String: String]?
    @Lenient var album: Album?
  }

  private struct Album: Codable, Hashable {
    var name: String
  }

  private func song(_ json: String) throws -> Song {
    try JSONDecoder().decode(Song.self, from: Data(json.utf8))
  }

  @Test("reads a value of its own type")
  func proper() throws {
    let text = """
      {"album":{"name":"A"},"gain":0.5,"genres":["x"],"id":"1","isLive":true,\
      "links":{"a":"b"},"title":"T","year":1999}
      """
    let song = try song(text)
    #expect(song.title == "T")
    #expect(song.year == 1999)
    #expect(song.gain == 0.5)
    #expect(song.isLive == true)
    #expect(song.genres == ["x"])
    #expect(song.links == ["a": "b"])
    #expect(song.album == Album(name: "A"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(song), as: UTF8.self) == text)
  }

  @Test("converts a value of another form, and is `nil` if that fails")
  func odd() throws {
    let odd = try song(
      """
      {"id":"1","title":7,"year":"1999","gain":"0.5","isLive":1,"genres":["x",2,null],
       "links":{"a":"b","c":1},"album":"none"}
      """
    )
    #expect(odd.title == "7")
    #expect(odd.year == 1999)
    #expect(odd.gain == 0.5)
    #expect(odd.isLive == true)
    #expect(odd.genres == ["x"])
    #expect(odd.links == ["a": "b"])
    #expect(odd.album == nil)
    let empty = try song(#"{"id":"1","title":{},"year":"soon","gain":[],"isLive":"maybe"}"#)
    #expect(empty == Song(id: "1"))
    #expect(String(decoding: try JSONEncoder().encode(empty), as: UTF8.self) == #"{"id":"1"}"#)
  }

  @Test("is `nil` for null and for a missing key, and a required one still throws")
  func missing() throws {
    #expect(try song(#"{"id":"1","title":null}"#).title == nil)
    #expect(throws: DecodingError.self) { try song(#"{"title":"T"}"#) }
  }
}
