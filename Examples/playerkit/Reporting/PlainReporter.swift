import PlayerKit

/// Writes a line for each track, and one for each position, for logs and pipes.
final class PlainReporter: Reporter {
  private let output: ConsoleWriter
  /// The current track, until it has been heard.
  private var announced: (any Track)?
  private(set) var isBroken = false

  init(output: ConsoleWriter = .standardOutput) {
    self.output = output
  }

  func began(_ status: QueuePlayerStatus) {
    announced = status.currentEntry?.track
  }

  func event(_ event: QueuePlayerEvent) {
    switch event.change {
    case .transition(let transition):
      announced = transition.to?.track
    case .failed(let failure):
      complain(FailureText.line(failure))
    case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
      .ended, .sectionBegan, .sectionEnded, .willEnd, .metadata, .sourceFailed:
      break
    }
    guard event.status.playback.isPlaying, let track = announced else { return }
    announced = nil
    write("now playing: \(NowPlaying.name(of: track))")
  }

  func position(_ position: PlaybackPosition) {
    let duration = position.duration.map { " / \(TerminalLine.time($0))" } ?? ""
    write("  \(TerminalLine.time(position.position))\(duration)")
  }

  func ended(_ end: SessionEnd) {
    if let line = FailureText.line(end) { complain(line) }
  }

  func cannotStart(_ error: PlayerError) {
    complain(PrintableText.line(error.description))
  }

  func notice(_ text: String) {
    complain(text)
  }

  private func write(_ line: String) {
    if !output.write(line + "\n") { isBroken = true }
  }
}
