import ArgumentParser
import PlayerKit

/// Plays a short queue that needs nothing but this program.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Play a short queue of files, URLs and previews, all from this program itself."
  )

  @OptionGroup var options: PlayOptions

  func validate() throws {
    try options.checkIndices(among: Demo.trackCount)
  }

  func run() async throws {
    let demo = try await Demo.start()
    let status = await Playback(
      options: options,
      entries: demo.tracks.map { QueueItem($0) },
      services: demo.services,
      remotes: options.remotes
    )
    .run()
    await demo.stop()
    throw ExitCode(status.rawValue)
  }
}
