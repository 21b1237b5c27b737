import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitRemote

@Suite("Messages of a page", .tags(.pure))
struct WebRequestTests {
  private func read(_ text: String) throws(WebProtocolError) -> WebRequest {
    try WebRequest(json: Data(text.utf8))
  }

  @Test(
    "each request is read",
    arguments: [
      (#"{"id":1,"do":"ping"}"#, WebRequest.Action.ping),
      (#"{"id":1,"do":"play"}"#, .command(.play)),
      (#"{"id":1,"do":"toggle"}"#, .command(.toggle)),
      (#"{"id":1,"do":"seek","to":12.5}"#, .command(.seek(to: .seconds(12.5)))),
      (#"{"id":1,"do":"skip","by":-10}"#, .command(.skip(by: .seconds(-10)))),
      (#"{"id":1,"do":"volume","to":0.5}"#, .command(.volume(0.5))),
      (#"{"id":1,"do":"repeat","mode":"all"}"#, .command(.repeatMode(.all))),
      (#"{"id":1,"do":"sleep"}"#, .command(.sleep(after: nil))),
      (#"{"id":1,"do":"sleep","seconds":60}"#, .command(.sleep(after: .seconds(60)))),
      (#"{"id":1,"do":"chapter","index":2}"#, .command(.chapter(2))),
      (#"{"id":1,"do":"window","from":5,"count":3}"#, .window(5..<8)),
      (#"{"id":1,"do":"lyrics","on":true}"#, .lyrics(true)),
      (#"{"id":1,"do":"add","items":["x"],"place":"next"}"#, .add(["x"], .next)),
      (
        #"{"id":1,"do":"search","term":" a ","services":["x"]}"#,
        .search(WebSearch(term: "a", kind: "song", services: ["x"]))
      ),
      (#"{"id":1,"do":"lists"}"#, .lists(WebLists(kind: "playlist", services: []))),
      (
        #"{"id":1,"do":"lists","kind":"album","services":["x"]}"#,
        .lists(WebLists(kind: "album", services: ["x"]))
      ),
      (
        #"{"id":1,"do":"openList","service":"x","kind":"playlist","item":"p/1"}"#,
        .openList(WebListName(service: "x", kind: "playlist", id: "p/1"))
      ),
      (#"{"id":1,"do":"more","of":7}"#, .more(of: 7)),
    ]
  )
  func reads(text: String, action: WebRequest.Action) throws {
    #expect(try read(text) == WebRequest(id: 1, action: action))
  }

  @Test("a move without a target entry goes to the end")
  func readsMoves() throws {
    let (a, b) = (try #require(EntryID("10")), try #require(EntryID("11")))
    #expect(
      try read(#"{"id":1,"do":"move","entry":"10","before":"11"}"#).action
        == .command(.move(a, before: b))
    )
    #expect(
      try read(#"{"id":1,"do":"move","entry":"10"}"#).action == .command(.move(a, before: nil))
    )
    #expect(
      try read(#"{"id":1,"do":"move","entry":"10","index":4}"#).action == .command(.place(a, at: 4))
    )
  }

  @Test(
    "an invalid request is refused",
    arguments: [
      "", "null", "[]", "{", "{}", #"{"do":"play"}"#, #"{"id":1}"#, #"{"id":-1,"do":"play"}"#,
      #"{"id":1,"do":"explode"}"#, #"{"id":1,"do":"seek"}"#, #"{"id":1,"do":"seek","to":"x"}"#,
      #"{"id":1,"do":"seek","to":1e999}"#, #"{"id":1,"do":"jump","entry":7}"#,
      #"{"id":1,"do":"jump","entry":"-7"}"#, #"{"id":1,"do":"repeat","mode":"twice"}"#,
      #"{"id":1,"do":"window","from":-1,"count":3}"#, #"{"id":1,"do":"window","from":0,"count":0}"#,
      #"{"id":1,"do":"window","from":0,"count":100000}"#,
      #"{"id":1,"do":"window","from":9223372036854775807,"count":5}"#,
      #"{"id":1,"do":"add","items":[],"place":"next"}"#,
      #"{"id":1,"do":"add","items":["x"],"place":"nowhere"}"#,
      #"{"id":1,"do":"search","term":"  "}"#,
      #"{"id":1,"do":"openList","service":"x","item":"p"}"#,
      #"{"id":1,"do":"openList","service":"x","kind":"playlist","item":""}"#,
      #"{"id":1,"do":"more"}"#,
    ]
  )
  func refuses(text: String) {
    #expect(throws: WebProtocolError.self) { try read(text) }
  }

  @Test("messages that are too long, or nested too deeply, are refused unread")
  func refusesSize() {
    let long = #"{"id":1,"do":"play","x":""# + String(repeating: "a", count: 70_000) + #""}"#
    #expect(throws: WebProtocolError.self) { try read(long) }
    let deep = String(repeating: "[", count: 60_000)
    #expect(throws: WebProtocolError.self) { try read(deep) }
  }

  @Test("an extreme time is limited")
  func boundsTimes() throws {
    #expect(
      try read(#"{"id":1,"do":"seek","to":1e300}"#).action == .command(.seek(to: .seconds(1e9)))
    )
  }
}

@Suite("Messages to a page", .tags(.pure))
struct WebMessageTests {
  @Test("a title with markup is text, and stays within its string")
  func keepsMarkup() throws {
    let title = #"<img src=x onerror="alert(1)">"#
    let window = WebWindow(
      id: 1,
      queue: 1,
      count: 1,
      from: 0,
      entries: [WebEntry(id: "1", title: title, artist: nil)]
    )
    let json = try JSONSerialization.jsonObject(with: WebMessage.window(window).json)
    let entries = (json as? [String: Any])?["entries"] as? [[String: Any]]
    #expect(entries?.first?["title"] as? String == title)
  }

  @Test("a window of long titles is truncated so that the message fits")
  func cutsWindows() {
    let long = String(repeating: "\u{1}\"\\", count: 100)
    let entries = (0..<200).map { WebEntry(id: "\($0)", title: long, artist: long, album: long) }
    let fitting = Array(entries.fitting(bytes: \.size))
    let message = WebMessage.window(
      WebWindow(id: 1, queue: 1, count: 200, from: 0, entries: fitting)
    )
    #expect(fitting.count > 10 && fitting.count < 200)
    #expect(message.json.count <= WebRequest.largestMessage)
    #expect(message.json.count > 20_000)
  }

  @Test("a size estimate is never too small")
  func measures() {
    for text in ["", "a", "ü", "👩‍👩‍👧", "\"", "\\", "\n", "\u{7}", "</script>", "\u{2028}"] {
      let entry = WebEntry(id: "1", title: text, artist: text, album: text)
      let written = WebMessage.window(
        WebWindow(id: 1, queue: 1, count: 1, from: 0, entries: [entry])
      ).json.count
      let empty = WebMessage.window(WebWindow(id: 1, queue: 1, count: 1, from: 0, entries: []))
        .json.count
      #expect(written - empty <= entry.size)
    }
  }

  @Test("a state has the position at the moment of writing")
  func tellsPositions() throws {
    var state = WebState()
    state.anchor = PositionAnchor(
      position: .seconds(10),
      speed: 1,
      instant: MonotonicInstant(sinceOrigin: .seconds(5))
    )
    state.now = MonotonicInstant(sinceOrigin: .seconds(7))
    state.sleepTimer = .at(MonotonicInstant(sinceOrigin: .seconds(67)))
    let json =
      try JSONSerialization.jsonObject(with: WebMessage.state(state).json) as? [String: Any]
    #expect(json?["position"] as? Double == 12)
    #expect((json?["sleep"] as? [String: Any])?["seconds"] as? Double == 60)
  }
}
