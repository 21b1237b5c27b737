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
  static func tracks(_ count: Int, from first: Int = 0, isRich: Bool = false) -> [any Track] {
    (first..<first + count).map { number in
      URLTrack(path: "/music/\(number).mp3", metadata: metadata(number, isRich: isRich))
    }
  }

  /// What is known of one, little or all that tags hold.
  static func metadata(_ number: Int, isRich: Bool) -> TrackMetadata {
    guard isRich else { return TrackMetadata(title: "Track \(number)") }
    var details = TrackDetails()
    details.albumArtist = "Some Orchestra of the World"
    details.artists = ["Soloist Number \(number % 100)", "Some Orchestra of the World"]
    details.composers = ["Composer Number \(number % 50)"]
    details.genres = ["Classical"]
    details.date = "1999-12-31"
    details.trackCount = 12
    details.isrc = "DEAB1\(1_000_000 + number % 1_000_000)"
    details.artwork = Artwork(Artwork.Key(source: "file", id: "/music/\(number).mp3"))
    return TrackMetadata(
      title: "Track Number \(number) of an album",
      artist: "Soloist Number \(number % 100)",
      album: "The Album with the Number \(number / 12)",
      duration: .seconds(200 + number % 100),
      albumID: "album-\(number / 12)",
      discNumber: 1,
      trackNumber: number % 12 + 1,
      details: details
    )
  }
}
