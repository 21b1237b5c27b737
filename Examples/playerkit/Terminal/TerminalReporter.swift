import PlayerKit

/// Keeps a now-playing line on a terminal.
final class TerminalReporter: Reporter {
  private static let eraseLine = "\r\u{1B}[K"

  private let output = ConsoleWriter.standardOutput
  private let mode: TerminalMode?
  private let clock = SystemPlaybackClock()
  private var line = ""
  private(set) var isBroken = false

  init(mode: TerminalMode?) {
    self.mode = mode
  }

  func event(_ event: QueuePlayerEvent) {
    if case .failed(let failure) = event.change { say(FailureText.line(failure)) }
    if let demand = FailureText.demand(event.change) { say(demand) }
  }

  func refresh(_ status: QueuePlayerStatus) {
    let position = status.playback.position(at: clock.now)
    let playing = NowPlaying(status, position: position)
    draw(TerminalLine.render(playing, width: TerminalMode.width - 1))
  }

  func terminalChanged() {
    mode?.apply()
    line = ""
  }

  func ended(_ end: SessionEnd) {
    write("\n")
    line = ""
    if let text = FailureText.line(end) { complain(text) }
  }

  func notice(_ text: String) {
    say(text)
  }

  /// Prints a text above the line.
  private func say(_ text: String) {
    write(Self.eraseLine)
    complain(text)
    write(line)
  }

  private func draw(_ line: String) {
    guard line != self.line else { return }
    self.line = line
    write(Self.eraseLine + line)
  }

  private func write(_ text: String) {
    if !output.write(text) { isBroken = true }
  }
}
