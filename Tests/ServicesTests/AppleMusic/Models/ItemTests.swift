import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

@Suite("Mixed lists of Apple Music", .tags(.pure))
struct ItemTests {
  @Test(
    "Each kind has its case",
    arguments: [
      "songs", "albums", "artists", "playlists", "music-videos", "stations", "station-genres",
      "genres", "curators", "apple-curators", "activities", "record-labels", "storefronts",
      "ratings", "personal-recommendation", "library-songs", "library-albums", "library-artists",
      "library-playlists", "library-music-videos", "library-playlist-folders",
    ]
  )
  func eachKind(_ type: String) throws {
    let json = #"{"id":"x","type":"\#(type)","href":"/v1/x"}"#
    let item = try decoded(AppleMusic.Item.self, json)
    if case .unknown = item { Issue.record("\(type) is unknown") }
    #expect(item.id == AppleMusic.Identifier(id: "x", type: type, href: "/v1/x"))
    #expect(try encoded(item) == decoded(JSONValue.self, json))
  }

  @Test("A resource of an unknown kind is kept completely")
  func unknownKind() throws {
    let json = #"{"id":"x","type":"holograms","attributes":{"depth":[1.5,null,{"a":true}]}}"#
    let item = try decoded(AppleMusic.Item.self, json)
    guard case .unknown(let resource) = item else {
      Issue.record("expected an unknown resource")
      return
    }
    #expect(resource.type == "holograms")
    #expect(try encoded(item) == decoded(JSONValue.self, json))
  }

  @Test("A known kind with a bad attribute lacks only that attribute")
  func badAttribute() throws {
    let page = try decoded(
      AppleMusic.Collection<AppleMusic.Item>.self,
      #"{"data":[{"id":"1","type":"songs","attributes":{"trackNumber":"one","discNumber":2}}]}"#
    )
    #expect(page.unreadable.isEmpty)
    #expect(page.first?.song?.discNumber == 2)
    #expect(page.first?.song?.attributes?.trackNumber == nil)
  }
}
