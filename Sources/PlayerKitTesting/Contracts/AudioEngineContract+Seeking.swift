import PlayerKit

extension AudioEngineContract {
  static let seeking: [Check] = [
    Check("A seek completes once, at its position, and playback goes on") { bench in
      let load = try await bench.play(bench.samples.long)
      let seek = bench.seek(to: .seconds(10), in: load)
      let anchor = try await bench.completion(of: seek, in: load)
      try bench.expect(anchor.position, near: .seconds(10), "the position sought")
      try bench.expect(anchor.speed == 1, "playback did not go on")
      try await bench.pass(.milliseconds(50))
      let reports = bench.recorder.reports(of: load)
      try bench.expect(
        reports.count { $0.completion(of: seek) != nil } == 1,
        "it completed more than once"
      )
    },
    Check("Of two rapid seeks the last completes, and none after it") { bench in
      let load = try await bench.play(bench.samples.long)
      let first = bench.seek(to: .seconds(5), in: load)
      let last = bench.seek(to: .seconds(12), in: load)
      let anchor = try await bench.completion(of: last, in: load)
      try bench.expect(anchor.position, near: .seconds(12), "the position sought last")
      try await bench.pass(.milliseconds(50))
      // An engine may be so quick that it settles the first before it hears of the second.
      let reports = bench.recorder.reports(of: load)
      let settled = reports.filter {
        $0.completion(of: first) != nil || $0.completion(of: last) != nil
      }
      try bench.expect(settled.last?.completion(of: last) != nil, "the last was not settled last")
      try bench.expect(settled.count <= 2, "a seek completed more than once")
    },
    Check("A seek before readiness: playback begins there") { bench in
      let load = bench.load(bench.samples.long.source, isPlaying: false)
      _ = try await bench.sought(.seconds(10), in: load)
      try bench.expect(
        bench.recorder.reports(of: load).contains { $0.loadedMedia != nil },
        "it was not loaded"
      )
    },
    Check("A seek past the end ends the track") { bench in
      let sample = bench.samples.long
      let load = try await bench.play(sample)
      _ = bench.seek(to: sample.duration + .seconds(5), in: load)
      try await bench.expectEnds(of: load)
    },
    Check("After a seek past the end, what is next follows") { bench in
      let sample = bench.samples.long
      let (current, next) = bench.load(sample, then: bench.samples.short)
      _ = try await bench.loaded(current)
      _ = bench.seek(to: sample.duration + .seconds(5), in: current)
      try await bench.expectEnds(of: current, next)
    },
  ]
}
