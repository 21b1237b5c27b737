import BenchmarkKit
import Foundation

/// Measures the engine by itself, for the figures of the decisions:
///
///     engine-figures [loader] [skip] [mp3] [levels] [fade] [--rounds N]
///
/// Without names, all parts but `levels` and `fade`. `levels` takes minutes. `fade` needs a PulseAudio sink that takes
/// back what it has rendered, named in `FADE_SINK`: `make realtime-fade` starts one.
@main
enum EngineFigures {
  static func main() async throws {
    var parts = Array(CommandLine.arguments.dropFirst())
    var rounds = 12
    if let index = parts.firstIndex(of: "--rounds"), index + 1 < parts.count {
      rounds = Int(parts[index + 1]) ?? rounds
      parts.removeSubrange(index...index + 1)
    }
    let known = ["loader", "skip", "mp3", "levels", "fade"]
    guard parts.allSatisfy(known.contains) else {
      Console.note("unknown; there is: \(known.joined(separator: " "))")
      exit(2)
    }
    let folder = FileManager.default.temporaryDirectory.path + "/engine-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bench = Bench(folder: folder, rounds: rounds)
    for part in parts.isEmpty ? Array(known.dropLast(2)) : parts {
      Console.note(part)
      switch part {
      case "loader": try await bench.measureLoader()
      case "skip": try await bench.measureSkips()
      case "mp3": try await bench.measureMP3()
      case "levels": try await bench.measureLevels()
      default: try await bench.measureFades()
      }
    }
    bench.verdict.conclude()
  }
}

/// What the parts share.
struct Bench {
  let folder: String
  /// How often each thing is done.
  let rounds: Int
  let verdict = Verdict()

  /// Writes a file.
  func write(_ data: Data, _ name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  func row(_ name: String, _ samples: Samples) -> [String] {
    [name, samples.median.rounded(to: 1), samples.max.rounded(to: 1)]
  }
}

func pause(_ time: Duration) async throws { try await Task.sleep(for: time) }
