import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitServices

/// Compares the sound of a queue with the sound of its tracks, each played alone into a file.
struct DemoJoints {
  private static let frameSize = 4
  /// The bytes that are compared on each side of a joint.
  private static let side = 1_024 * frameSize
  /// How far from its place the next track is looked for.
  private static let reach = 4 * 44_100 * frameSize

  /// The number of lost samples at each joint; negative if there are too many. `nil` if the next
  /// track is not found.
  ///
  /// - Parameters:
  ///   - whole: The sound of the queue, in frames of 16-bit stereo.
  ///   - parts: The sound of each track.
  static func lost(in whole: Data, of parts: [Data]) -> [Int?] {
    var end = 0
    return zip(parts, parts.dropFirst()).map { part, next in
      end += part.count
      let before = part.suffix(side)
      let after = next.prefix(side)
      if slice(whole, end - before.count, end) == before,
        slice(whole, end, end + after.count) == after
      {
        return 0
      }
      let start = min(max(0, end - reach), whole.count)
      let area = start..<max(start, min(whole.count, end + reach))
      guard !after.isEmpty, !area.isEmpty,
        let found = whole.range(of: Data(after), options: [], in: area)
      else { return nil }
      defer { end = found.lowerBound }
      return (end - found.lowerBound) / frameSize
    }
  }

  private static func slice(_ data: Data, _ start: Int, _ end: Int) -> Data? {
    start >= 0 && start <= end && end <= data.count ? data.subdata(in: start..<end) : nil
  }

  let services: MusicServices
  let options: PlayOptions
  let folder: URL

  /// Plays each item alone, and compares the file of the queue with it.
  ///
  /// - Throws: `PlayerError`, or an error of the file system.
  func lost(inFile path: String, of items: [QueueItem]) async throws -> [Int?] {
    var parts: [Data] = []
    for item in items { parts.append(try await sound(of: item)) }
    return Self.lost(in: try Data(contentsOf: URL(fileURLWithPath: path)), of: parts)
  }

  private func sound(of item: QueueItem) async throws -> Data {
    let file = folder.appendingPathComponent("alone.pcm")
    let engine = try MPVEngine(
      configuration: .init(
        output: .pcm(path: file.path),
        quality: options.sound.quality.quality
      )
    )
    let queue = QueuePlayer(players: services.players(on: engine))
    options.apply(to: queue)
    queue.repeatMode = .off
    let updates = queue.updates()
    try queue.set([item])
    queue.play()
    for await case .event(let event) in updates {
      if case .ended = event.change { break }
    }
    await engine.close()
    return try Data(contentsOf: file)
  }

  /// Whether the system's output can be heard: plays a moment of a file without volume.
  static func hasSoundCard(playing file: URL) async throws(PlayerError) -> Bool {
    let (notices, continuation) = AsyncStream<Void>.makeStream()
    let engine = try MPVEngine(
      configuration: .init { notice in
        if case .noSoundCard = notice { continuation.yield() }
      }
    )
    let player = URLPlayer(engine: engine)
    player.volume = 0
    let updates = player.updates()
    player.play(URLTrack(url: file))
    listening: for await case .event(let event) in updates {
      switch event.change {
      case .state(_, .play), .failed, .ended: break listening
      default: break
      }
    }
    await engine.close()
    continuation.finish()
    for await _ in notices { return false }
    return true
  }
}
