import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitMPV

/// Plays a short queue that needs nothing but this program.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Play a short queue of files and simulated services, and measure its joints."
  )

  @OptionGroup var options: PlayOptions

  @Option(
    name: .customLong("yt-dlp"),
    help: ArgumentHelp(
      "Read the demo's page with this yt-dlp; auto: the one on the search path. Without it, a small program does.",
      valueName: "path|auto"
    )
  )
  var ytdlp: String?

  func validate() throws {
    try options.checkIndices(among: Demo.trackCount)
  }

  func run() async throws {
    let demo = try await Demo.start(ytdlp: ytdlp)
    let status = try await play(demo)
    await demo.stop()
    throw ExitCode(status.rawValue)
  }

  @MainActor
  private func play(_ demo: Demo) async throws -> ExitStatus {
    guard !options.json else { return await playback(of: demo, options).run() }
    var options = options
    // Without a sound card, the queue goes to a file, as fast as it decodes.
    if options.output == OutputOption(.auto), try await !hasSoundCard(demo) {
      let file = demo.folder.appendingPathComponent("demo.pcm")
      options.output = OutputOption(.pcm(path: file.path))
    }
    let reporter = DemoReporter()
    var run = playback(of: demo, options)
    run.makeReporter = { reporter }
    let status = await run.run()
    if status == .success { try await close(demo, options, reporter) }
    return status
  }

  @MainActor
  private func playback(of demo: Demo, _ options: PlayOptions) -> Playback {
    Playback(
      options: options,
      entries: demo.items,
      services: demo.services,
      remotes: options.remotes
    )
  }

  private func hasSoundCard(_ demo: Demo) async throws -> Bool {
    let noise = LibraryNoise()
    defer { withExtendedLifetime(noise) {} }
    return try await DemoJoints.hasSoundCard(playing: demo.anyFile)
  }

  /// A pipe or a device can't be read again.
  private func isFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// Prints the joints and the closing line.
  @MainActor
  private func close(
    _ demo: Demo,
    _ options: PlayOptions,
    _ reporter: DemoReporter
  ) async throws {
    let entries = reporter.played
    let services = entries.map(DemoReporter.service)
    let summary =
      "\(entries.count) titles of \(Set(services).count) kinds in \(reporter.formats.count) formats"
    guard case .pcm(let path)? = options.output.output, options.sound.crossfade == nil,
      options.position == .zero, entries.count > 1, isFile(path)
    else { return reporter.write(summary + ". --output pcm:FILE measures the joints.") }
    let joints = DemoJoints(services: demo.services, options: options, folder: demo.folder)
    let lost = try await joints.lost(inFile: path, of: entries.map(\.item))
    for (names, count) in zip(zip(services, services.dropFirst()), lost) {
      let text = count.map(String.init) ?? "unknown"
      reporter.write("\(names.0) to \(names.1): samples lost: \(text)")
    }
    let total = lost.contains(nil) ? "unknown" : String(lost.reduce(0) { $0 + abs($1 ?? 0) })
    reporter.write("\(summary), \(lost.count) joints, samples lost: \(total).")
  }
}
