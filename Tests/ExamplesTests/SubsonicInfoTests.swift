import Foundation
import TestSupport
import Testing

@Suite("The output of info and play for a server's songs", .tags(.local), .timeLimit(.minutes(3)))
struct SubsonicInfoTests {
  /// A server with one song. Its cover and its lyrics are not in the media.
  private static func server() throws -> LoopbackServer {
    let media = try Data(contentsOf: URL(fileURLWithPath: Fixture.path("Tags/id3v1.mp3")))
    let cover = try Data(contentsOf: URL(fileURLWithPath: Fixture.path("Tags/comments.flac")))
    // The picture in a file.
    let start = try #require(cover.range(of: Data([0x89, 0x50, 0x4E, 0x47]))?.lowerBound)
    let picture = cover[start..<start + 69]
    return try LoopbackServer { request in
      func answer(_ members: String) -> LoopbackServer.Reply {
        .whole(Data(#"{"subsonic-response":{"status":"ok","version":"1.16.1",\#(members)}}"#.utf8))
      }
      let path = request.target.prefix { $0 != "?" }
      switch path.split(separator: "/").last?.replacing(".view", with: "") {
      case "stream", "download": return .part(media, request)
      case "getCoverArt": return .part(Data(picture), request)
      case "getSong":
        return answer(
          #"""
          "song":{"id":"s1","title":"Stated","artist":"Server","coverArt":"c1","suffix":"mp3",
          "contentType":"audio/mpeg","isDir":false,"duration":4}
          """#
        )
      case "getOpenSubsonicExtensions":
        return answer(#""openSubsonicExtensions":[{"name":"songLyrics","versions":[1]}]"#)
      case "getLyricsBySongId":
        return answer(
          #"""
          "lyricsList":{"structuredLyrics":[{"synced":true,"lang":"en",
          "line":[{"start":500,"value":"One"},{"start":1500,"value":"Two"}]}]}
          """#
        )
      default: return answer(#""x":1"#)
      }
    }
  }

  private func environment(_ server: LoopbackServer) -> [String: String] {
    [
      "SUBSONIC_URL": server.url("/").absoluteString, "SUBSONIC_USER": "ann",
      "SUBSONIC_PASSWORD": "geheim",
    ]
  }

  @Test("contains the server's metadata, its cover, and its lyrics")
  func info() async throws {
    let server = try Self.server()
    let scratch = try Scratch()
    let target = scratch.url.appendingPathComponent("cover.png")
    let run = try await Tool.run(
      ["info", "--json", "--artwork", target.path, "subsonic:s1"],
      environment: environment(server)
    )
    #expect(run.status == 0, "\(run.errors)")
    let line = try #require(run.lines.first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    )
    #expect(object["item"] as? String == "subsonic:s1")
    #expect(object["title"] as? String == "Stated")
    #expect(object["codec"] as? String == "mp3")
    #expect(object["lyrics"] as? Bool == true)
    let artwork = object["artwork"] as? [[String: Any]]
    #expect(artwork?.map { $0["source"] as? String } == ["subsonic"])
    #expect(try Data(contentsOf: target).count == 69)
    #expect(!run.output.contains("geheim"))
  }

  @Test("contains its lyrics, when they are heard")
  func lyrics() async throws {
    let server = try Self.server()
    let run = try await Tool.run(
      ["play", "--json", "--output", "null", "--rate", "4", "subsonic:s1"],
      environment: environment(server)
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.events("lyric").map(\.text) == ["One", "Two"])
  }
}
