import PlayerKit

extension AudioEngineContract {
  static let playing: [Check] = [
    Check("Pausing stops the position, and playing resumes it from there") { fixture in
      let load = try await fixture.play(fixture.samples.long)
      try await fixture.pass(.milliseconds(100))
      fixture.engine.setPlaying(false, load: load)
      let paused = try await fixture.first("a position that stands still", of: load) {
        $0.measuredPosition.flatMap { $0.speed == 0 ? $0 : nil }
      }
      // Much longer than the tolerance, to distinguish a position that moved from one that did not.
      try await fixture.pass(.milliseconds(100))
      try await fixture.pass(.milliseconds(100))
      fixture.engine.setPlaying(true, load: load)
      let resumed = try await fixture.first("a position that moves after a pause", of: load) {
        $0.measuredPosition.flatMap { $0.speed == 1 && $0.instant > paused.instant ? $0 : nil }
      }
      try fixture.expect(resumed.position, near: paused.position, "the position after a pause")
    },
    Check("At double speed the position moves twice as fast") { fixture in
      let load = try await fixture.play(fixture.samples.long)
      var output = OutputSettings()
      output.rate = 2
      fixture.engine.setOutput(output)
      _ = try await fixture.first("a position at double speed", of: load) {
        $0.measuredPosition.flatMap { $0.speed == 2 ? $0 : nil }
      }
    },
    Check("The speed set before a load holds for it") { fixture in
      var output = OutputSettings()
      output.rate = 2
      output.isMuted = true
      fixture.engine.setOutput(output)
      let load = fixture.load(fixture.samples.short.source)
      let media = try await fixture.loaded(load)
      try fixture.expect(media.anchor.speed == 2, "the speed is \(media.anchor.speed)")
      try await fixture.expectEnds(of: load)
    },
  ]
}
