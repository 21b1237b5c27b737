import Foundation
import PlayerKit
import PlayerKitMPV

extension PlaybackBenchmark {
  /// Measures the time from a command to its effect at a PulseAudio null sink, through the sink's
  /// monitor.
  func measureAudible() async throws {
    guard let sink = try PulseSink(in: folder, listens: true), let meter = sink.meter else {
      return Console.write("PulseAudio is not installed: left out")
    }
    let table = Table(
      "From a command to its effect at a PulseAudio null sink, ms (by its monitor, ±10 ms)",
      ["", "next", "next, http 500 ms", "pause", "play", "quieter", "louder"]
    )
    for buffer in [50, 100, 200, 400] {
      let rows = try await hear(ourWith: buffer, .software, meter)
      table.row(["PlayerKit, buffer \(buffer) ms"] + rows.cells)
    }
    let output = PeerOutput.pulse(socket: sink.socket, sink: PulseSink.name)
    for make in Peers.all {
      guard let peer = try make(folder, output) else { continue }
      table.row([peer.name] + hear(peer, meter).cells)
    }
    sink.end()
  }

  /// The commands of a player.
  private struct Handles {
    let fill: ([String]) throws -> Void
    let play: () -> Void
    let next: () -> Void
    let pause: () -> Void
    let setQuiet: (Bool) -> Void
    let stop: () -> Void
  }

  /// The times until the commands are audible.
  struct Heard {
    var next = Samples()
    var far = Samples()
    var pause = Samples()
    var play = Samples()
    var quieter = Samples()
    var louder = Samples()

    var cells: [String] {
      [next, far, pause, play, quieter, louder].map { $0.median.rounded(to: 0) }
    }
  }

  /// - Parameter buffer: The size of the output's buffer in milliseconds, or `nil` for the default.
  func hear(
    ourWith buffer: Int?,
    _ volume: MPVEngine.VolumeKind,
    _ meter: LevelMeter,
    far: Bool = true
  ) async throws -> Heard {
    let player = try OurPlayer(
      .device("pulse/\(PulseSink.name)"),
      buffer: buffer.map { .milliseconds($0) },
      volume: volume
    )
    let queue = player.queue
    let figures = try hear(
      Handles(
        fill: { try queue.set($0.map { URLTrack(item: $0) }) },
        play: queue.play,
        next: queue.next,
        pause: queue.pause,
        setQuiet: { queue.volume = $0 ? 0.2 : 1 },
        stop: queue.stop
      ),
      meter,
      far: far
    )
    await player.close()
    return figures
  }

  func hear(_ peer: any Peer, _ meter: LevelMeter, far: Bool = true) -> Heard {
    var isPaused = false
    let handles = Handles(
      fill: peer.fill,
      play: {
        if isPaused { peer.resume() } else { peer.play() }
        isPaused = false
      },
      next: peer.next,
      pause: {
        peer.pause()
        isPaused = true
      },
      setQuiet: peer.setQuiet,
      stop: peer.stop
    )
    return (try? hear(handles, meter, far: far)) ?? Heard()
  }

  private func hear(_ player: Handles, _ meter: LevelMeter, far: Bool) throws -> Heard {
    var heard = Heard()
    server.reset(delay: 0)
    try player.fill(items(settings.rounds + 2, overHTTP: false))
    _ = meter.levels.time(until: { $0.isTrack(0) }, player.play)
    for round in 1...settings.rounds {
      pause(0.8)
      heard.next.add(meter.levels.time(until: { $0.isTrack(round) }, player.next))
      pause(0.6)
      heard.quieter.add(
        meter.levels.time(until: { max($0.left, $0.right) < 3_000 }) { player.setQuiet(true) }
      )
      pause(0.5)
      heard.louder.add(
        meter.levels.time(until: { max($0.left, $0.right) > 6_000 }) { player.setQuiet(false) }
      )
      pause(0.6)
      heard.pause.add(meter.levels.time(until: { $0.isSilent }, player.pause))
      pause(0.4)
      heard.play.add(meter.levels.time(until: { $0.isTrack(round) }, player.play))
    }
    player.stop()
    if far { heard.far = try hearNextFar(player, meter) }
    return heard
  }

  private func hearNextFar(_ player: Handles, _ meter: LevelMeter) throws -> Samples {
    var samples = Samples()
    server.reset(delay: 500)
    try player.fill(items(settings.rounds + 2, overHTTP: true))
    _ = meter.levels.time(until: { $0.isTrack(0) }, player.play)
    for round in 1...max(settings.rounds / 2, 1) {
      pause(2.2)
      samples.add(meter.levels.time(until: { $0.isTrack(round) }, player.next))
    }
    player.stop()
    server.reset(delay: 0)
    return samples
  }
}

extension Samples {
  /// Adds a time, if there is one.
  mutating func add(_ time: Duration?) {
    if let time { add(time) }
  }
}
