import PlayerKit

extension AudioEngineContract {
  static let replacing: [Check] = [
    Check("A later load supersedes the earlier, of which nothing follows") { fixture in
      let earlier = try await fixture.play(fixture.samples.long)
      let later = fixture.load(fixture.samples.short.source)
      try await fixture.expectEnding(of: earlier, .superseded)
      try await fixture.expectEnds(of: later)
    },
    Check("Of loads in quick succession only the last plays") { fixture in
      let sources = [fixture.samples.long, fixture.samples.short, fixture.samples.other]
      let earlier = (0..<6).map { fixture.load(sources[$0 % sources.count].source) }
      let last = fixture.load(fixture.samples.short.source)
      try await fixture.expectEnds(of: last)
      for load in earlier { try await fixture.expectEnding(of: load, .superseded) }
    },
    Check("A load supersedes the current one and what was to follow it") { fixture in
      let (current, next) = fixture.load(fixture.samples.long, then: fixture.samples.short)
      let later = fixture.load(fixture.samples.other.source)
      try await fixture.expectEnds(of: later)
      try await fixture.expectSuperseded(current, next)
    },
    Check("An unloaded load is released once, also when that is asked twice") { fixture in
      let load = try await fixture.play(fixture.samples.long)
      fixture.engine.unload(load)
      fixture.engine.unload(load)
      try await fixture.expectEnding(of: load, .released)
    },
    Check("A load that is not ready yet can be unloaded") { fixture in
      let load = fixture.load(fixture.samples.long.source)
      fixture.engine.unload(load)
      try await fixture.expectEnding(of: load, .released)
    },
    Check("An unloaded load takes what was to follow it along, superseded") { fixture in
      let (current, next) = fixture.load(fixture.samples.long, then: fixture.samples.short)
      _ = try await fixture.loaded(current)
      fixture.engine.unload(current)
      try await fixture.expectEnding(of: current, .released)
      try await fixture.expectEnding(of: next, .superseded)
    },
    Check("Commands for a stale load change nothing") { fixture in
      let stale = fixture.load(fixture.samples.long.source)
      let current = try await fixture.play(fixture.samples.short)
      fixture.engine.setPlaying(false, load: stale)
      let seek = fixture.seek(to: .seconds(5), in: stale)
      fixture.engine.unload(stale)
      fixture.engine.setNext(nil, after: stale)
      try await fixture.expectEnding(of: stale, .superseded)
      try await fixture.expectEnds(of: current)
      try fixture.expect(
        !fixture.recorder.entries.contains { $0.report.completion(of: seek) != nil },
        "a seek in a stale load was completed"
      )
    },
    Check("A command issued from within a report takes effect") { fixture in
      let second = fixture.makeLoad(fixture.samples.other.source)
      let first = fixture.makeLoad(fixture.samples.short.source) {
        [weak engine = fixture.engine] report in
        if report.isTerminal { engine?.load(second) }
      }
      fixture.engine.load(first)
      try await fixture.expectEnds(of: first.id)
      try await fixture.expectEnds(of: second.id)
    },
  ]
}
