import ArgumentParser
import PlayerKit

/// Plays a queue and exits at its end.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a queue and exit at its end.",
    discussion: """
      An ITEM is a path, or an http(s) URL of audio. One that begins with “-” stands after “--”. \
      With --json, standard input takes commands, one a line: play, pause, toggle, next, previous, \
      seek S, volume N, rate R, shuffle on|off, repeat off|one|all, add ITEM, playnext ITEM, \
      insert N ITEM, remove N, move N M, clear, stop-after-current, quit.
      """
  )

  @OptionGroup var options: PlayOptions

  @Argument(help: ArgumentHelp("What to play, in this order.", valueName: "item"))
  var items: [String]

  func validate() throws {
    guard let start = options.startAt, !items.indices.contains(start) else { return }
    throw ValidationError(
      "--start-at \(start) is out of range: there are \(items.count) items, counted from 0."
    )
  }

  func run() async throws {
    let tracks = items.map { URLTrack(item: $0) }
    let status = await Playback(options: options, tracks: tracks).run()
    throw ExitCode(status.rawValue)
  }
}
