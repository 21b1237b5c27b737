import Foundation
import PlayerKit
import PlayerKitMPV

extension PlaybackBenchmark {
  /// Measures the time from a command to the first samples in a pipe, for all players in the same way.
  func measureFirstSound() async throws {
    let table = Table(
      "From the command to the first sound in a pipe, ms (÷ a whole mpv process)",
      ["", "file", "÷", "http", "÷", "http, 100 ms", "÷"]
    )
    var runners = try makeRunners()
    var base: [Double] = []
    var rows: [[Samples]] = runners.map { _ in [Samples(), Samples(), Samples()] }
    for (column, delay) in [nil, 0, 100].enumerated() {
      server.reset(delay: delay ?? 0)
      for round in 0...settings.rounds {
        for index in runners.indices {
          let item = freshItem(overHTTP: delay != nil)
          let time = try await runners[index].run(item)
          // The first round warms up.
          if round > 0, let time { rows[index][column].add(time) }
        }
      }
    }
    if let index = runners.firstIndex(where: \.isYardstick) { base = rows[index].map(\.median) }
    for (runner, row) in zip(runners, rows) {
      table.row(
        [runner.name]
          + row.enumerated().flatMap { column, samples in
            [samples.median.rounded(to: 1), ratio(samples.median, base, column)]
          }
      )
    }
    if let index = runners.firstIndex(where: \.isOurs), let process = base.first {
      verdict.check(
        "warm first sound, file, ÷ mpv process",
        rows[index][0].median / process,
        bound: 0.06,
        unit: "",
        margin: 1.5
      )
    }
    runners = []
  }

  private func ratio(_ value: Double, _ base: [Double], _ column: Int) -> String {
    base.isEmpty ? "–" : (value / base[column]).rounded(to: 3)
  }

  private struct Runner {
    let name: String
    var isYardstick = false
    var isOurs = false
    let run: (String) async throws -> Duration?
  }

  private func makeRunners() throws -> [Runner] {
    var runners: [Runner] = []
    if let mpv = Tool.path(of: "mpv") {
      for (name, lean) in [
        ("mpv --no-video, the process", false), ("mpv, lean, the process", true),
      ] {
        let (pipe, meter) = try makePipe()
        let options = MPVPeer.options(.pipe(pipe)) + (lean ? MPVPeer.leanOptions : ["--no-video"])
        runners.append(
          Runner(name: name, isYardstick: !lean) { item in
            var tool: Tool?
            let time = try meter.levels.time(until: { !$0.isSilent }) {
              tool = try Tool(mpv, options + [item])
            }
            tool?.end()
            settle()
            return time
          }
        )
      }
    }
    runners += try makeOurs()
    for (index, peer) in try makePeers().enumerated() {
      runners.append(
        Runner(name: peer.peer.name + (index == 0 ? "" : ", held in its queue")) { item in
          peer.peer.fill([item])
          let time = peer.meter.levels.time(until: { !$0.isSilent }) { peer.peer.play() }
          peer.peer.stop()
          settle()
          return time
        }
      )
    }
    return runners
  }

  private func makeOurs() throws -> [Runner] {
    let (warmPipe, warmMeter) = try makePipe()
    let (coldPipe, coldMeter) = try makePipe()
    let engine = try MPVEngine(configuration: .init(output: .pcm(path: warmPipe)))
    let player = URLPlayer(engine: engine)
    return [
      Runner(name: "PlayerKit, a new engine") { item in
        coldMeter.levels.expect { !$0.isSilent }
        let start = ContinuousClock.now
        let engine = try MPVEngine(configuration: .init(output: .pcm(path: coldPipe)))
        let player = URLPlayer(engine: engine)
        player.play(URLTrack(item: item))
        let end = coldMeter.levels.wait()
        player.unload()
        await engine.close()
        settle()
        return end.map { $0 - start }
      },
      Runner(name: "PlayerKit, a warm engine", isOurs: true) { item in
        let time = warmMeter.levels.time(until: { !$0.isSilent }) {
          player.play(URLTrack(item: item))
        }
        player.unload()
        settle()
        return time
      },
    ]
  }

  func makePipe() throws -> (String, LevelMeter) {
    let pipe = path("pipe")
    return (pipe, try LevelMeter.pipe(pipe))
  }

  private func makePeers() throws -> [(peer: any Peer, meter: LevelMeter)] {
    var peers: [(peer: any Peer, meter: LevelMeter)] = []
    for make in Peers.all {
      let (pipe, meter) = try makePipe()
      if let peer = try make(folder, .pipe(pipe)) { peers.append((peer, meter)) }
    }
    return peers
  }

  /// Waits until the pipe is empty.
  func settle() { pause(0.15) }
}
