import Foundation
import PlayerKitDeezer
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

/// The client's reads from the simulator, endpoint by endpoint.
@Suite("Deezer's client and the simulator", .tags(.local), .timeLimit(.minutes(5)))
struct DeezerRoundTripTests {
  @Test("Each endpoint of the simulator is called by the client, and answers it")
  func allRoutes() async throws {
    let simulator = try await ServiceSimulator.start()
    do {
      var coverage = EndpointCoverage(.deezer, of: simulator)
      try await read(
        DeezerClient(
          configuration: .init(baseURL: simulator.deezer, transport: NetworkTransport())
        )
      )
      coverage.record("the client")
      FileHandle.standardOutput.write(Data(coverage.table.utf8))
      #expect(coverage.missed.map(\.description) == [])
    } catch {
      await simulator.stop()
      throw error
    }
    await simulator.stop()
  }

  private func read(_ client: DeezerClient) async throws {
    let found = try await client.search(.init("lighthouse"))
    let listed = try #require(found.members.first)
    let track = try await client.track(listed.id)
    #expect(track.title == listed.title)
    if let isrc = track.isrc, !isrc.isEmpty {
      #expect(try await client.track(isrc: isrc).isrc == isrc)
    }
    let same = try await client.search(.init(track: track.title), for: Deezer.Track.self)
    #expect(same.members.isEmpty == false)
    let album = try await client.album(try #require(track.album?.id))
    #expect(try await client.tracks(ofAlbum: album.id).members.count == album.trackCount)
    let albums = try await client.search(.init("lighthouse"), for: Deezer.Album.self)
    #expect(albums.members.isEmpty == false)
    let artist = try await client.artist(try #require(track.artist?.id))
    #expect(try await client.topTracks(ofArtist: artist.id).members.isEmpty == false)
    #expect(try await client.relatedArtists(to: artist.id).members.isEmpty == false)
    #expect(try await client.albums(ofArtist: artist.id).members.isEmpty == false)
    #expect(try await client.radio(ofArtist: artist.id, limit: 5).members.count == 5)
    let named = try await client.search(.init(artist.name ?? ""), for: Deezer.Artist.self)
    #expect(named.members.contains { $0.id == artist.id })
    let chart = try await client.chart()
    let playlist = try #require(chart.playlists?.members.first)
    let songs = try await client.tracks(ofPlaylist: playlist.id)
    #expect(songs.members.isEmpty == false)
    #expect(try await client.playlist(playlist.id).title == playlist.title)
    let singer = try #require(songs.members.first?.artist?.id)
    #expect(try await client.playlists(ofArtist: singer).members.isEmpty == false)
    let lists = try await client.search(.init(playlist.title ?? ""), for: Deezer.Playlist.self)
    #expect(lists.members.isEmpty == false)
    let genre = try #require(try await client.genres().members.first { $0.id != "0" })
    #expect(try await client.genre(genre.id).name == genre.name)
    #expect(try await client.artists(ofGenre: genre.id).members.isEmpty == false)
    let raw: JSONValue = try await client.value(of: CatalogRequest("/track/\(track.id)"))
    #expect(raw["title"]?.string == track.title)
  }
}
