import ArgumentParser
import PlayerKit

/// Plays a short queue that needs nothing but this program.
struct DemoCommand: AsyncParsableCommand {
  /// As many as ``Demo`` has.
  private static let trackCount = 4

  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Play a short queue, partly from files, partly over http from this program itself."
  )

  @OptionGroup var options: PlayOptions

  func validate() throws {
    guard let start = options.startAt, start >= Self.trackCount else { return }
    throw ValidationError(
      "--start-at \(start) is out of range: there are \(Self.trackCount) items, counted from 0."
    )
  }

  func run() async throws {
    let demo = try await Demo.start()
    let status = await Playback(options: options, tracks: demo.tracks).run()
    await demo.stop()
    throw ExitCode(status.rawValue)
  }
}
