import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport

/// Plays media that would make libmpv allocate gigabytes, each followed by a song.
struct HungryEngine {
  /// The memory that the engine and the bytes need in addition, in megabytes.
  private static let maximumMegabytes = 200

  /// The file that each of the media is written to.
  let scratch: String
  /// A file that must play after each.
  let song: String

  /// - Parameter name: the only media to play; `nil` plays all.
  /// - Returns: whether each failed or played as it must, with little memory, and the song after it played.
  func play(only name: String?) async throws -> Bool {
    let engine = try MPVEngine(configuration: .init(output: .null))
    var ids = LoadIDIssuer.unique()
    func play(_ path: String) async -> LoadEvent? {
      let (reports, continuation) = AsyncStream.makeStream(of: LoadEvent.self)
      engine.load(
        EngineLoad(
          id: ids.nextLoad(),
          source: MediaSource(.file(path: path)),
          clip: nil,
          position: .zero,
          isPlaying: true,
          album: AlbumContext()
        ) { continuation.yield($0) }
      )
      for await report in reports where report.isTerminal { return report }
      return nil
    }
    var isGood = true
    for (media, mustFail) in [(HungryMedia.refused, true), (HungryMedia.defused, false)] {
      for (title, bytes) in media where name == nil || title == name {
        try Data(bytes).write(to: URL(filePath: scratch))
        let before = PeakMemory.megabytes
        let report = await play(scratch)
        let next = await play(song)
        let memory = PeakMemory.megabytes - before
        let mayPlay = !mustFail || HungryMedia.cutOut.contains(title)
        var failure: PlayerError?
        if case .failed(let error, _)? = report { failure = error }
        say(
          "\(title): \(bytes.count) bytes, \(failure.map { "\($0.code)" } ?? "played"), \(memory) MB"
        )
        isGood =
          isGood && (mayPlay || failure?.code == .unsupportedFormat)
          && next == .ended(followedBy: nil) && memory < Self.maximumMegabytes
      }
    }
    await engine.close()
    return isGood
  }
}
