import PlayerKit

extension AudioEngineContract {
  static let seeking: [Check] = [
    Check("A seek completes once, at its position, and playback goes on") { fixture in
      let load = try await fixture.play(fixture.samples.long)
      let seek = fixture.seek(to: .seconds(10), in: load)
      let anchor = try await fixture.completion(of: seek, in: load)
      try fixture.expect(anchor.position, near: .seconds(10), "the position sought")
      try fixture.expect(anchor.speed == 1, "playback did not go on")
      try await fixture.pass(.milliseconds(50))
      let reports = fixture.recorder.reports(of: load)
      try fixture.expect(
        reports.count { $0.completion(of: seek) != nil } == 1,
        "it completed more than once"
      )
    },
    Check("Of two rapid seeks the last completes, and none after it") { fixture in
      let load = try await fixture.play(fixture.samples.long)
      let first = fixture.seek(to: .seconds(5), in: load)
      let last = fixture.seek(to: .seconds(12), in: load)
      let anchor = try await fixture.completion(of: last, in: load)
      try fixture.expect(anchor.position, near: .seconds(12), "the position sought last")
      try await fixture.pass(.milliseconds(50))
      // A fast engine may complete the first seek before the second one arrives.
      let reports = fixture.recorder.reports(of: load)
      let settled = reports.filter {
        $0.completion(of: first) != nil || $0.completion(of: last) != nil
      }
      try fixture.expect(settled.last?.completion(of: last) != nil, "the last was not settled last")
      try fixture.expect(settled.count <= 2, "a seek completed more than once")
    },
    Check("A seek before readiness: playback begins there") { fixture in
      let load = fixture.load(fixture.samples.long.source, isPlaying: false)
      _ = try await fixture.sought(.seconds(10), in: load)
      try fixture.expect(
        fixture.recorder.reports(of: load).contains { $0.loadedMedia != nil },
        "it was not loaded"
      )
    },
    Check("A seek past the end ends the track") { fixture in
      let sample = fixture.samples.long
      let load = try await fixture.play(sample)
      _ = fixture.seek(to: sample.duration + .seconds(5), in: load)
      try await fixture.expectEnds(of: load)
    },
    Check("After a seek past the end, what is next follows") { fixture in
      let sample = fixture.samples.long
      let (current, next) = fixture.load(sample, then: fixture.samples.short)
      _ = try await fixture.loaded(current)
      _ = fixture.seek(to: sample.duration + .seconds(5), in: current)
      try await fixture.expectEnds(of: current, next)
    },
  ]
}
