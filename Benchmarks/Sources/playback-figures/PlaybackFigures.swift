import BenchmarkKit
import Foundation

/// Measures playback side by side with `mpv` and, where they are installed, MPD and Mopidy:
///
///     playback-figures [start] [process] [second] [next] [waiting] [burst] [processor] [steered]
///                      [memory] [audible] [responsiveness] [joints] [--rounds N] [--seconds N]
///
/// Without names, all parts. Figures are medians of rounds in turns, or of processes that play at the
/// same time: what disturbs one disturbs all.
@main
enum PlaybackFigures {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "child" {
      return try await Child.run(Array(arguments.dropFirst()))
    }
    var settings = Settings()
    settings.rounds = take("--rounds", from: &arguments) ?? settings.rounds
    settings.seconds = take("--seconds", from: &arguments) ?? settings.seconds
    let known = [
      "start", "process", "second", "next", "waiting", "burst", "processor", "steered", "memory",
      "audible", "responsiveness", "joints",
    ]
    guard arguments.allSatisfy(known.contains) else {
      Console.note("unknown; there is: \(known.joined(separator: " "))")
      exit(2)
    }
    try await measure(arguments.isEmpty ? known : arguments, settings)
  }

  private static func measure(_ parts: [String], _ settings: Settings) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/playback-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for peer in ["mpv", "mpd", "mopidy"] where Tool.path(of: peer) == nil {
      Console.write("\(peer) is not installed: left out")
    }
    Console.note("making the music")
    let music = try Music(in: folder)
    let server = try SlowServer(music)
    let bench = Bench(settings: settings, folder: folder, music: music, server: server)
    for part in parts {
      Console.note(part)
      switch part {
      case "start": try await bench.measureFirstSound()
      case "process": try bench.measureNewProcess()
      case "second": try await bench.measureSecondHearing()
      case "next": try await bench.measureNext()
      case "waiting": try await bench.measureWaitingNext()
      case "burst": try await bench.measureBurst()
      case "processor": try bench.measureProcessor()
      case "steered": try bench.measureSteered()
      case "memory": try bench.measureMemory()
      case "responsiveness": try await bench.measureResponsiveness()
      case "audible": try await bench.measureAudible()
      default: try await bench.measureJoints()
      }
    }
    bench.verdict.conclude()
  }

  private static func take(_ name: String, from arguments: inout [String]) -> Int? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    let value = Int(arguments[index + 1])
    arguments.removeSubrange(index...index + 1)
    return value
  }
}

struct Settings {
  /// How often each thing is done.
  var rounds = 7
  /// How long playback is watched for its processor time.
  var seconds = 20
}

/// What the parts share.
struct Bench {
  let settings: Settings
  let folder: String
  let music: Music
  let server: SlowServer
  let verdict = Verdict()
  private let fresh = Counter()

  init(settings: Settings, folder: String, music: Music, server: SlowServer) {
    (self.settings, self.folder, self.music, self.server) = (settings, folder, music, server)
  }

  private final class Counter {
    private var last = 1_000_000

    func next() -> Int {
      last += 1
      return last
    }
  }

  /// A path for something new.
  func path(_ name: String) -> String { "\(folder)/\(UUID().uuidString.prefix(8))-\(name)" }

  /// A track that nobody has asked for before: a player may remember what it read.
  func freshItem(overHTTP: Bool) -> String {
    let number = fresh.next()
    return overHTTP ? server.url(number) : music.path(number)
  }

  /// The items of a queue: files, or at the server.
  func items(_ count: Int, overHTTP: Bool) -> [String] {
    (0..<count).map { overHTTP ? server.url($0) : music.path($0) }
  }
}

func pause(_ seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }
