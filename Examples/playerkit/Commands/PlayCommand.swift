import ArgumentParser
import PlayerKit
import PlayerKitServices

/// Plays a queue, and exits at its end.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a queue and exit at its end.",
    discussion: """
      An ITEM is a path, an http(s) URL of audio, a link of a music service \
      (https://music.apple.com/…), apple:ID, a folder (also of a WebDAV server: davs://host/path), or a playlist (m3u, m3u8, pls, xspf, asx, cue) \
      by path or URL, with --yt-dlp any page. An item with several tracks is replaced by its tracks. An item that begins with “-” must come after “--”. \
      On a terminal: space plays and pauses, n and p go to the next and the previous track, the \
      arrows seek and change the volume, s shuffles, r repeats, q quits. \
      With --json, standard input takes commands, one a line: play, pause, toggle, next, previous, \
      seek S, volume N, rate R, shuffle on|off, repeat off|one|all, add ITEM, playnext ITEM, \
      insert N ITEM, remove N, move N M, clear, stop, stop-after-current, \
      chapter next|previous|N, sleep S, quit.
      """
  )

  @OptionGroup var options: PlayOptions
  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("What to play, in this order.", valueName: "item"))
  var items: [String] = []

  func validate() throws {
    guard items.isEmpty else { return }
    guard options.keepsQueue else {
      throw ValidationError("Missing expected argument '<item> ...'")
    }
    guard options.startAt == nil, options.position == .zero, options.clips.isEmpty else {
      throw ValidationError(
        "A restored queue continues where it was. Name items to use --start-at, --position, or --clip."
      )
    }
  }

  func run() async throws {
    let services = MusicServices(options: services)
    let interruption = Interruption(terminated: .success)
    let entries = try await interruption.cancelling { [items, options] in
      await options.entries(
        of: items,
        by: ItemReader(services: services, lists: ListItems())
      )
    }
    try options.checkIndices(among: entries.count)
    var playback = Playback(
      options: options,
      entries: entries,
      services: services,
      interruption: interruption,
      remotes: options.remotes
    )
    playback.opensPage = true
    playback.scrobbles = options.scrobbles
    let status = await playback.run()
    throw ExitCode(status.rawValue)
  }
}
