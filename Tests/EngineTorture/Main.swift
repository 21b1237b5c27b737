import Foundation
import MediaSupport
import PlayerKit
import PlayerKitMPV

/// Has an engine play media that make readers allocate gigabytes: `EngineTorture SCRATCH SONG [NAME]`, SCRATCH
/// being a file that is written, and NAME the only media that is played. After each, the engine plays SONG.
/// The process prints what became of each, and fails if it took too much memory.
@main
enum Main {
  /// What the engine and the bytes need besides.
  private static let maxMegabytes = 200

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      FileHandle.standardError.write(Data("usage: SCRATCH SONG [NAME]\n".utf8))
      exit(2)
    }
    let (scratch, song) = (arguments[1], arguments[2])
    let name = arguments.count > 3 ? arguments[3] : nil
    let engine = try MPVEngine(configuration: .init(output: .null))
    var ids = LoadIDIssuer.unique()
    func play(_ path: String) async -> LoadReport? {
      let (reports, continuation) = AsyncStream.makeStream(of: LoadReport.self)
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
    for (media, mustFail) in [(HungryMedia.refused, true), (HungryMedia.defused, false)] {
      for (title, bytes) in media where name == nil || title == name {
        try Data(bytes).write(to: URL(fileURLWithPath: scratch))
        let before = PeakMemory.megabytes
        let report = await play(scratch)
        var failure: PlayerError?
        if case .failed(let error, _)? = report { failure = error }
        let next = await play(song)
        let what = failure.map { "\($0.code)" } ?? "played"
        print("\(title): \(bytes.count) bytes, \(what), \(PeakMemory.megabytes - before) MB")
        if mustFail, failure?.code != .unsupportedFormat { exit(1) }
        guard next == .ended(followedBy: nil) else { exit(3) }
        guard PeakMemory.megabytes - before < maxMegabytes else { exit(4) }
      }
    }
    await engine.close()
    print("all played")
  }
}
