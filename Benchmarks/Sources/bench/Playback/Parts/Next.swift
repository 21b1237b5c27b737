import Foundation
import PlayerKit

extension PlaybackBenchmark {
  private static let delays = [0, 100, 500]

  /// Measures the time from `next`, in the middle of a long track over HTTP, to the start of the
  /// next track. The start is the player's event, with silent output in real time, or the first
  /// sample in a pipe if the player sends no events.
  func measureNext() async throws {
    let table = Table(
      "From next, in the middle of a track of 5 min over http, to the restart, ms",
      ["delay per response"] + Self.delays.map { "\($0) ms" }
    )
    var ours: [Samples] = []
    var peers: [String: [Samples]] = [:]
    var names: [String] = []
    for delay in Self.delays {
      server.reset(delay: delay)
      ours.append(try await ourNext(delay))
      for (name, samples) in try peerNext(delay) {
        if peers[name] == nil { names.append(name) }
        peers[name, default: []].append(samples)
      }
    }
    table.row(["PlayerKit: event"] + ours.map { $0.median.rounded(to: 1) })
    table.row(["PlayerKit: the slowest"] + ours.map { $0.max.rounded(to: 1) })
    for name in names {
      table.row([name] + (peers[name] ?? []).map { $0.median.rounded(to: 1) })
    }
    if let last = ours.last {
      verdict.check("next, http 500 ms", last.median, bound: 15, unit: " ms", margin: 2)
    }
  }

  private func ourNext(_ delay: Int) async throws -> Samples {
    let player = try OurPlayer(.null)
    try player.play(items(settings.rounds + 2, overHTTP: true))
    var samples = Samples()
    for round in 1...settings.rounds {
      wait(forPreparing: delay)
      if let time = try player.time(untilPlaying: round, { $0.next() }) { samples.add(time) }
    }
    await player.close()
    return samples
  }

  private func peerNext(_ delay: Int) throws -> [(String, Samples)] {
    var found: [(String, Samples)] = []
    let items = items(settings.rounds + 2, overHTTP: true)
    if let mpv = try MPVPeer(in: folder, .null) {
      mpv.fill(items)
      guard mpv.time(untilRestart: { $0.play() }) != nil else { throw POSIXError(.ETIMEDOUT) }
      var samples = Samples()
      for _ in 1...settings.rounds {
        wait(forPreparing: delay)
        if let time = mpv.time(untilRestart: { $0.next() }) { samples.add(time) }
      }
      found.append(("mpv: event", samples))
    }
    for make in Peers.all.dropFirst() {
      let pipe = path("pipe")
      let meter = try LevelMeter.pipe(pipe)
      guard let peer = try make(folder, .pipe(pipe)) else { continue }
      peer.fill(items)
      _ = meter.levels.time(until: { $0.isTrack(0) }) { peer.play() }
      var samples = Samples()
      for round in 1...settings.rounds {
        wait(forPreparing: delay)
        if let time = meter.levels.time(until: { $0.isTrack(round) }, { peer.next() }) {
          samples.add(time)
        }
      }
      found.append(("\(peer.name): sample", samples))
    }
    return found
  }

  private func wait(forPreparing delay: Int) { pause(0.6 + 3 * Double(delay) / 1_000) }

  /// Sends `next` ten times within 100 ms. A player that opens every track in between makes
  /// requests for ten tracks.
  func measureBurst() async throws {
    let table = Table(
      "Ten times next in 100 ms, http, 100 ms delay (medians; the worst)",
      ["", "ms to restart", "others opened", "the last opened", "later parts of it", "requests"]
    )
    var rows: [String: [Samples]] = [:]
    let rounds = max(settings.rounds / 2, 1)
    for _ in 0..<rounds {
      for (name, figures) in [("PlayerKit", try await ourBurst()), ("mpv", try peerBurst())] {
        for (index, value) in (figures ?? []).enumerated() {
          rows[name, default: Array(repeating: Samples(), count: 5)][index].add(value)
        }
      }
    }
    for name in ["PlayerKit", "mpv"] {
      guard let row = rows[name] else { continue }
      table.row(
        [name, "\(row[0].median.rounded(to: 1)); \(row[0].max.rounded(to: 1))"]
          + row[1...].map { "\($0.median.rounded(to: 0)); \($0.max.rounded(to: 0))" }
      )
    }
    let ours = rows["PlayerKit"] ?? Array(repeating: Samples(), count: 5)
    let failures = Double(rounds - ours[0].values.count)
    if let mpv = rows["mpv"]?[0].median {
      let ratio = ours[0].median / mpv
      verdict.check("burst: ms to restart ÷ mpv", ratio, bound: 1.05, unit: "", margin: 1.2)
    }
    verdict.check("burst: without a restart", failures, bound: 0, unit: "", margin: 1)
    // A busy machine does not open the last track more often, but it may split the burst into two.
    verdict.check("burst: the last opened, at worst", ours[2].max, bound: 1, unit: "", margin: 1)
    verdict.check("burst: others opened", ours[1].median, bound: 2, unit: "", margin: 1)
  }

  private func ourBurst() async throws -> [Double]? {
    let player = try OurPlayer(.null)
    server.reset(delay: 100)
    try player.play(items(14, overHTTP: true))
    pause(1.5)
    server.reset(delay: 100)
    let time = try player.time(untilPlaying: 10) { queue in
      for _ in 0..<10 {
        queue.next()
        pause(0.01)
      }
    }
    let figures = figures(ofBurst: time)
    await player.close()
    return figures
  }

  private func peerBurst() throws -> [Double]? {
    guard let mpv = try MPVPeer(in: folder, .null) else { return nil }
    mpv.fill(items(14, overHTTP: true))
    _ = mpv.time(untilRestart: { $0.play() })
    pause(1.5)
    server.reset(delay: 100)
    let time = mpv.time(untilRestart: { mpv in
      for _ in 0..<10 {
        mpv.next()
        pause(0.01)
      }
    })
    return figures(ofBurst: time)
  }

  /// Counts requests, except those for the track after the last one, which is prepared but not
  /// skipped to. A request from the first byte opens a track; other requests continue it.
  private func figures(ofBurst time: Duration?) -> [Double]? {
    let asked = server.requests.filter { $0.target != "/11" }
    guard let time else { return nil }
    let opened = asked.filter { $0.first == 0 }.map(\.target)
    return [
      time / .milliseconds(1), Double(Set(opened).subtracting(["/10"]).count),
      Double(opened.count { $0 == "/10" }),
      Double(asked.count { $0.target == "/10" && $0.first > 0 }), Double(asked.count),
    ]
  }
}
