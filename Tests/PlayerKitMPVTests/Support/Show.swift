import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// A queue of WAV files, with one signal each.
struct Show {
  let stage: Stage
  let queue: QueuePlayer
  let words = Recorded<String>()
  private let log: WordLog

  init(_ signals: [Signal], on output: Stage.Output, startAt start: Int = 0) throws {
    let stage = try Stage(output)
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
    queue = stage.queue(players)
    log = WordLog(words: words)
    queue.addSendableObserver(log, positionInterval: nil)
    try queue.set(tracks, startAt: start)
  }

  /// Waits until a word was recorded. Returns all words.
  func wait(for word: String) async throws -> [String] {
    try await wait(for: word) { $0.contains(word) }
  }

  /// Waits until the words fulfill a condition. Returns all words.
  @discardableResult
  func wait(for what: String, until isMet: ([String]) -> Bool) async throws -> [String] {
    try await stage.wait(for: what) { isMet(words.elements) }
    return words.elements
  }
}

extension Stage {
  /// Makes a queue that plays on the engine, with the engine's clock.
  func queue(
    _ players: [any Player] = [],
    _ configuration: QueuePlayer.Configuration = .init()
  ) -> QueuePlayer {
    QueuePlayer(
      players: players + [URLPlayer(engine: engine, clock: clock)],
      configuration: configuration,
      clock: clock
    )
  }

  func file(_ signal: Signal, _ number: Int) throws -> String {
    try sandbox.write(signal.wav, to: "\(number).wav")
  }
}

/// Records the events of a queue that these tests need, as words.
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
    default: break  // Other events are not needed.
    }
  }
}
