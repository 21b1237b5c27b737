import Foundation
import PlayerKit

/// The demo's queue, partly of files, partly over http from a server in this process.
struct Demo {
  let tracks: [any Track]
  private let files: DemoFiles
  private let server: LoopbackServer

  /// Makes what is not carried, and starts to serve.
  static func start() async throws -> Demo {
    let files = try DemoFiles.prepare()
    let server = try await LoopbackServer.start(
      serving: files.items.filter(\.isRemote).map(\.file)
    )
    let tracks = files.items.map { item in
      URLTrack(
        url: item.isRemote ? server.url(of: item.file) : item.file,
        metadata: TrackMetadata(title: item.title, artist: DemoFiles.artist)
      )
    }
    return Demo(tracks: tracks, files: files, server: server)
  }

  /// Stops serving, and takes away what was made.
  func stop() async {
    await server.stop()
    try? FileManager.default.removeItem(at: files.folder)
  }
}
