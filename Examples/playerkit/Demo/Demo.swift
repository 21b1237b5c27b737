import Foundation
import PlayerKit

/// The demo's queue: two files that are one piece, and two pieces over http from this process.
struct Demo {
  private static let artist = "The PlayerKit Ensemble"

  let tracks: [any Track]
  private let server: LoopbackServer
  private let folder: URL

  /// Makes what is not carried, and starts to serve.
  static func start() async throws -> Demo {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playerkit-demo-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let opening = folder.appendingPathComponent("first-light-1.wav")
    let (first, _) = DemoMusic.firstLight.render().cut(atFrame: DemoMusic.firstLightCut)
    try WAVWriter.write(first, to: opening)
    let boats = try resource("paper-boats", "mp3")
    let undertow = try resource("undertow", "m4a")
    let server = try await LoopbackServer.start(serving: [boats, undertow])
    let tracks = [
      track(opening, "\(DemoMusic.firstLight.title) (beginning)"),
      track(try resource("first-light-2", "flac"), "\(DemoMusic.firstLight.title) (end)"),
      track(server.url(of: boats), DemoMusic.paperBoats.title),
      track(server.url(of: undertow), DemoMusic.undertow.title),
    ]
    return Demo(tracks: tracks, server: server, folder: folder)
  }

  /// Stops serving, and takes away what was made.
  func stop() async {
    await server.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func track(_ url: URL, _ title: String) -> URLTrack {
    URLTrack(url: url, metadata: TrackMetadata(title: title, artist: artist))
  }

  private static func resource(_ name: String, _ type: String) throws -> URL {
    guard let url = Bundle.module.url(forResource: name, withExtension: type) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return url
  }
}
