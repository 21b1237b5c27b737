import PlayerKit
import PlayerKitDiscovery

/// Writes a line for each track, and one for each position or each change of state, for logs and
/// pipes.
final class PlainReporter: Reporter {
  private let output: ConsoleWriter
  private let tellsPositions: Bool
  /// Whether the current entry still has to be reported, once it is audible.
  private var isNew = true
  /// The reported name of the current entry.
  private var name = ""
  private(set) var isBroken = false

  init(output: ConsoleWriter = .standardOutput, tellsPositions: Bool = true) {
    self.output = output
    self.tellsPositions = tellsPositions
  }

  func began(_ status: QueuePlayerStatus) {
    isNew = status.currentEntry != nil
  }

  func event(_ event: QueuePlayerEvent) {
    if let demand = FailureText.demand(event.change) { complain(demand) }
    switch event.change {
    case .transition(let transition):
      isNew = transition.to != nil
    case .metadata(let entry):
      if entry.id == event.status.currentEntry?.id { nameChanged(in: event.status) }
    case .playback(.metadata):
      nameChanged(in: event.status)
    case .playback(.wantsToPlay(let wantsToPlay, let reason)):
      // The end has its own line.
      if !tellsPositions, !isNew, reason != .endOfItem {
        write(wantsToPlay ? "playing" : "paused")
      }
    case .ended:
      if !tellsPositions { write("ended") }
    case .failed(let failure):
      complain(FailureText.line(failure))
    case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
      .sectionBegan, .sectionEnded, .willEnd, .chapter, .lyrics, .line, .historyErased,
      .sourceFailed:
      break
    }
    guard isNew, event.status.playback.isPlaying, event.status.currentEntry != nil else { return }
    isNew = false
    name = NowPlaying.name(of: event.status)
    write("now playing: \(name)")
    if let reason = event.status.currentEntry?.discoveryReason?.description {
      write("  because: \(PrintableText.line(reason))")
    }
  }

  private func nameChanged(in status: QueuePlayerStatus) {
    if NowPlaying.name(of: status) != name { isNew = true }
  }

  func position(_ position: PlaybackPosition) {
    guard tellsPositions else { return }
    let duration = position.duration.map { " / \(TerminalLine.time($0))" } ?? ""
    write("  \(TerminalLine.time(position.position))\(duration)")
  }

  private func write(_ line: String) {
    if !output.write(line + "\n") { isBroken = true }
  }
}
