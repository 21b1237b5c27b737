import ArgumentParser
import Foundation

/// Measures the engine without a queue, for the figures of the decisions.
struct EngineCommand: AsyncParsableCommand {
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case loader, skip, mp3, levels, fade
  }

  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Measures loading beside mpv's own HTTP, skipping, MP3, levels and fades.",
    discussion: "`levels` takes minutes. `fade` needs PulseAudio."
  )

  @Argument(help: "The parts to measure.") var parts: [Part] = [.loader, .skip, .mp3]
  @Option(help: "The number of rounds of each measurement.") var rounds = 12

  func run() async throws {
    try await Scratch.use("engine") { folder in
      let benchmark = EngineBenchmark(folder: folder, rounds: rounds)
      for part in parts {
        Console.note(part.rawValue)
        switch part {
        case .loader: try await benchmark.measureLoader()
        case .skip: try await benchmark.measureSkips()
        case .mp3: try await benchmark.measureMP3()
        case .levels: try await benchmark.measureLevels()
        case .fade: try await benchmark.measureFades()
        }
      }
      try benchmark.verdict.conclude()
    }
  }
}

/// The context of all parts.
struct EngineBenchmark {
  let folder: String
  /// The number of rounds of each measurement.
  let rounds: Int
  let verdict = Verdict()

  /// Writes a file, and returns its path.
  func write(_ data: Data, _ name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  func row(_ name: String, _ samples: Samples) -> [String] {
    [name, samples.median.rounded(to: 1), samples.max.rounded(to: 1)]
  }
}
