import ArgumentParser
import PlayerKit

/// Plays a short queue that needs nothing but this program.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Play a short queue of many kinds, all from this program itself."
  )

  @OptionGroup var options: PlayOptions

  @Option(
    name: .customLong("yt-dlp"),
    help: ArgumentHelp(
      "Have this yt-dlp look at the demo's page; auto: the one on the search path. Else a small program does.",
      valueName: "path|auto"
    )
  )
  var ytdlp: String?

  func validate() throws {
    try options.checkIndices(among: Demo.trackCount)
  }

  func run() async throws {
    let demo = try await Demo.start(ytdlp: ytdlp)
    let status = await Playback(
      options: options,
      entries: demo.items,
      services: demo.services,
      remotes: options.remotes
    )
    .run()
    await demo.stop()
    throw ExitCode(status.rawValue)
  }
}
