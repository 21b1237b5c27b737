import Foundation
import PlayerKit

extension EngineBenchmark {
  /// Measures the time from a command to readiness, with our loader and with libmpv's own HTTP.
  func measureLoader() async throws {
    let table = Table(
      "From a load to its readiness, a WAV of 5 MB, while another track plays, ms",
      ["", "median", "max"]
    )
    let wav = Music.wav(isLeft: true, seconds: 30)
    let file = MediaSource(.file(path: try write(wav, "loader.wav")))
    table.row(row("ours, local file", try await times { _ in file }))
    for delay in [0, 200, 500] {
      let server = try SlowServer([wav], kind: "audio/wav", isThrottled: false)
      server.reset(delay: delay)
      let label = "http, \(delay) ms per response"
      table.row(row("ours, \(label)", try await times { try MediaSource(server, $0) }))
      table.row(row("ours, \(label), next 1.5 s before", try await nextTimes(server)))
      if let mpv = try MPVPeer(in: folder, .null) {
        var samples = Samples()
        for number in 0..<rounds {
          mpv.fill([server.url(1_000 + number)])
          if let time = mpv.time(untilRestart: { $0.play() }) { samples.add(time) }
        }
        table.row(row("mpv's own, \(label)", samples))
      }
    }
  }

  private func times(_ source: (Int) throws -> MediaSource) async throws -> Samples {
    var stage = try EngineStage()
    var samples = Samples()
    for number in 0..<rounds { samples.add(try await stage.timeToLoad(try source(number))) }
    await stage.engine.close()
    return samples
  }

  /// Measures the delay of the next track after the end of a short track.
  private func nextTimes(_ server: SlowServer) async throws -> Samples {
    let second = Music.wav(isLeft: false, seconds: 1)
    let half = second.suffix(second.count - 44).prefix(Music.rate / 2 * 4)
    let short = try write(
      Music.header(frames: Music.rate * 3 / 2) + second.dropFirst(44) + half,
      "short.wav"
    )
    var stage = try EngineStage()
    var samples = Samples()
    for number in 0..<max(rounds / 3, 1) {
      let current = stage.load(MediaSource(.file(path: short)))
      let next = stage.load(try MediaSource(server, 2_000 + number))
      stage.engine.load(current)
      stage.engine.setNext(next, after: current.id)
      try await stage.wait(for: "the end", of: current.id) { $0.isTerminal }
      let end = ContinuousClock.now
      try await stage.waitForStart(of: next.id)
      samples.add(ContinuousClock.now - end)
    }
    await stage.engine.close()
    return samples
  }
}
