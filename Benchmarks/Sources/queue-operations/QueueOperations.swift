import BenchmarkKit
import Foundation
import PlayerKit

/// Measures the queue at several lengths; prints tables and bounds, and fails above these.
///
///     queue-operations [value] [player] [memory] [peers] [--counts 1000,100000,1000000]
@main
enum QueueOperations {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "child" { return try MemoryChild.run(Array(arguments.dropFirst())) }
    var counts = [1_000, 100_000, 1_000_000]
    if let index = arguments.firstIndex(of: "--counts"), index + 1 < arguments.count {
      counts = arguments[index + 1].split(separator: ",").compactMap { Int($0) }
      arguments.removeSubrange(index...index + 1)
    }
    let known = ["value", "player", "memory", "peers"]
    guard arguments.allSatisfy(known.contains), !counts.isEmpty else {
      Console.note("unknown; there is: \(known.joined(separator: " "))")
      exit(2)
    }
    let verdict = Verdict()
    for part in arguments.isEmpty ? known : arguments {
      Console.note(part)
      switch part {
      case "value": try ValueOperations.measure(counts, verdict)
      case "player": try await PlayerOperations.measure(counts, verdict)
      case "memory": try Memory.measure(counts, verdict)
      default: try PeerOperations.measure()
      }
    }
    verdict.conclude()
  }

  /// Tracks of the shape that an app would queue.
  static func tracks(_ count: Int, from first: Int = 0) -> [any Track] {
    (first..<first + count).map { number in
      URLTrack(path: "/music/\(number).mp3", metadata: TrackMetadata(title: "Track \(number)"))
    }
  }
}
