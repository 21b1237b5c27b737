import Foundation

extension PlaybackBenchmark {
  /// The seconds of playback before the measurement, until the buffers have their full size.
  private static let settling = 120.0

  private struct Player {
    let name: String
    let tool: Tool
    /// Whether it has a bound.
    var isOurs = false
    var anonymous = Samples()
    var whole = Samples()
  }

  /// Compares the resident memory of a process that plays a queue of 100 entries with a process
  /// whose engine is idle.
  func measureMemory() throws {
    let table = Table(
      "Resident memory, MB (medians over \(settings.seconds / 2) s)",
      ["", "RssAnon", "over idle", "RSS", "over idle"]
    )
    var players = try startPlayers()
    pause(Self.settling)
    for _ in 0..<max(settings.seconds, 5) {
      pause(0.5)
      for (index, player) in players.enumerated() {
        let figures = player.tool.figures
        players[index].anonymous.add(figures.anonymousMemory)
        players[index].whole.add(figures.memory)
      }
    }
    guard let idle = players.first else { return }
    for player in players {
      let over = player.anonymous.median - idle.anonymous.median
      table.row([
        player.name, player.anonymous.median.rounded(to: 1), over.rounded(to: 1),
        player.whole.median.rounded(to: 1),
        (player.whole.median - idle.whole.median).rounded(to: 1),
      ])
      guard player.isOurs else { continue }
      verdict.check(
        "anonymous memory over an idle engine: \(player.name)",
        over,
        bound: 8,
        unit: " MB",
        margin: 1.1
      )
    }
  }

  /// Starts the processes, first the idle one.
  private func startPlayers() throws -> [Player] {
    guard let idle = try PlayerPart.start(["idle"]) else { throw POSIXError(.ETIMEDOUT) }
    var players = [Player(name: "PlayerKit, an idle engine", tool: idle)]
    server.reset(delay: 0)
    for (name, overHTTP) in [("files", false), ("over http", true)] {
      guard let tool = try PlayerPart.play(items(100, overHTTP: overHTTP), positions: 1) else {
        throw POSIXError(.ETIMEDOUT)
      }
      let name = "PlayerKit, a queue of 100 \(name), 1 Hz"
      players.append(Player(name: name, tool: tool, isOurs: true))
    }
    if let mpv = Tool.path(of: "mpv") {
      let items = items(100, overHTTP: false)
      let tool = try Tool(mpv, MPVPeer.leanOptions + MPVPeer.options(.null) + items)
      players.append(Player(name: "mpv, lean, a playlist of 100 files", tool: tool))
    }
    return players
  }
}
