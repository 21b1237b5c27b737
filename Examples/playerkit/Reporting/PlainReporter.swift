import PlayerKit

/// Writes a line for each track, for logs and pipes.
final class PlainReporter: Reporter {
  private let output: ConsoleWriter
  private(set) var isBroken = false

  init(output: ConsoleWriter = .standardOutput) {
    self.output = output
  }

  func event(_ event: QueuePlayerEvent) {
    switch event.change {
    case .transition(let transition):
      guard let track = transition.to?.track else { return }
      let line = "now playing: \(NowPlaying.name(of: track))\n"
      if !output.write(line) { isBroken = true }
    case .failed(let failure):
      complain(FailureText.line(failure))
    case .playback, .edited, .repeatMode, .shuffle, .ended:
      break
    }
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
}
