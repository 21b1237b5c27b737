import Foundation
import PlayerKit
import PlayerKitMPV

extension PlaybackBenchmark {
  /// Sizes of the output's buffer in milliseconds. `nil` is the default.
  private static let buffers: [Int?] = [20, 50, 100, 150, 200, 300, 400, nil]

  /// Measures response and processor time for each size of the output's buffer, and compares the
  /// default with mpv and MPD.
  func measureResponsiveness() async throws {
    let heard = try await hearAll()
    guard let heard, let rates = try costOfAll() else {
      return Console.write("PulseAudio is not installed: left out")
    }
    let table = Table(
      "Response at a PulseAudio null sink, ms (by its monitor, ±10 ms), and cost, all at once",
      [
        "", "stream: quieter", "louder", "software: quieter", "pause", "play", "next",
        "÷ lean mpv", "sleeps/s",
      ]
    )
    for (name, rate) in rates {
      let row = heard[name] ?? Row()
      table.row(
        [name]
          + [
            row.heard.quieter, row.heard.louder, row.software, row.heard.pause, row.heard.play,
            row.heard.next,
          ].map { $0.median.rounded(to: 0) }
          + [rate.ratio.rounded(to: 2), rate.sleeps.rounded(to: 0)]
      )
    }
    check(heard, rates)
  }

  private struct Row {
    var heard = Heard()
    /// The time until a lower volume is audible, if software sets the volume.
    var software = Samples()
  }

  private static func name(_ buffer: Int?) -> String {
    buffer.map { "PlayerKit, \($0) ms" } ?? "PlayerKit, as it is"
  }

  private func hearAll() async throws -> [String: Row]? {
    guard let sink = try PulseSink(in: folder, listens: true), let meter = sink.meter else {
      return nil
    }
    var rows: [String: Row] = [:]
    for buffer in Self.buffers {
      var row = Row(heard: try await hear(ourWith: buffer, .stream, meter, far: false))
      row.software = try await hear(ourWith: buffer, .software, meter, far: false).quieter
      rows[Self.name(buffer)] = row
    }
    let output = PeerOutput.pulse(socket: sink.socket, sink: PulseSink.name)
    for make in Peers.all {
      guard let peer = try make(folder, output) else { continue }
      let heard = hear(peer, meter, far: false)
      rows[peer is MPVPeer ? "mpv, lean" : peer.name] = Row(heard: heard, software: heard.quieter)
    }
    sink.end()
    return rows
  }

  private func costOfAll() throws -> [(String, Rate)]? {
    guard let sink = try PulseSink(in: folder, listens: false, count: 20) else { return nil }
    let ways = Self.buffers.map { buffer -> OurWay in
      (buffer.map { "\($0) ms" } ?? "as it is", positions: 1, buffer: buffer, inspects: false)
    }
    let players = try startPlayers(sink, ways)
    defer { sink.end() }
    return Array(zip(players.map(\.name), rates(of: players)))
  }

  private func check(_ heard: [String: Row], _ rates: [(String, Rate)]) {
    let ours = heard[Self.name(nil)] ?? Row()
    func check(_ name: String, _ value: Double, bound: Double, unit: String = "", margin: Double) {
      verdict.check(name, value, bound: bound, unit: unit, margin: margin)
    }
    check("the stream's quieter", ours.heard.quieter.median, bound: 84, unit: " ms", margin: 1.2)
    check("the stream's louder", ours.heard.louder.median, bound: 84, unit: " ms", margin: 1.2)
    check("a pause is heard", ours.heard.pause.median, bound: 25, unit: " ms", margin: 1.5)
    let cost = rates.first { $0.0 == Self.name(nil) }?.1.time ?? .nan
    if let other = rates.first(where: { $0.0 == "MPD" })?.1.time {
      check("processor time ÷ MPD", cost / other, bound: 1, margin: 1.15)
    }
  }
}
