import ArgumentParser
import PlayerKit
import PlayerKitDiscovery
import PlayerKitMusicBrainz
import PlayerKitServices

/// Plays an endless queue.
struct RadioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "radio",
    abstract: "Play an endless queue of music like a track, an artist or a genre.",
    discussion: """
      A SEED is an item as for play, artist:NAME or genre:NAME. It asks the configured services for similar \
      artists and popular tracks. So they learn which artists, tracks, and genres the radio starts from and uses. \
      With --json, "because" in each track event is the reason for the track. \
      Equal values of --seed give equal radios if the services answer alike.
      """
  )

  @OptionGroup var options: PlayOptions
  @OptionGroup var services: ServiceOptions

  @Option(help: "The number of tracks to play. Endless by default.", transform: Self.count)
  var count: Int?

  @Argument(help: ArgumentHelp("An item, artist:NAME or genre:NAME.", valueName: "seed"))
  var seed: String

  func validate() throws {
    guard options.startAt == nil, options.position == .zero, options.clips.isEmpty else {
      throw ValidationError(
        "A radio plays whole tracks from its first one. Leave out --start-at, --position, and --clip."
      )
    }
    if case .pcm? = options.output.output, count == nil {
      throw ValidationError("A radio has no end. Limit the tracks of the file with --count N.")
    }
  }

  func run() async throws {
    var musicBrainz: MusicBrainzClient?
    let services = MusicServices(options: services, musicBrainz: &musicBrainz)
    let interruption = Interruption(terminated: .success)
    let desk = RadioStart(
      services: services,
      musicBrainz: musicBrainz,
      chance: options.seed
    )
    let isWhole = if case .pcm? = options.output.output { true } else { false }
    let start = try await interruption.cancelling { [seed, count] in
      try await desk.start(from: seed, count: count, isWhole: isWhole)
    }
    if let complaint = start.complaint {
      ConsoleWriter.standardError.write("playerkit: \(PrintableText.line(complaint))\n")
    }
    var playback = Playback(
      options: options,
      entries: start.items,
      services: services,
      interruption: interruption,
      remotes: options.remotes
    )
    playback.source = start.source
    playback.scrobbles = options.scrobbles
    let status = await playback.run()
    throw ExitCode(status.rawValue)
  }

  private static func count(_ text: String) throws -> Int {
    guard let count = Numbers.index(text), (1...10_000).contains(count) else {
      throw ValidationError("a count is a whole number from 1 to 10000")
    }
    return count
  }
}
