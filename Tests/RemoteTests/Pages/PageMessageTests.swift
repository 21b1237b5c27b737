import Foundation
import PlayerKit
import PlayerKitYouTube
import TestSupport
import Testing

@testable import PlayerKitPagePlayers

@Suite("Messages of player pages", .tags(.pure))
struct PageMessageTests {
  private func read(_ fields: String) -> PageMessage.Body? {
    let json = #"{"page":"abcdefghijklmnop","load":3,"seq":7,"# + fields + "}"
    return (try? PageMessage(json: Data(json.utf8)))?.body
  }

  @Test("each message is read")
  func reads() {
    #expect(read(#""type":"pong","re":4"#) == .pong(4))
    #expect(
      read(#""type":"state","state":"playing","position":1.5,"rate":2,"by":"user""#)
        == .state(.playing, .seconds(1.5), rate: 2, .user)
    )
    #expect(
      read(#""type":"ready","position":0,"duration":null,"seekable":false,"video":true"#)
        == .ready(PageMedia(position: .zero, duration: nil, isSeekable: false, hasVideo: true))
    )
    #expect(
      read(#""type":"adapters","adapters":[{"kind":"spotify","state":"noDRM"},{"kind":"new"}]"#)
        == .adapters([.spotify: .noDRM])
    )
    #expect(
      read(#""type":"done","re":2,"ok":false,"code":"blocked""#)
        == .done(2, PageFailure(code: .blocked, vendor: nil))
    )
    #expect(read(#""type":"somethingNew""#) == .unknown)
  }

  @Test("numbers are bounded, and what is no number is refused")
  func bounds() {
    #expect(
      read(#""type":"state","state":"paused","position":-5,"rate":9999"#)
        == .state(.paused, .zero, rate: 16, .command)
    )
    #expect(
      read(#""type":"position","position":1e300"#)
        == .position(answerTo: nil, .seconds(100 * 86_400), rate: 1)
    )
    #expect(read(#""type":"position","position":"x""#) == nil)
    #expect(read(#""type":"user","action":"volume","volume":7"#) == .user(.volume(1)))
  }

  @Test(
    "malformed messages are refused",
    arguments: [
      "", "[]", "{", #"{"type":"pong","page":"short","seq":1,"re":1}"#,
      #"{"type":"pong","page":"abcdefghijklmnop","seq":0,"re":1}"#,
      #"{"type":"pong","page":"abcdefghijklmnop","seq":1}"#,
      #"{"type":"state","page":"abcdefghijklmnop","seq":1,"state":"dancing","position":1}"#,
      #"{"type":"start","page":"abcdefghijklmnop","seq":1,"device":"../me"}"#,
      #"{"type":"pong","page":"abcdefghijklmnop","load":-1,"seq":1,"re":1}"#,
    ]
  )
  func refuses(text: String) {
    #expect(throws: PageMessage.Unreadable.self) { try PageMessage(json: Data(text.utf8)) }
  }

  @Test("a message that is too long is refused")
  func length() {
    let padding = String(repeating: " ", count: PageMessage.largest)
    #expect(read(#""type":"ended""# + padding) == nil)
  }

  @Test("the text of a vendor reaches no error, only a plain code")
  func vendor() {
    let secret = PageFailure(code: .failed, vendor: nil)
    #expect(read(#""type":"failed","code":"failed","vendor":"Bearer abc.def""#) == .failed(secret))
    let plain = PageFailure(code: .forbidden, vendor: "150")
    #expect(read(#""type":"failed","code":"forbidden","vendor":"150""#) == .failed(plain))
  }

  @Test("a command is written with its address, and with nothing that it does not need")
  func writes() throws {
    let command = PageLoadCommand(
      item: .spotify(id: "abc", isEpisode: false),
      position: .seconds(1.5),
      isPlaying: true,
      settings: OutputSettings(),
      track: PageTrackInfo(title: "A/B", duration: .seconds(200))
    )
    let envelope = PageEnvelope(page: "p", load: 4, sequence: 9, command: .load(command))
    let object = try #require(
      try JSONSerialization.jsonObject(with: envelope.json) as? [String: Any]
    )
    #expect(object["type"] as? String == "load" && object["kind"] as? String == "spotify")
    #expect(object["seq"] as? Int == 9 && object["load"] as? Int == 4)
    #expect(object["position"] as? Double == 1.5 && object["playing"] as? Bool == true)
    #expect((object["item"] as? [String: Any])?["uri"] as? String == "spotify:track:abc")
    #expect(object["re"] == nil && object["server"] == nil)
  }

  @Test(
    "videos are found in links",
    arguments: [
      ("dQw4w9WgXcQ", true), ("https://youtu.be/dQw4w9WgXcQ?t=3", true),
      ("https://www.youtube.com/watch?list=1&v=dQw4w9WgXcQ", true),
      ("https://youtube.com/shorts/dQw4w9WgXcQ", true), ("https://evil.example/dQw4w9WgXcQ", false),
      ("javascript:alert(1)", false), ("https://youtu.be/short", false),
    ]
  )
  func links(text: String, isVideo: Bool) {
    #expect(YouTubeTrack(text)?.youTubeID == (isVideo ? "dQw4w9WgXcQ" : nil))
  }
}
