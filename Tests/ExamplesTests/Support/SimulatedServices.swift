import Foundation
import PlayerKitAppleMusic
import PlayerKitServiceSimulator
import PlayerKitServices

@testable import PlayerKitCLI

/// A simulator in this process, and the settings with which the tool in another process finds it.
struct SimulatedServices {
  let simulator: ServiceSimulator

  /// Runs `body` with a running simulator.
  static func with<Result>(
    _ body: (SimulatedServices) async throws -> Result
  ) async throws -> Result {
    let simulator = try await ServiceSimulator.start()
    do {
      let result = try await body(SimulatedServices(simulator: simulator))
      await simulator.stop()
      return result
    } catch {
      await simulator.stop()
      throw error
    }
  }

  /// The addresses of the services.
  var options: [String] {
    [
      "--apple-api", simulator.appleMusic.absoluteString,
      "--itunes-api", simulator.itunes.absoluteString,
      "--spotify-api", simulator.spotify.absoluteString,
      "--spotify-accounts", simulator.spotifyAccounts.absoluteString,
      "--deezer-api", simulator.deezer.absoluteString,
    ]
  }

  /// Includes the credentials that each service requires.
  var environment: [String: String] {
    [
      "APPLE_MUSIC_DEVELOPER_TOKEN": simulator.developerToken,
      "SPOTIFY_CLIENT_ID": simulator.spotifyClientID,
      "SPOTIFY_CLIENT_SECRET": simulator.spotifyClientSecret,
    ]
  }

  /// Clients for facts that a test needs in advance.
  var services: MusicServices {
    MusicServices(simulator)
  }

  /// The Apple Music API's client.
  var appleMusic: AppleMusicClient? {
    services.all.lazy.compactMap { $0 as? AppleMusicService }.first?.client
  }

  /// The first songs of a search that have a preview, with its exact number of frames.
  func songs(_ count: Int) async throws -> [(id: String, title: String, frames: Int)] {
    guard let client = appleMusic else { return [] }
    let found = try await client.search("lighthouse", for: [.songs], limit: 25)
    let songs = (found.results.songs.map(Array.init) ?? []).compactMap { song in
      let url = song.previews?.lazy.compactMap(\.url).compactMap { URL(string: $0) }.first
      return url.flatMap(simulator.previewFrames(at:)).map { frames in
        (id: song.id, title: song.name ?? "", frames: frames)
      }
    }
    return Array(songs.prefix(count))
  }
}
