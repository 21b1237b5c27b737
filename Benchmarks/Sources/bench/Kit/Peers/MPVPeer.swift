import Foundation

/// `mpv` in idle mode, controlled by its socket.
final class MPVPeer: Peer {
  let name = "mpv, by its socket"
  let events: Awaited<String>
  private let socket: LineSocket
  private let tool: Tool

  /// Options that leave mpv as little work as possible besides playback.
  static let leanOptions = [
    "--no-config", "--no-video", "--load-scripts=no", "--load-stats-overlay=no",
    "--load-osd-console=no", "--load-auto-profiles=no", "--ytdl=no", "--osc=no",
    "--input-default-bindings=no", "--no-terminal", "--audio-display=no", "--vo=null",
    "--gapless-audio=yes", "--prefetch-playlist=yes",
  ]

  init?(in folder: String, _ output: PeerOutput) throws {
    guard let path = Tool.path(of: "mpv") else { return nil }
    let address = "\(folder)/mpv-\(UUID().uuidString.prefix(8)).socket"
    tool = try Tool(
      path,
      Self.leanOptions + Self.options(output) + ["--idle=yes", "--input-ipc-server=\(address)"]
    )
    socket = try LineSocket(address)
    events = socket.lines
  }

  static func options(_ output: PeerOutput) -> [String] {
    switch output {
    case .null: ["--ao=null"]
    case .pulse(_, let sink): ["--audio-device=pulse/\(sink)"]
    case .pipe(let path):
      [
        "--ao=pcm", "--ao-pcm-file=\(path)", "--ao-pcm-waveheader=no", "--ao-pcm-append=yes",
        "--audio-samplerate=44100", "--audio-format=s16", "--audio-channels=stereo",
      ]
    }
  }

  var figures: ProcessFigures { tool.figures }

  private var items: [String] = []

  func fill(_ items: [String]) { self.items = items }

  func play() {
    for (index, item) in items.enumerated() {
      command(["loadfile", item, index == 0 ? "replace" : "append"])
    }
  }

  func next() { command(["playlist-next"]) }
  func pause() { command(["set", "pause", "yes"]) }
  func resume() { command(["set", "pause", "no"]) }
  // libmpv's volume is cubic.
  func setQuiet(_ isQuiet: Bool) { command(["set", "volume", isQuiet ? "20" : "100"]) }
  func stop() { command(["stop"]) }

  /// The time from a command to mpv's event that playback restarted.
  func time(untilRestart command: (MPVPeer) -> Void) -> Duration? {
    events.time(until: { $0.contains(#""event":"playback-restart""#) }) { command(self) }
  }

  private func command(_ words: [String]) {
    let quoted = words.map { "\"\($0)\"" }.joined(separator: ",")
    socket.send("{\"command\":[\(quoted)]}")
  }
}
