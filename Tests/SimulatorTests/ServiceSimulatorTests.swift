import Foundation
import PlayerKitServiceSimulator
import TestSupport
import Testing

@Suite("ServiceSimulator", .tags(.local))
struct ServiceSimulatorTests {
  @Test("A simulator listens at its own port, on 127.0.0.1")
  func answers() async throws {
    try await withSimulator { first in
      try await withSimulator { second in
        #expect(first.baseURL.host == "127.0.0.1")
        #expect(first.baseURL != second.baseURL)
      }
    }
  }

  @Test("A taken port has its own error")
  func takenPort() async throws {
    try await withSimulator { simulator in
      let port = UInt16(try #require(simulator.baseURL.port))
      await #expect(throws: ServiceSimulatorError.portTaken(port)) {
        try await ServiceSimulator.start(.init(port: port))
      }
    }
  }

  @Test("The port is free again after the stop, and a second stop has no effect")
  func stop() async throws {
    let first = try await ServiceSimulator.start()
    let port = UInt16(try #require(first.baseURL.port))
    await first.stop()
    await first.stop()
    let second = try await ServiceSimulator.start(.init(port: port))
    #expect(second.baseURL == first.baseURL)
    await second.stop()
  }

  @Test("Other processes get one line of JSON with everything they need")
  func readyLine() async throws {
    try await withSimulator { simulator in
      let line = simulator.readyLine()
      #expect(!line.contains("\n"))
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let object = try #require(json)
      #expect(
        Set(object.keys) == [
          "appleMusic", "itunes", "media", "control", "developerToken", "musicUserToken",
          "developerKey", "spotify", "spotifyAccounts", "deezer", "spotifyClientID",
          "spotifyClientSecret", "soundCloud", "soundCloudAccounts", "soundCloudMedia",
          "soundCloudClientID", "soundCloudClientSecret",
          "jellyfin", "jellyfinUser", "jellyfinPassword", "jellyfinAPIKey",
          "radio", "podcastIndex", "podcastIndexKey", "podcastIndexSecret",
          "lastFM", "listenBrainz", "musicBrainz", "lastFMKey", "lastFMSecret", "lastFMSessionKey",
          "lastFMUser", "lastFMPassword", "listenBrainzToken", "youTube", "youTubeKey",
        ]
      )
      let base = simulator.baseURL.absoluteString
      #expect(object["appleMusic"] as? String == "\(base)/applemusic")
      #expect(object["itunes"] as? String == "\(base)/itunes")
      #expect(object["media"] as? String == "\(base)/media")
      #expect(object["spotify"] as? String == "\(base)/spotify")
      #expect(object["spotifyAccounts"] as? String == "\(base)/spotify-accounts")
      #expect(object["deezer"] as? String == "\(base)/deezer")
      #expect(object["spotifyClientID"] as? String == simulator.spotifyClientID)
      #expect(object["spotifyClientSecret"] as? String == simulator.spotifyClientSecret)
      #expect(object["control"] as? String == "\(base)/control")
      #expect(object["developerToken"] as? String == simulator.developerToken)
      #expect(object["musicUserToken"] as? String == simulator.musicUserToken)
      let key = try #require(object["developerKey"] as? [String: String])
      #expect(Set(key.keys) == ["teamID", "keyID", "p8"])
    }
  }

  @Test("A user's paths need the user's token in addition to the developer's")
  func userToken() async throws {
    try await withSimulator { simulator in
      var headers = ["Authorization": "Bearer \(simulator.developerToken)"]
      let forbidden = try await Client.send(
        "/v1/me/storefront",
        at: simulator.appleMusic,
        headers: headers
      )
      #expect(forbidden.status == 403)
      let error = (forbidden.object?["errors"] as? [[String: Any]])?.first
      #expect(error?["code"] as? String == "40300")
      headers["Music-User-Token"] = simulator.musicUserToken
      let accepted = try await Client.send(
        "/v1/me/storefront",
        at: simulator.appleMusic,
        headers: headers
      )
      #expect(accepted.status == 200)
    }
  }

  @Test("A search of Apple Music leads to a preview that is served")
  func searchToPreview() async throws {
    try await withSimulator { simulator in
      let reply = try await Client.send(
        "/v1/catalog/us/search?types=songs&limit=25&term=the",
        at: simulator.appleMusic,
        headers: ["Authorization": "Bearer \(simulator.developerToken)"]
      )
      #expect(reply.status == 200)
      let found = reply.object?["results"] as? [String: Any]
      let songs = (found?["songs"] as? [String: Any])?["data"] as? [[String: Any]]
      let previews = try #require(songs).compactMap { song in
        (song["attributes"] as? [String: Any])?["previews"] as? [[String: Any]]
      }
      let addresses = previews.compactMap { $0.first?["url"] as? String }
      let address = try #require(addresses.first)
      let url = try #require(URL(string: address))
      #expect(address.hasPrefix(simulator.media.absoluteString + "/previews/"))
      #expect(try await Client.send("", at: url).status == 200)
      #expect(simulator.previewFrames(at: url) != nil)
    }
  }

  @Test("A path of no service is 404", arguments: ["", "/", "/tidal/me", "/v1/test"])
  func nowhere(path: String) async throws {
    try await withSimulator { simulator in
      let reply = try await Client.send(path, at: simulator.baseURL)
      #expect(reply.status == 404)
    }
  }
}
