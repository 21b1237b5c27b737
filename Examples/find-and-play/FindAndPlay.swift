import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitMPV
import PlayerKitServices

/// Finds songs in Apple Music or the iTunes Store, and plays their previews as one queue:
/// `swift run find-and-play lighthouse`.
///
/// It searches Apple Music if `APPLE_MUSIC_DEVELOPER_TOKEN` contains a developer token, otherwise
/// the iTunes Store, which needs none. `APPLE_MUSIC_API` and `ITUNES_API` name other servers, such
/// as the simulator's.
@main
struct FindAndPlay {
  static func main() async throws {
    let term = CommandLine.arguments.dropFirst().joined(separator: " ")
    guard !term.isEmpty else {
      print("usage: find-and-play WORDS")
      exit(2)
    }
    do {
      try await play(term)
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func play(_ term: String) async throws {
    let store = ITunesSearchClient(configuration: .init(baseURL: address("ITUNES_API")))
    let tracks: [AppleMusicTrack]
    let catalogs: [any AppleMusicPreviewCatalog]
    let token = ProcessInfo.processInfo.environment["APPLE_MUSIC_DEVELOPER_TOKEN"] ?? ""
    if !token.isEmpty {
      let appleMusic = AppleMusicClient(
        developerTokens: StaticDeveloperTokenProvider(token),
        storefront: "us",
        configuration: .init(baseURL: address("APPLE_MUSIC_API"))
      )
      let found = try await appleMusic.search(term, for: [.songs], limit: 5)
      tracks = (found.results.songs?.members ?? []).map { AppleMusicTrack($0) }
      catalogs = [appleMusic, store]
    } else {
      let found = try await store.search(ITunes.Search(term, limit: 5))
      tracks = found.songs.map { AppleMusicTrack($0) }
      catalogs = [store]
    }

    let engine = try MPVEngine(
      configuration: .init(onNotice: { _ in print("There is no sound output: nothing is heard.") })
    )
    let finder = AppleMusicPreviewFinder(catalogs: catalogs)
    let queue = QueuePlayer(players: [AppleMusicPreviewPlayer(finder: finder, engine: engine)])
    let updates = queue.updates()
    try queue.set(tracks)
    queue.play()
    listening: for await case .event(let event) in updates {
      switch event.change {
      case .transition(let transition):
        let metadata = transition.to?.metadata
        print(metadata?.title ?? "?", "–", metadata?.artist ?? "?")
      case .failed(let failure):
        print(failure.entry.metadata.title ?? failure.entry.track.id, failure.error)
      case .ended:
        break listening
      default:
        break
      }
    }
    await engine.close()
  }

  /// The address in an environment variable.
  private static func address(_ name: String) -> URL? {
    ProcessInfo.processInfo.environment[name].flatMap { URL(string: $0) }
  }
}
