import Foundation

/// The Music Player Daemon, driven by its own protocol.
package final class MPDPeer: Peer {
  package let name = "MPD"
  /// The socket that it listens at.
  package let path: String
  private let socket: LineSocket
  private let tool: Tool

  package init?(in folder: String, _ output: PeerOutput) throws {
    guard let program = Tool.path(of: "mpd") else { return nil }
    let base = "\(folder)/mpd-\(UUID().uuidString.prefix(8))"
    let configuration = """
      bind_to_address "\(base).socket"
      log_file "\(base).log"
      auto_update "no"
      zeroconf_enabled "no"
      max_playlist_length "2000000"
      max_command_list_size "65536"
      max_output_buffer_size "1048576"
      audio_output {
      \(Self.lines(output).joined(separator: "\n"))
        name "benchmark"
        mixer_type "software"
      }
      """
    try configuration.write(toFile: base + ".conf", atomically: true, encoding: .utf8)
    path = base + ".socket"
    tool = try Tool(program, ["--no-daemon", base + ".conf"])
    socket = try LineSocket(path)
  }

  private static func lines(_ output: PeerOutput) -> [String] {
    switch output {
    case .null: ["type \"null\"", "sync \"yes\""]
    case .pipe(let path): ["type \"fifo\"", "path \"\(path)\"", "format \"44100:16:2\""]
    case .pulse(let socket, let sink):
      ["type \"pulse\"", "server \"unix:\(socket)\"", "sink \"\(sink)\""]
    }
  }

  package var figures: ProcessFigures { tool.figures }

  package func fill(_ items: [String]) {
    command("clear")
    for item in items { command("add \"\(item.hasPrefix("/") ? "file://" + item : item)\"") }
  }

  package func play() { command("play 0") }
  package func next() { command("next") }
  package func pause() { command("pause 1") }
  package func resume() { command("pause 0") }
  package func setQuiet(_ isQuiet: Bool) { command("setvol \(isQuiet ? 20 : 100)") }
  package func stop() { command("stop") }

  /// Sends a command, or several in lines, and waits for the answer.
  package func command(_ line: String, seconds: Double = 20) {
    socket.lines.expect { $0 == "OK" || $0.hasPrefix("ACK") }
    socket.send(line)
    _ = socket.lines.wait(seconds: seconds)
  }
}
