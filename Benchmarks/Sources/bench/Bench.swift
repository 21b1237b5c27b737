import ArgumentParser

@main
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures PlayerKit, and fails if a figure exceeds its bound.",
    discussion:
      "Run it by `Benchmarks/run.sh`, which installs the programs that a benchmark needs.",
    subcommands: [
      CatalogCommand.self, QueueCommand.self, PlaybackCommand.self, EngineCommand.self,
      StoreCommand.self, InspectCommand.self, WaveformCommand.self, LibraryCommand.self,
      LibraryFoldersCommand.self, PartCommand.self,
    ]
  )
}

/// A part of a benchmark that runs in its own process, because the benchmark measures the memory or
/// the processor time of that process.
struct PartCommand: AsyncParsableCommand {
  enum Part: String, ExpressibleByArgument {
    case folders, inspect, library, player, queue, waveform
  }

  static let configuration = CommandConfiguration(commandName: "part", shouldDisplay: false)

  @Argument var part: Part
  @Argument var arguments: [String] = []

  func run() async throws {
    switch part {
    case .folders: try await FoldersPart.run(arguments)
    case .inspect: try await InspectPart.run(arguments)
    case .library: try LibraryPart.run(arguments)
    case .player: try await PlayerPart.run(arguments)
    case .queue: try QueuePart.run(arguments)
    case .waveform: try await WaveformPart.run(arguments)
    }
  }
}
