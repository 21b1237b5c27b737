import Foundation

extension PlaybackBenchmark {
  /// A player, and the program that controls it.
  private struct Controlled {
    let name: String
    let figures: ProcessFigures
    let owners: [Any]
    /// Pauses playback, if a program can do that.
    var pause: (() throws -> Void)?
  }

  /// Measures the processor time of players with remote controls and silent output, all at once.
  /// Then pauses them, and counts how often they wake up.
  func measureRemoteControls() throws {
    let bus = try SessionBus()
    if bus == nil { Console.write("dbus-daemon or playerctl is not installed: left out") }
    let players = try startPlayers(hasBus: bus != nil)
    let playing = watch(players)
    let table = Table(
      "Playing into silence, watched from outside, as of 60 s",
      ["", "ms", "÷ PlayerKit alone", "sleeps/s"]
    )
    let base = playing.first?.time ?? .nan
    for (player, rate) in zip(players, playing) {
      table.row([
        player.name, rate.time.rounded(to: 0), (rate.time / base).rounded(to: 2),
        rate.sleeps.rounded(to: 0),
      ])
    }
    let pausing = players.filter { $0.pause != nil }
    for player in pausing { try player.pause?() }
    let paused = watch(pausing)
    let quiet = Table("The same, paused", ["", "ms", "sleeps/s"])
    for (player, rate) in zip(pausing, paused) {
      quiet.row([player.name, rate.time.rounded(to: 1), rate.sleeps.rounded(to: 1)])
    }
    withExtendedLifetime((bus, players)) {}
  }

  private func watch(_ players: [Controlled]) -> [(time: Double, sleeps: Double)] {
    // Exclude the start.
    pause(4)
    let start = ContinuousClock.now
    let before = players.map { ($0.figures.processorTime, $0.figures.sleeps) }
    pause(Double(settings.seconds))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return zip(players, before).map { player, before in
      (
        (player.figures.processorTime - before.0) / seconds * 60,
        (player.figures.sleeps - before.1) / seconds
      )
    }
  }

  private func startPlayers(hasBus: Bool) throws -> [Controlled] {
    let items = items(1, overHTTP: false)
    var players: [Controlled] = []
    guard let alone = try PlayerPart.play(items, positions: 1) else { throw POSIXError(.ETIMEDOUT) }
    players.append(Controlled(name: "PlayerKit", figures: alone.figures, owners: [alone]))
    guard let (tool, address) = try PlayerPart.controlled(by: "mpd", items), let address else {
      throw POSIXError(.ETIMEDOUT)
    }
    if let client = try ncmpcpp(at: address) {
      players.append(
        Controlled(
          name: "PlayerKit, with ncmpcpp",
          figures: tool.figures,
          owners: [tool, client],
          pause: { try mpc(["pause"], at: address) }
        )
      )
    }
    if hasBus, let playerctl = Tool.path(of: "playerctl") {
      guard let (tool, _) = try PlayerPart.controlled(by: "mpris", items) else {
        throw POSIXError(.ETIMEDOUT)
      }
      let follower = try Tool(playerctl, ["--follow", "metadata"])
      players.append(
        Controlled(
          name: "PlayerKit, with playerctl --follow",
          figures: tool.figures,
          owners: [tool, follower],
          pause: { try Tool.run(playerctl, ["pause"]) }
        )
      )
    }
    for isWatched in [false, true] {
      guard let peer = try MPDPeer(in: folder, .null) else { continue }
      peer.fill(items)
      peer.play()
      let client = isWatched ? try ncmpcpp(at: peer.path) : nil
      if isWatched, client == nil { continue }
      players.append(
        Controlled(
          name: isWatched ? "MPD, with ncmpcpp" : "MPD",
          figures: peer.figures,
          owners: [peer, client as Any],
          pause: { peer.pause() }
        )
      )
    }
    return players
  }

  /// Starts a client that shows the current track, in its own terminal. Returns `nil` if it is not
  /// installed.
  private func ncmpcpp(at address: String) throws -> Tool? {
    guard let path = Tool.path(of: "ncmpcpp"), let script = Tool.path(of: "script"),
      let env = Tool.path(of: "env")
    else { return nil }
    let (host, port) = Self.parts(of: address)
    let settings = path + " -c /dev/null -b /dev/null -h \(host) -p \(port)"
    return try Tool(
      env,
      ["TERM=xterm", "HOME=\(folder)", script, "--quiet", "--command", settings, "/dev/null"]
    )
  }

  private func mpc(_ words: [String], at address: String) throws {
    guard let path = Tool.path(of: "mpc") else { return }
    let (host, port) = Self.parts(of: address)
    try Tool.run(path, ["-h", host, "-p", port] + words)
  }

  /// Splits an address into host and port. For the path of a socket, the port has no meaning.
  private static func parts(of address: String) -> (host: String, port: String) {
    guard !address.hasPrefix("/"), let colon = address.lastIndex(of: ":") else {
      return (address, "6600")
    }
    return (String(address[..<colon]), String(address[address.index(after: colon)...]))
  }
}

/// A private session bus. Child processes find it through the environment.
private final class SessionBus {
  private let tool: Tool

  /// Returns `nil` if a program is not installed.
  init?() throws {
    guard let path = Tool.path(of: "dbus-daemon"), Tool.path(of: "playerctl") != nil else {
      return nil
    }
    tool = try Tool(path, ["--session", "--nofork", "--print-address"], readsOutput: true)
    guard let address = tool.readLine() else { return nil }
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
  }
}
