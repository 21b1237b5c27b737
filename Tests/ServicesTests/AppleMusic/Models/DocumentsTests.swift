import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

@Suite("Documents of Apple Music", .tags(.pure))
struct DocumentsTests {
  @Test("A search has a list for each type with results, and their order")
  func search() throws {
    let json = #"""
      {"results":{"songs":{"next":"/v1/n","data":[{"id":"1","type":"songs"}]},
        "topResults":{"data":[{"id":"9","type":"artists"}]},
        "library-songs":{"data":[{"id":"i.1","type":"library-songs"}]}},
       "meta":{"results":{"order":["artists","songs"],"rawOrder":["songs","artists"]}}}
      """#
    let answer = try decoded(AppleMusic.SearchDocument.self, json)
    #expect(answer.songs?.map(\.id) == ["1"])
    #expect(answer.albums == nil)
    #expect(answer.topResults?.map(\.identifier.type) == ["artists"])
    #expect(answer.librarySongs?.map(\.id) == ["i.1"])
    #expect(answer.order == ["artists", "songs"])
    #expect(answer.rawOrder == ["songs", "artists"])
    #expect(try encoded(answer) == decoded(JSONValue.self, json))
  }

  @Test("An unreadable group, or one of an unknown type, does not affect the others")
  func badGroups() throws {
    let json = #"{"results":{"songs":{"data":[]},"albums":7,"holograms":{"data":[1]}}}"#
    let answer = try decoded(AppleMusic.SearchDocument.self, json)
    #expect(answer.songs?.isIncluded == true)
    #expect(Set(answer.others.keys) == ["albums", "holograms"])
    #expect(try encoded(answer) == decoded(JSONValue.self, json))
  }

  @Test("A type has any number of charts")
  func charts() throws {
    let json = #"""
      {"results":{"songs":[{"chart":"most-played","name":"Top Songs","orderId":"most-played:songs",
        "href":"/v1/h","next":"/v1/n","data":[{"id":"1","type":"songs"}]}],"albums":[],
        "cityCharts":[{"chart":"city-top","data":[{"id":"pl.1","type":"playlists"}]}]},
       "meta":{"results":{"order":["most-played:songs"]}}}
      """#
    let answer = try decoded(AppleMusic.ChartsDocument.self, json, pager: StubPager([:]))
    #expect(answer.songs?.first?.name == "Top Songs")
    #expect(answer.songs?.first?.members.map(\.id) == ["1"])
    #expect(answer.songs?.first?.members.hasNextBatch == true)
    #expect(answer.albums?.isEmpty == true)
    #expect(answer.musicVideos == nil)
    #expect(answer.cityCharts?.first?.members.map(\.id) == ["pl.1"])
    #expect(try encoded(answer) == decoded(JSONValue.self, json))
  }

  @Test("Suggestions are terms and resources, and a bad one does not affect the others")
  func suggestions() throws {
    let answer = try decoded(
      AppleMusic.SuggestionsDocument.self,
      #"""
      {"results":{"suggestions":[{"kind":"terms","searchTerm":"a","displayTerm":"A"},null,
        {"kind":"topResults","content":{"id":"9","type":"artists"}}]}}
      """#
    )
    let suggestions = try #require(answer.suggestions)
    #expect(suggestions.map(\.kind) == ["terms", "topResults"])
    #expect(suggestions.last?.content?.identifier.id == "9")
    #expect(suggestions.unreadable.map(\.index) == [1])
    let hints = try decoded(AppleMusic.HintsDocument.self, #"{"results":{"terms":["a","b"]}}"#)
    #expect(hints.terms == ["a", "b"])
  }

  @Test("Errors become details, with codes as texts or as numbers")
  func errors() throws {
    let document = try decoded(
      AppleMusic.ErrorDocument.self,
      #"""
      {"errors":[{"id":"ABC","title":"Invalid","detail":"Bad limit","status":"400","code":"40005",
        "source":{"parameter":"limit"}},{"code":40400,"source":{"pointer":"/data"}},null]}
      """#
    )
    #expect(
      document.details == [
        .init(
          code: "40005",
          occurrence: "ABC",
          title: "Invalid",
          text: "Bad limit",
          parameter: "limit"
        ), .init(code: "40400", parameter: "/data"),
      ]
    )
    #expect(try decoded(AppleMusic.ErrorDocument.self, #"{"errors":[]}"#).details.isEmpty)
    #expect(try decoded(AppleMusic.ErrorDocument.self, "{}").details.isEmpty)
  }
}
