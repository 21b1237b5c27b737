import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitSubsonic
import TestSupport
import Testing

private let environment = ProcessInfo.processInfo.environment
private let address = environment["SUBSONIC_TEST_URL"].flatMap { URL(string: $0) }

/// The client's reads and writes at a real server with one album. `make acceptance WHAT=subsonic`
/// starts one.
@Suite(
  "A real Subsonic server",
  .tags(.local),
  .serialized,
  .enabled(if: address != nil, "SUBSONIC_TEST_URL is not set.")
)
struct RealSubsonicTests {
  private let client: SubsonicClient

  init() throws {
    client = SubsonicClient(
      server: try SubsonicServer(try #require(address)),
      credentials: .password(
        user: environment["SUBSONIC_TEST_USER"] ?? "",
        password: environment["SUBSONIC_TEST_PASSWORD"] ?? ""
      )
    )
  }

  private func songs() async throws -> [Subsonic.Song] {
    try await client.search("o", songs: 20).song.map(Array.init) ?? []
  }

  @Test("is browsed")
  func browsing() async throws {
    try await client.ping()
    let artist = try #require(try await client.artists().all.first { $0.name == "The Band" })
    let album = try #require(try await client.artist(artist.id).album?.first)
    #expect(try await client.album(album.id).song?.map(\.title) == ["one", "two", "three", "four"])
    #expect(try await client.albums(.newest).map(\.id) == [album.id])
    #expect(try await client.albums(.newest, offset: 1).isEmpty)
    #expect(try await client.genres().map(\.value) == ["Rock"])
    #expect(try await client.songs(ofGenre: "Rock").count == 4)
    #expect(try await client.randomSongs(limit: 3).count == 3)
    #expect(try await client.extensions().all.isEmpty)
    await #expect { _ = try await client.podcasts() } throws: {
      ($0 as? CatalogError)?.code == .unavailable
    }
    let source = try await SubsonicService(client: client).picture(
      try #require(album.coverArt),
      atLeast: 100
    )
    guard case .remote(let url) = source.location else { return }
    let reply = try await NetworkTransport().send(try HTTPTransportRequest(url))
    #expect(reply.body.starts(with: [0xFF, 0xD8]))
  }

  @Test("keeps playlists")
  func playlists() async throws {
    let ids = try await songs().map(\.id)
    try await client.createPlaylist("Evening", songs: ids)
    let made = try #require(try await client.playlists().first { $0.name == "Evening" })
    try await client.updatePlaylist(made.id, name: "Night", adding: [ids[0]], removing: [0, 1])
    let changed = try await client.playlist(made.id)
    #expect(changed.name == "Night")
    #expect(changed.entry?.map(\.id) == ids.dropFirst(2) + [ids[0]])
    try await client.deletePlaylist(made.id)
    await #expect { _ = try await client.playlist(made.id) } throws: {
      ($0 as? CatalogError)?.code == .notFound
    }
  }

  @Test("keeps stars and ratings")
  func stars() async throws {
    let song = try #require(try await songs().first)
    try await client.star(.song(song.id))
    #expect(try await client.starred().song?.map(\.id) == [song.id])
    #expect(try await client.song(song.id).starred != nil)
    try await client.unstar(.song(song.id))
    #expect(try await client.starred().song?.isEmpty ?? true)
    try await client.rate(song.id, 4)
    #expect(try await client.song(song.id).userRating == 4)
    try await client.rate(song.id, 0)
    #expect(try await client.song(song.id).userRating == nil)
  }

  @Test("transcodes on request, and reports in JSON if it can't")
  func transcodes() async throws {
    let song = try #require(try await songs().first { $0.suffix == "flac" })
    func reply(_ format: String) async throws -> HTTPTransportResponse {
      let delivery = SubsonicDelivery(maximumBitRate: 64, format: format)
      let source = try await SubsonicResolver(client: client, delivery: delivery)
        .resolve(SubsonicTrack(id: song.id))
      guard case .remote(let url) = source.location else { throw PlayerError(.invalidItem, "") }
      return try await NetworkTransport().send(try HTTPTransportRequest(url))
    }
    let mp3 = try await reply("mp3")
    #expect(mp3.response.headerFields[.contentType]?.hasPrefix("audio/mpeg") == true)
    #expect(mp3.body.count > 10_000)
    let none = try await reply("opus")
    #expect(none.response.status == .ok)
    #expect(none.body.starts(with: Data("{".utf8)))
  }
}
