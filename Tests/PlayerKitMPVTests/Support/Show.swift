import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// A queue of WAV files, one signal each.
struct Show {
  let stage: Stage
  let queue: QueuePlayer
  let words = Recorded<String>()
  private let log: WordLog

  init(_ signals: [Signal], isRealTime: Bool, startAt start: Int = 0) throws {
    let stage = try Stage(isRealTime: isRealTime)
    try self.init(
      stage,
      try signals.enumerated().map { URLTrack(path: try stage.file($1, $0)) },
      start
    )
  }

  init(
    _ stage: Stage,
    _ tracks: [any Track],
    _ start: Int = 0,
    players: [any Player] = []
  ) throws {
    self.stage = stage
    queue = QueuePlayer(players: players + [URLPlayer(engine: stage.engine)])
    log = WordLog(words: words)
    queue.addSendableObserver(log, positionInterval: nil)
    try queue.set(tracks, startAt: start)
  }

  func wait(for word: String) async throws -> [String] {
    try await words.wait(for: word) { $0.contains(word) }
  }
}

extension Stage {
  func file(_ signal: Signal, _ number: Int) throws -> String {
    try sandbox.write(signal.wav, to: "\(number).wav")
  }
}

/// Writes down what a queue tells, as far as these stories need it.
final class WordLog: QueuePlayerObserver, Sendable {
  let words: Recorded<String>

  init(words: Recorded<String>) {
    self.words = words
  }

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    switch event.change {
    case .transition(let change): words.append("\(change.to?.track.metadata.title ?? "none")")
    case .playback(.state(_, let state)): words.append(state.rawValue)
    case .playback(.seekCompleted(let position)):
      words.append("sought \(Int((position / .seconds(1)).rounded()))")
    case .failed(let failure):
      let title = failure.entry.track.metadata.title ?? "none"
      words.append("failed \(title) \(failure.error.code.rawValue) \(failure.action)")
    case .ended: words.append("ended")
    default: break  // these stories need no more
    }
  }
}
