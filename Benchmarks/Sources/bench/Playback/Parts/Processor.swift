import Foundation

extension PlaybackBenchmark {
  /// A player, and the object that keeps its process alive.
  struct Playing {
    let name: String
    let figures: ProcessFigures
    let owner: Any
    var isYardstick = false
    var isBounded = false
  }

  /// Measures the processor time of processes that play the same file at the same time.
  func measureProcessor() throws {
    try measureProcessor("silence", sink: nil)
    guard let sink = try PulseSink(in: folder, listens: false, count: 20) else {
      return Console.write("PulseAudio is not installed: left out")
    }
    try measureProcessor("PulseAudio null sinks", sink: sink)
    sink.end()
  }

  private func measureProcessor(_ title: String, sink: PulseSink?) throws {
    let players = try startPlayers(sink, Self.ours)
    let table = Table(
      "Processor time of playback into \(title), all at once, as of 60 s",
      ["", "ms", "÷ lean mpv", "sleeps/s"]
    )
    for (player, rate) in zip(players, rates(of: players)) {
      table.row([
        player.name, rate.time.rounded(to: 0), rate.ratio.rounded(to: 2),
        rate.sleeps.rounded(to: 0),
      ])
      if player.isBounded {
        verdict.check(
          "processor time, \(player.name), \(title), ÷ lean mpv",
          rate.ratio,
          bound: 1.05,
          unit: "",
          margin: 1.15
        )
      }
    }
  }

  /// The processor time of playback.
  struct Rate {
    /// Milliseconds of processor time in 60 s.
    let time: Double
    /// `time` divided by the yardstick's time.
    let ratio: Double
    /// How often the threads go to sleep in a second.
    let sleeps: Double
  }

  /// Measures all players at the same time.
  func rates(of players: [Playing]) -> [Rate] {
    // Exclude the start, and the time in which players read ahead.
    pause(4)
    let start = ContinuousClock.now
    let before = players.map { ($0.figures.processorTime, $0.figures.sleeps) }
    pause(Double(settings.seconds))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rates = zip(players, before).map { player, before in
      (
        time: (player.figures.processorTime - before.0) / seconds * 60,
        sleeps: (player.figures.sleeps - before.1) / seconds
      )
    }
    let base = zip(players, rates).first { $0.0.isYardstick }?.1.time ?? .nan
    return rates.map { Rate(time: $0.time, ratio: $0.time / base, sleeps: $0.sleeps) }
  }

  typealias OurWay = (String, positions: Int?, buffer: Int?, inspects: Bool)

  func startPlayers(_ sink: PulseSink?, _ ways: [OurWay]) throws -> [Playing] {
    let items = items(1, overHTTP: false)
    var players: [Playing] = []
    var name: String { PulseSink.sink(players.count) }
    var output: PeerOutput { sink.map { .pulse(socket: $0.socket, sink: name) } ?? .null }
    if let mpv = Tool.path(of: "mpv") {
      for (title, options) in [
        ("mpv, lean", MPVPeer.leanOptions), ("mpv, its defaults", ["--no-config", "--no-video"]),
      ] {
        let tool = try Tool(mpv, options + MPVPeer.options(output) + items)
        players.append(
          Playing(
            name: title,
            figures: tool.figures,
            owner: tool,
            isYardstick: players.isEmpty
          )
        )
      }
    }
    for (title, positions, buffer, inspects) in ways {
      let device = sink.map { _ in "pulse/\(name)" } ?? "null"
      let tool = try PlayerPart.play(
        items,
        sink: device,
        positions: positions,
        buffer: buffer,
        inspects: inspects
      )
      guard let tool else { throw POSIXError(.ETIMEDOUT) }
      players.append(
        Playing(
          name: "PlayerKit, " + title,
          figures: tool.figures,
          owner: tool,
          isBounded: positions == 1 && buffer == nil
        )
      )
    }
    for make in Peers.all.dropFirst() {
      guard let peer = try make(folder, output) else { continue }
      peer.fill(items)
      peer.play()
      players.append(Playing(name: peer.name, figures: peer.figures, owner: peer))
    }
    return players
  }

  private static let ours: [OurWay] = [
    ("no positions", nil, nil, false), ("positions at 1 Hz", 1, nil, false),
    ("1 Hz, with inspection", 1, nil, true), ("positions at 10 Hz", 10, nil, false),
    ("1 Hz, buffer 50 ms", 1, 50, false), ("1 Hz, buffer 100 ms", 1, 100, false),
    ("1 Hz, buffer 400 ms", 1, 400, false),
  ]
}
