import ArgumentParser
import PlayerKit

/// Measures the queue at several numbers of entries.
struct QueueCommand: AsyncParsableCommand {
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case value, player, memory, peers
  }

  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Measures the queue by its number of entries, beside MPD if it is installed."
  )

  @Argument(help: "The parts to measure.") var parts = Part.allCases
  @Option(parsing: .upToNextOption, help: "The numbers of entries.")
  var counts = [1_000, 100_000, 1_000_000]

  func run() async throws {
    let verdict = Verdict()
    for part in parts {
      Console.note(part.rawValue)
      switch part {
      case .value: try ValueOperations.measure(counts, verdict)
      case .player: try await PlayerOperations.measure(counts, verdict)
      case .memory: try QueueMemory.measure(counts, verdict)
      case .peers: try await PeerOperations.measure()
      }
    }
    try verdict.conclude()
  }
}

/// Tracks as an app would queue them.
enum InventedTracks {
  /// - Parameter isRich: Whether the tracks have all metadata that tags can hold, or only a title.
  static func make(_ count: Int, from first: Int = 0, isRich: Bool = false) -> [any Track] {
    (first..<first + count).map { number in
      URLTrack(path: "/music/\(number).mp3", metadata: metadata(number, isRich: isRich))
    }
  }

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
