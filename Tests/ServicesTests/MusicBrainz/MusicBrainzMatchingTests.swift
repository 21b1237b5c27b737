import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitDeezer
import PlayerKitMusicBrainz
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

/// Matching by MusicBrainz with the simulated services, over http.
@Suite(.tags(.local)) struct MusicBrainzMatchingTests {
  private struct World {
    let simulator: ServiceSimulator
    let deezer: DeezerService
    let musicBrainz: MusicBrainzClient

    static func start() async throws -> World {
      let simulator = try await ServiceSimulator.start(.init(seed: 1))
      let setup = ServiceSetup(
        bases: [
          "deezer": simulator.url(of: .deezer), "musicbrainz": simulator.url(of: .musicBrainz),
        ],
        network: NetworkTransport()
      )
      let client = try MusicBrainzClient(
        agent: .test,
        configuration: setup.configuration(.musicBrainz, address: "musicbrainz")
      )
      return World(simulator: simulator, deezer: DeezerService(setup), musicBrainz: client)
    }

    /// A song that Deezer has with a preview.
    func song(_ place: Int) async throws -> Deezer.Track {
      let page = try await deezer.catalog.search("the", for: .song, limit: 60)
      let playable = page.entries.filter { $0.hasPreview == true }
      let link = try #require(playable.dropFirst(place).first?.link)
      return try await deezer.client.track(link.id)
    }

    var asked: [String] {
      simulator.requests.filter { $0.service == "musicBrainz" }.map(\.path)
    }
  }

  @Test("codes, ids and merged ids lead to a recording, its codes and its pages")
  func codesIdsMerged() async throws {
    let world = try await World.start()
    let track = try await world.song(0)
    let code = try #require(track.isrc)
    let recordings = try await world.musicBrainz.recordings(isrc: code)
    let recording = try #require(recordings.last)
    #expect(recording.title == track.title)
    let merged = try #require(world.simulator.musicBrainzIDs(ofISRC: code))
    #expect(merged.now == recording.id && merged.before != recording.id)
    let whole = try #require(try await world.musicBrainz.recording(id: merged.before))
    #expect(whole.id == recording.id && whole.isrcs == [code] && !whole.releases.isEmpty)
    let artist = try #require(whole.artists.first?.id)
    let groups = try await world.musicBrainz.releaseGroups(ofArtist: artist)
    #expect(!groups.isEmpty && groups.allSatisfy { $0.primaryType != nil })
    #expect(try await world.musicBrainz.recordings(isrc: "XXXXX0000000").isEmpty)
    // One request a second, none refused and sent again.
    #expect((4...5).contains(world.asked.count))
    await world.simulator.stop()
  }

  @Test(
    "a track with only a MusicBrainz id is found at Deezer, even if its search finds nothing"
  )
  func trackIdMusicbrainz() async throws {
    let world = try await World.start()
    let track = try await world.song(1)
    let code = try #require(track.isrc)
    let ids = try #require(world.simulator.musicBrainzIDs(ofISRC: code))
    var metadata = TrackMetadata(track)
    metadata.details.isrc = nil
    metadata.details.musicBrainz = MusicBrainzIDs(recording: ids.before)
    let wanted = RecordingTrack(metadata)
    let without = SameRecordingResolver(services: [world.deezer])
    let error = await #expect(throws: PlayerError.self) { try await without.resolve(wanted) }
    #expect(error?.code == .notFound && world.asked.isEmpty)
    let lookup = RecordingLookup([world.musicBrainz])
    let resolver = SameRecordingResolver(services: [world.deezer], lookup: lookup)
    let source = try await resolver.resolve(wanted)
    guard case .remote(let url) = source.location else {
      Issue.record("It has no address.")
      return
    }
    #expect(url.path().hasSuffix(".mp3"))
    #expect(resolver.finding(for: wanted)?.lookup?.service == .musicBrainz)
    #expect((1...2).contains(world.asked.count))
    #expect(world.asked.allSatisfy { $0.contains("/ws/2/recording/") })
    await world.simulator.stop()
  }

  @Test("an app that does not identify itself is refused")
  func notSayAsks() async throws {
    let world = try await World.start()
    let base = world.simulator.url(of: .musicBrainz)
    let call = HTTPTransportRequest(
      HTTPRequest(
        method: .get,
        scheme: "http",
        authority: "127.0.0.1:\(base.port ?? 0)",
        path: "\(base.path())/ws/2/isrc/USXX12100001?fmt=json"
      )
    )
    #expect(try await NetworkTransport().send(call).response.status == .forbidden)
    await world.simulator.stop()
  }
}
