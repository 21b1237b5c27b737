import Foundation

/// The Music Player Daemon, controlled by its own protocol.
final class MPDPeer: Peer {
  let name = "MPD"
  /// The path of MPD's socket.
  let path: String
  private let socket: LineSocket
  private let tool: Tool

  init?(in folder: String, _ output: PeerOutput) throws {
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

  var figures: ProcessFigures { tool.figures }

  func fill(_ items: [String]) {
    command("clear")
    for item in items { command("add \"\(item.hasPrefix("/") ? "file://" + item : item)\"") }
  }

  func play() { command("play 0") }
  func next() { command("next") }
  func pause() { command("pause 1") }
  func resume() { command("pause 0") }
  func setQuiet(_ isQuiet: Bool) { command("setvol \(isQuiet ? 20 : 100)") }
  func stop() { command("stop") }

  /// Sends a command, or a list of commands on several lines, and waits for the response.
  func command(_ line: String, seconds: Double = 20) {
    socket.lines.expect { $0 == "OK" || $0.hasPrefix("ACK") }
    socket.send(line)
    _ = socket.lines.wait(seconds: seconds)
  }
}
