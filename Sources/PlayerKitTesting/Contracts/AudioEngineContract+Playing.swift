import PlayerKit

extension AudioEngineContract {
  static let playing: [Check] = [
    Check("Pausing stops the position, and playing resumes it from there") { bench in
      let load = try await bench.play(bench.samples.long)
      try await bench.pass(.milliseconds(100))
      bench.engine.setPlaying(false, load: load)
      let paused = try await bench.first("a position that stands still", of: load) {
        $0.measuredPosition.flatMap { $0.speed == 0 ? $0 : nil }
      }
      // Long against the tolerance, so that a position that went on is told from one that did not.
      try await bench.pass(.milliseconds(100))
      try await bench.pass(.milliseconds(100))
      bench.engine.setPlaying(true, load: load)
      let resumed = try await bench.first("a position that moves after a pause", of: load) {
        $0.measuredPosition.flatMap { $0.speed == 1 && $0.instant > paused.instant ? $0 : nil }
      }
      try bench.expect(resumed.position, near: paused.position, "the position after a pause")
    },
    Check("At double speed the position moves twice as fast") { bench in
      let load = try await bench.play(bench.samples.long)
      var output = OutputSettings()
      output.rate = 2
      bench.engine.setOutput(output)
      _ = try await bench.first("a position at double speed", of: load) {
        $0.measuredPosition.flatMap { $0.speed == 2 ? $0 : nil }
      }
    },
    Check("The speed set before a load holds for it") { bench in
      var output = OutputSettings()
      output.rate = 2
      output.isMuted = true
      bench.engine.setOutput(output)
      let load = bench.load(bench.samples.short.source)
      let media = try await bench.loaded(load)
      try bench.expect(media.anchor.speed == 2, "the speed is \(media.anchor.speed)")
      try await bench.expectEnds(of: load)
    },
  ]
}
