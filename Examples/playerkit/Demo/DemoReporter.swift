import PlayerKit

/// Prints each title with its service and format, and records what was played.
final class DemoReporter: Reporter {
  private let output: ConsoleWriter
  /// The entry whose format is not known yet.
  private var waiting: QueueEntry?
  private(set) var played: [QueueEntry] = []
  private(set) var formats: Set<String> = []
  private(set) var isBroken = false

  init(output: ConsoleWriter = .standardOutput) {
    self.output = output
  }

  func began(_ status: QueuePlayerStatus) {
    waiting = status.currentEntry
  }

  func event(_ event: QueuePlayerEvent) {
    switch event.change {
    case .transition(let transition):
      if waiting?.id != transition.to?.id { printWaiting(in: nil) }
      if played.last?.id != transition.to?.id { waiting = transition.to }
    case .failed(let failure):
      complain(FailureText.line(failure))
      waiting = nil
    case .ended:
      printWaiting(in: nil)
    default: break  // The demo shows titles alone.
    }
    let playback = event.status.playback
    guard let waiting, event.status.currentEntry?.id == waiting.id, playback.isPlaying,
      let codec = playback.format?.codec
    else { return }
    printWaiting(in: codec)
  }

  /// Prints a line, for the demo too.
  func write(_ line: String) {
    if !output.write(line + "\n") { isBroken = true }
  }

  private func printWaiting(in codec: String?) {
    guard let entry = waiting else { return }
    waiting = nil
    played.append(entry)
    if let codec { formats.insert(codec) }
    let parts = [Self.service(of: entry), codec].compactMap(\.self).joined(separator: ", ")
    write("\(NowPlaying.name(of: entry)) [\(PrintableText.line(parts))]")
  }

  /// The service's name for people.
  static func service(of entry: QueueEntry) -> String {
    switch entry.track.playerType?.rawValue {
    case "url": entry.track.id.hasPrefix("file:") ? "file" : "HLS"
    case "subsonic": "Subsonic"
    case "podcast": "podcast"
    case "appleMusicPreview": "Apple Music"
    case "spotifyPreview": "Spotify"
    case "deezerPreview": "Deezer"
    case "ytdlp": "yt-dlp"
    case let type?: type
    case nil: "unknown"
    }
  }
}
