import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

@Suite("Lists of Apple Music", .tags(.pure))
struct CollectionTests {
  private let good = #"{"id":"1","type":"songs","attributes":{"name":"One"}}"#

  @Test(
    "A page keeps its other members if one cannot be read",
    arguments: [
      ("null", nil, "null"),
      (#"{"id":[2],"type":"songs"}"#, nil, "id"),
      (#"{"type":"songs"}"#, nil, "no id"),
      (#"{"id":"2"}"#, "2", "no type"),
      (#"{"id":"2","type":"albums"}"#, "2", "Expected songs, found albums"),
      (#""text""#, nil, "type"),
      ("[1, [2]]", nil, "type"),
    ] as [(String, String?, String)]
  )
  func aPageSurvives(_ member: String, id: String?, reason: String) throws {
    let page = try decoded(
      AppleMusic.Collection<AppleMusic.Song>.self,
      #"{"data":[\#(good),\#(member),\#(good)]}"#
    )
    #expect(page.map(\.id) == ["1", "1"])
    let lost = try #require(page.unreadable.first)
    #expect(page.unreadable.count == 1)
    #expect(lost.index == 1)
    #expect(lost.id == id)
    #expect(lost.reason.contains(reason), "\(lost.reason)")
  }

  @Test("Unreadable data is written again in its place")
  func unreadableMembersAreEncoded() throws {
    let json = #"{"data":[null,\#(good),{"id":[5],"type":"songs"},7,\#(good),[]]}"#
    let page = try decoded(AppleMusic.Collection<AppleMusic.Song>.self, json)
    #expect(page.unreadable.map(\.index) == [0, 2, 3, 5])
    #expect(try encoded(page) == decoded(JSONValue.self, json))
  }

  @Test(
    "Integers above Int keep all their digits",
    arguments: [
      "9223372036854775808", "18446744073709551615", "-9223372036854775809",
      "12345678901234567890123456789012345678",
    ]
  )
  func largeNumbers(text: String) throws {
    let json = try decoded(JSONValue.self, "{\"n\":\(text)}")
    let written = try JSONEncoder().encode(json)
    #expect(String(decoding: written, as: UTF8.self) == "{\"n\":\(text)}")
    #expect(json["n"]?.int == nil)
    #expect(json["n"]?.number == Double(text))
    #expect(try decoded(JSONValue.self, "1e300").number == 1e300)
    #expect(try decoded(JSONValue.self, "1e18").int == 1_000_000_000_000_000_000)
  }

  @Test("A member with an oversized number is reported by its id, and is not null")
  func impossibleNumber() throws {
    let list = try decoded(
      AppleMusic.Collection<AppleMusic.Song>.self,
      #"{"data":[{"id":"1","type":1e400,"attributes":{"durationInMillis":1e400}},null,1e400]}"#
    )
    #expect(list.isEmpty)
    #expect(list.unreadable.map(\.id) == ["1", nil, nil])
    #expect(list.unreadable[0].json["attributes"]?["durationInMillis"] == .null)
    #expect(list.unreadable.map { $0.reason == "null" } == [false, true, false])
  }

  @Test("A list that was not included is empty, and reports that")
  func notIncluded() throws {
    let page = try decoded(AppleMusic.Collection<AppleMusic.Song>.self, #"{"href":"/v1/x"}"#)
    #expect(page.isEmpty)
    #expect(!page.isIncluded)
    #expect(page.href == "/v1/x")
    #expect(try encoded(page) == .object(["href": .string("/v1/x")]))
    let empty = try decoded(AppleMusic.Collection<AppleMusic.Song>.self, #"{"data":[]}"#)
    #expect(empty.isEmpty)
    #expect(empty.isIncluded)
  }

  @Test("Totals and filter matches are read from the list's metadata")
  func meta() throws {
    let page = try decoded(
      AppleMusic.Collection<AppleMusic.Song>.self,
      #"""
      {"data":[\#(good)],"meta":{"total":61,"filters":{"isrc":{"USXX12100001":[
        {"id":"1","type":"songs","href":"/v1/catalog/us/songs/1"},{"id":"2","type":"songs"}]}}}}
      """#
    )
    #expect(page.total == 61)
    #expect(page.matches(of: "isrc")["USXX12100001"]?.map(\.id) == ["1", "2"])
    #expect(page.matches(of: "upc").isEmpty)
  }

  @Test("Every description of a view is kept")
  func attributes() throws {
    let json = #"{"attributes":{"title":"Top Songs","isLong":true},"data":[]}"#
    let page = try decoded(AppleMusic.Collection<AppleMusic.Song>.self, json)
    #expect(page.title == "Top Songs")
    #expect(try encoded(page) == decoded(JSONValue.self, json))
  }

  @Test("The pager of a list is not part of its value")
  func equality() throws {
    let json = #"{"data":[\#(good)],"next":"/v1/next"}"#
    let alone = try decoded(AppleMusic.Collection<AppleMusic.Song>.self, json)
    let paging = try decoded(
      AppleMusic.Collection<AppleMusic.Song>.self,
      json,
      pager: StubPager([:])
    )
    #expect(alone == paging)
    #expect(alone.hashValue == paging.hashValue)
    #expect(!alone.hasNextBatch)
    #expect(paging.hasNextBatch)
  }
}
