import Foundation

/// `mpv` in idle mode, driven by its socket.
package final class MPVPeer: Peer {
  package let name = "mpv, by its socket"
  package let events: Awaited<String>
  private let socket: LineSocket
  private let tool: Tool

  /// What mpv needs to do as little as possible besides playing.
  package static let leanOptions = [
    "--no-config", "--no-video", "--load-scripts=no", "--load-stats-overlay=no",
    "--load-osd-console=no", "--load-auto-profiles=no", "--ytdl=no", "--osc=no",
    "--input-default-bindings=no", "--no-terminal", "--audio-display=no", "--vo=null",
    "--gapless-audio=yes", "--prefetch-playlist=yes",
  ]

  package init?(in folder: String, _ output: PeerOutput) throws {
    guard let path = Tool.path(of: "mpv") else { return nil }
    let address = "\(folder)/mpv-\(UUID().uuidString.prefix(8)).socket"
    tool = try Tool(
      path,
      Self.leanOptions + Self.options(output) + ["--idle=yes", "--input-ipc-server=\(address)"]
    )
    socket = try LineSocket(address)
    events = socket.lines
  }

  package static func options(_ output: PeerOutput) -> [String] {
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

  package var figures: ProcessFigures { tool.figures }

  private var items: [String] = []

  package func fill(_ items: [String]) { self.items = items }

  package func play() {
    for (index, item) in items.enumerated() {
      command(["loadfile", item, index == 0 ? "replace" : "append"])
    }
  }

  package func next() { command(["playlist-next"]) }
  package func pause() { command(["set", "pause", "yes"]) }
  package func resume() { command(["set", "pause", "no"]) }
  // libmpv's volume is cubic.
  package func setQuiet(_ isQuiet: Bool) { command(["set", "volume", isQuiet ? "20" : "100"]) }
  package func stop() { command(["stop"]) }

  /// The time from a command to the event that says that playback goes on.
  package func time(untilRestart command: (MPVPeer) -> Void) -> Duration? {
    events.time(until: { $0.contains(#""event":"playback-restart""#) }) { command(self) }
  }

  private func command(_ words: [String]) {
    let quoted = words.map { "\"\($0)\"" }.joined(separator: ",")
    socket.send("{\"command\":[\(quoted)]}")
  }
}
