import Foundation
import MusicCatalog
import PlayerKit
import ServiceKit
import ServiceSimulator

/// The demo's queue: files, plain URLs served by this process, and previews of Apple Music, Spotify
/// and Deezer that were found by searches in a simulator, in this process too.
struct Demo {
  let tracks: [any Track]
  /// The clients of the simulator.
  let services: MusicServices
  private let files: DemoFiles
  private let server: LoopbackServer
  private let simulator: ServiceSimulator

  /// Makes what is not carried, and starts to serve.
  static func start() async throws -> Demo {
    let files = try DemoFiles.prepare()
    let server = try await LoopbackServer.start(
      serving: files.items.filter(\.isRemote).map(\.file)
    )
    let simulator = try await ServiceSimulator.start()
    let services = MusicServices(simulator)
    let plain = files.items.map { item in
      URLTrack(
        url: item.isRemote ? server.url(of: item.file) : item.file,
        metadata: TrackMetadata(title: item.title, artist: DemoFiles.artist)
      )
    }
    let previews = try await DemoSearch(services: services).tracks()
    return Demo(
      tracks: mixed(plain, previews),
      services: services,
      files: files,
      server: server,
      simulator: simulator
    )
  }

  /// How many tracks the demo has.
  static let trackCount = DemoFiles.count + DemoSearch.count

  /// Two plain tracks, which are halves of one piece, then by turns.
  private static func mixed(_ plain: [any Track], _ previews: [any Track]) -> [any Track] {
    var tracks = Array(plain.prefix(2))
    var (plain, previews) = (plain.dropFirst(2), previews[...])
    while !plain.isEmpty || !previews.isEmpty {
      if let preview = previews.popFirst() { tracks.append(preview) }
      if let next = plain.popFirst() { tracks.append(next) }
    }
    return tracks
  }

  /// Stops serving, and takes away what was made.
  func stop() async {
    await simulator.stop()
    await server.stop()
    try? FileManager.default.removeItem(at: files.folder)
  }
}
