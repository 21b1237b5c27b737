import Foundation
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices

/// The demo's queue, with all kinds of tracks that one player supports: files, a song of a Subsonic
/// server, a part of a podcast, HLS, and the result of yt-dlp for a page. It also has previews of
/// Apple Music, Spotify, and Deezer, found by searches in a simulator. This process serves all of
/// it.
struct Demo {
  private(set) var items: [QueueItem] = []
  /// The clients of the servers in this process.
  let services: MusicServices
  private let files: DemoFiles
  private let server: DemoServer
  private let simulator: ServiceSimulator

  /// Creates the missing files, and starts the servers.
  ///
  /// - Parameter ytdlp: The yt-dlp to use for the page, `auto` for the one on the search path, or
  ///   `nil` for a stand-in.
  static func start(ytdlp: String? = nil) async throws -> Demo {
    let files = try DemoFiles.prepare()
    let subsonic = DemoSubsonic(song: files.secondHalf, title: "First Light, second half")
    let server = try await DemoServer.start(serving: files.served, subsonic: subsonic)
    let simulator = try await ServiceSimulator.start()
    let reader =
      try ytdlp
      ?? DemoPageReader.write(
        server.url(of: files.paperBoats),
        on: server.url(of: files.page),
        in: files.folder
      )
    let services = MusicServices(
      simulator,
      environment: [
        "SUBSONIC_URL": server.baseURL.absoluteString, "SUBSONIC_USER": "demo",
        "SUBSONIC_PASSWORD": "demo", "YTDLP": reader,
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
      ]
    )
    let previews = try await DemoSearch(services: services).tracks()
    var demo = Demo(services: services, files: files, server: server, simulator: simulator)
    demo.items = try await demo.items(with: previews)
    return demo
  }

  /// The number of tracks in the demo.
  static let trackCount = plainCount + DemoSearch.count
  private static let plainCount = 6

  /// The first two tracks are halves of one piece.
  private func items(with previews: [any Track]) async throws -> [QueueItem] {
    var previews = previews.map { QueueItem($0) }[...]
    var items = [plain(files.firstHalf, "First Light, first half")]
    items += try await tracks(of: "subsonic:" + DemoSubsonic.songID).map { QueueItem($0) }
    let episode = try await tracks(of: server.url(of: files.feed).absoluteString)
    let start = Duration.seconds(DemoFiles.soundbite.start)
    let clip = try Clip(from: start, to: start + .seconds(DemoFiles.soundbite.length))
    items += episode.map { QueueItem($0, clip: clip) }
    if let preview = previews.popFirst() { items.append(preview) }
    items.append(plain(server.url(of: files.undertowList), "Undertow"))
    if let preview = previews.popFirst() { items.append(preview) }
    let page = server.url(of: files.page).absoluteString
    items += try await tracks(of: "ytdlp:" + page).map { QueueItem($0) }
    items += previews
    items.append(plain(files.undertow, "Undertow"))
    return items
  }

  private func plain(_ url: URL, _ title: String) -> QueueItem {
    let metadata = TrackMetadata(title: title, artist: DemoFiles.artist)
    return QueueItem(URLTrack(url: url, metadata: metadata))
  }

  private func tracks(of item: String) async throws -> [any Track] {
    guard case .link(let link) = MusicReference(item, recognizers: services.recognizers),
      let service = services.service(of: link)
    else { throw PlayerError(.invalidItem, "The demo lacks an item. Install the program again.") }
    return try await service.tracks(of: link)
  }

  /// The temporary folder of the demo.
  var folder: URL { files.folder }
  /// A file that any player can play.
  var anyFile: URL { files.firstHalf }

  /// Stops the servers, and deletes the created files.
  func stop() async {
    await simulator.stop()
    await server.stop()
    try? FileManager.default.removeItem(at: files.folder)
  }
}
