import Foundation
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Spotify's models", .tags(.pure))
struct SpotifyModelTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test("A playlist's items are tracks in both forms, an episode, a local file, or nothing")
  func playlistItems() throws {
    let page = try decode(
      Spotify.Page<Spotify.PlaylistItem>.self,
      #"""
      {"items":[{"track":{"id":"1","type":"track"}},{"item":{"id":"2","type":"track"}},
      {"track":{"id":"3","type":"episode","name":"E"}},{"track":null,"added_at":null},
      {"is_local":true,"track":{"id":null,"type":"track","is_local":true,"name":"L",
        "uri":"spotify:local:a:b:c:9","artists":[{"id":null,"name":"A"}],"album":{"images":[]}}},
      null,{"item":{"id":"6","type":"chapter"}},7],"total":8,"next":null}
      """#
    )
    #expect(page.count == 6)
    #expect(page[0].content?.track?.id == "1")
    #expect(page[1].content?.track?.id == "2")
    guard case .episode(let episode) = page[2].content else {
      Issue.record("no episode")
      return
    }
    #expect(episode.name == "E")
    #expect(page[3].content == nil)
    let local = try #require(page[4].content?.track)
    #expect(local.id == nil)
    #expect(local.availability(in: "GB") == .localFile)
    #expect(local.artists?.first?.name == "A")
    #expect(page[5].content?.track == nil)
    #expect(page.unreadable.map(\.index) == [5, 7])
    #expect(page.unreadable.first?.reason == "null")
    let again = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(page))
    #expect(again["items"]?.array?.count == 8)
    #expect(again["items"]?.array?[6]["item"]?["type"] == "chapter")
  }

  @Test("A playlist without pictures is read, with its items as a number or a page")
  func playlists() throws {
    let old = try decode(
      Spotify.Playlist.self,
      #"{"id":"1","images":null,"description":null,"public":null,"tracks":{"total":7}}"#
    )
    #expect(old.images == nil)
    #expect(old.tracks?.total == 7)
    #expect(old.tracks?.isIncluded == false)
    let new = try decode(Spotify.Playlist.self, #"{"id":"1","items":{"items":[],"total":0}}"#)
    #expect(new.items?.isIncluded == true)
  }

  @Test("A track is playable, not playable or unknown, as the answer states")
  func availability() throws {
    let cases: [(String, Spotify.Availability)] = [
      (#"{"available_markets":[]}"#, .inNoMarket),
      (#"{"available_markets":["DE","GB"]}"#, .playable),
      (#"{"available_markets":["DE"]}"#, .restricted(.market)),
      (#"{"is_playable":true}"#, .playable),
      (#"{"is_playable":false}"#, .restricted(.market)),
      (#"{"is_playable":false,"restrictions":{"reason":"explicit"}}"#, .restricted(.explicit)),
      (
        #"{"restrictions":{"reason":"moon"}}"#,
        .restricted(Spotify.RestrictionReason(rawValue: "moon"))
      ), (#"{}"#, .unknown),
    ]
    for (json, expected) in cases {
      #expect(try decode(Spotify.Track.self, json).availability(in: "gb") == expected, "\(json)")
    }
    let some = try decode(Spotify.Track.self, #"{"available_markets":["DE"]}"#)
    #expect(some.availability() == .unknown)
  }

  @Test("The requested id is the one that a relinked track names")
  func linkedFrom() throws {
    let linked = try decode(Spotify.Track.self, #"{"id":"2","linked_from":{"id":"1"}}"#)
    #expect(linked.id == "2")
    #expect(linked.askedID == "1")
    #expect(try decode(Spotify.Track.self, #"{"id":"2"}"#).askedID == "2")
  }

  @Test("The player's state is read during an advertisement, and with undocumented fields")
  func playbackState() throws {
    let ad = try decode(
      Spotify.PlaybackState.self,
      #"""
      {"device":{"id":null,"name":"K","volume_percent":null},"item":null,"context":null,
      "progress_ms":null,"currently_playing_type":"ad","is_playing":true,"repeat_state":"off",
      "smart_shuffle":false,"actions":{"disallows":{"seeking":true}},"timestamp":1763720000000}
      """#
    )
    #expect(ad.item == nil)
    #expect(ad.itemType == "ad")
    #expect(ad.device?.name == "K")
    #expect(ad.repeatState == .off)
    #expect(ad.isSmartShuffled == false)
    #expect(ad.actions?.disallows?["seeking"] == true)
  }

  @Test("Errors are read in the forms of the API, the player and the token endpoint")
  func errors() async throws {
    let cases: [(String, [CatalogError.Detail])] = [
      (
        #"{"error":{"status":404,"message":"m","reason":"NO_ACTIVE_DEVICE"}}"#,
        [.init(code: "NO_ACTIVE_DEVICE", text: "m")]
      ),
      (
        #"{"error":"invalid_grant","error_description":"d"}"#,
        [.init(code: "invalid_grant", text: "d")]
      ), ("{}", []),
    ]
    for (body, details) in cases {
      let bench = SpotifyBench(script: [.text(body, status: .notFound)])
      let error = await #expect(throws: CatalogError.self) { try await bench.client.track("1") }
      #expect(error?.details == details)
    }
  }

  @Test("A list's indices are the service's, even if members could not be read")
  func places() throws {
    let json = #"{"tracks":[null,{"id":"1"},null,{"id":"2"},null]}"#
    let places = try decode([String: LossyArray<Spotify.Track>].self, json)["tracks"]?.places.map {
      $0?.id
    }
    #expect(places == [nil, "1", nil, "2", nil])
  }
}
