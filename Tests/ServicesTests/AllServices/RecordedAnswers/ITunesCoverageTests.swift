import Foundation
import PlayerKitITunes
import PlayerKitServices
import TestSupport
import Testing

@Suite("The check of the iTunes Store's recorded answers", .tags(.pure))
struct ITunesCoverageTests {
  private func losses(_ kind: String, _ json: String) throws -> [String] {
    try #require(AnswerKind.known[kind]).check(Data(json.utf8)).map(\.description)
  }

  @Test("A complete answer loses nothing")
  func whole() throws {
    let members = [
      ITunesFixture.song(1, #","artistViewUrl":"","trackTimeMillis":1.0"#),
      ITunesFixture.song(2, #","amgArtistId":0,"trackPrice":-1,"artworkUrl30":"30x30bb.jpg""#),
      ITunesFixture.album(3), ITunesFixture.artist(4),
    ]
    #expect(try losses("itunes.results", ITunesFixture.document(members)) == [])
    let genres = #"""
      {"34":{"name":"Music","id":"34","url":"https://a.example","rssUrls":{"a":"b"},
      "chartUrls":{},"subgenres":{"2":{"name":"Blues","id":2,"url":null}}}}
      """#
    #expect(try losses("itunes.genres", genres) == [])
  }

  @Test("Data that a model keeps without a property is noticed")
  func uncovered() throws {
    // A field that another kind reads is not covered for this kind.
    let song = ITunesFixture.song(1, #","hue":null,"artistLinkUrl":"https://a.example""#)
    let text = ITunesFixture.document([song, ITunesFixture.song(2, #","hue":{"a":[]}"#)])
    let found = try losses("itunes.results", String(text.dropLast(2)) + #","more":true}"#)
    #expect(found == ["path: .more", "path: .results[].artistLinkUrl", "path: .results[].hue"])
  }

  @Test("A value that a property cannot read is noticed")
  func unread() throws {
    let members = [ITunesFixture.song(1, #","trackTimeMillis":"long","isStreamable":{}"#)]
    #expect(
      try losses("itunes.results", ITunesFixture.document(members))
        == ["value: .results[].isStreamable", "value: .results[].trackTimeMillis"]
    )
  }

  @Test(
    "A lost member is noticed, and one of a kind without a model",
    arguments: ["null", "{}", #"{"kind":"song"}"#, #"{"kind":"podcast","trackId":5}"#]
  )
  func lostMembers(_ member: String) throws {
    let found = try losses("itunes.results", ITunesFixture.document([member]))
    #expect(found.count == 1 && found.first?.hasPrefix("member: ") == true, "\(found)")
  }

  @Test("Skipped data of the tree of genres is noticed")
  func genres() throws {
    let genres = #"""
      {"34":{"name":"Music","id":"35","rssUrls":{"a":1,"b":"c"},"chartUrls":[],
      "subgenres":{"2":{"name":"Blues","hue":1},"3":{"id":"3"},
      "4":{"name":"A","subgenres":{"2":{"name":"Blues"}}}}}}
      """#
    let found = try losses("itunes.genres", genres.replacing(#""id":"35""#, with: #""id":"34""#))
    #expect(
      found == [
        "count: : 4 → 3", "member: .*.subgenres.3", "path: .*.rssUrls.a",
        "path: .*.subgenres.*.hue", "value: .*.chartUrls",
      ]
    )
    #expect(try losses("itunes.genres", genres).contains("member: .34"))
  }

  @Test("Kinds of services without a client are skipped, misspelled ones of the others are not")
  func kinds() {
    #expect(["other", "soundcloud.track", "lastfm.search"].allSatisfy(AnswerKind.isSkipped))
    #expect(
      !["apple.search", "apple.song", "itunes.genre", "deezer.trak"].contains(
        where: AnswerKind.isSkipped
      )
    )
  }
}
