import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport

/// Seeks into the last 0.8 s of a repeating song every 16 ms, like a user who drags the seek bar.
struct SeekStorm {
  let song: String
  let output: MPVEngine.Output
  let duration: Duration
  /// Whether the equalizer changes meanwhile.
  let changesSound: Bool

  /// The results of the seeks.
  private struct Outcome {
    var landed = 0
    var replaced = 0
    var failed: [String] = []
  }

  /// - Returns: Whether each seek landed or was replaced by a later one or by the next repetition, and the song
  ///   still plays.
  func run() async throws -> Bool {
    let engine = try MPVEngine(configuration: .init(output: output))
    let queue = QueuePlayer(engine: engine)
    queue.repeatMode = .one
    try await queue.playAndWait(URLTrack(path: song))
    guard let length = queue.duration else {
      say("no duration")
      return false
    }
    var random = SeededGenerator(seed: 1)
    var sent = 0
    let outcome = await withTaskGroup(of: Result<Duration, any Error>.self) { group in
      let end = ContinuousClock.now + duration
      while ContinuousClock.now < end {
        let target = length - .milliseconds(random.below(800))
        group.addTask {
          do {
            return .success(try await queue.seekAndWait(to: target))
          } catch {
            return .failure(error)
          }
        }
        sent += 1
        if changesSound, sent % 10 == 0 {
          let gain = Double(random.below(12))
          queue.processing.equalizer = Equalizer(bands: [.init(frequency: 1_000, gain: gain, q: 1)])
        }
        try? await Task.sleep(for: .milliseconds(16))
      }
      return await group.reduce(into: Outcome()) { outcome, result in
        switch result {
        case .success: outcome.landed += 1
        case .failure(let error as PlayerError) where error.code == .replaced:
          outcome.replaced += 1
        case .failure(let error): outcome.failed.append("\(error)")
        }
      }
    }
    let place = try await queue.seekAndWait(to: .zero)
    let isGood = outcome.failed.isEmpty && place < .seconds(1) && queue.isPlaying
    say(
      "seeks: \(sent), landed: \(outcome.landed), replaced: \(outcome.replaced), failed: "
        + "\(outcome.failed.count)\(outcome.failed.first.map { ", the first: \($0)" } ?? "")"
    )
    return isGood
  }
}
