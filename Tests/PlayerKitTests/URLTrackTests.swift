import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("A track at a URL", .tags(.pure))
struct URLTrackTests {
  private let track: URLTrack

  init() throws {
    track = URLTrack(
      url: try #require(URL(string: "https://example.org/a.mp3?sig=QUERY")),
      headers: ["Authorization": "Bearer SECRET"],
      metadata: TrackMetadata(title: "A")
    )
  }

  @Test("passes its headers to the opener")
  func headers() throws {
    #expect(try track.mediaSource().headers == ["Authorization": "Bearer SECRET"])
  }

  @Test("prints neither headers nor the query of its address, nor does its source")
  func secrets() throws {
    var dumped = ""
    dump([track], to: &dumped)
    dump(try track.mediaSource(), to: &dumped)
    let source = try track.mediaSource()
    for text in ["\(track)", "\([track])", String(reflecting: track), "\([source])", dumped] {
      #expect(!text.contains("SECRET") && !text.contains("QUERY"), "\(text)")
    }
  }

  @Test(
    "is a file for addresses with one or three slashes, and keeps the encoding of others",
    arguments: [
      ("file:/a%20b.mp3", "/a b.mp3"), ("file:///a#1.mp3", "/a#1.mp3"),
      ("http://h/[x]%20y", "http://h/%5Bx%5D%20y"),
    ]
  )
  func item(text: String, place: String) throws {
    switch try URLTrack(item: text).mediaSource().location {
    case .file(let path): #expect(path == place)
    case .remote(let url): #expect(url.absoluteString == place)
    default: Issue.record("The track has no address.")
    }
  }

  @Test("is stored without its headers")
  func stored() throws {
    let data = try JSONEncoder().encode(track)
    #expect(!String(decoding: data, as: UTF8.self).contains("SECRET"))
    let restored = try JSONDecoder().decode(URLTrack.self, from: data)
    #expect(restored.headers.isEmpty)
    #expect(restored.id == track.id)
  }
}
