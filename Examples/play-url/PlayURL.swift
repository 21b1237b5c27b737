import PlayerKit
import PlayerKitMPV

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Plays one URL or file to its end: `swift run play-url https://example.org/song.mp3`.
@main
struct PlayURL {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: play-url URL-OR-PATH")
      exit(2)
    }
    let engine = try MPVEngine(
      configuration: .init(onNotice: { _ in print("There is no sound output: nothing is heard.") })
    )
    let player = URLPlayer(engine: engine)
    let updates = player.updates()
    player.play(URLTrack(item: CommandLine.arguments[1]))

    for await case .event(let event) in updates {
      switch event.change {
      case .state(_, let state):
        print(state.rawValue)
      case .failed(let error):
        print("It can't be played.", error)
        exit(1)
      case .ended:
        await engine.close()
        return
      default:
        break
      }
    }
  }
}
