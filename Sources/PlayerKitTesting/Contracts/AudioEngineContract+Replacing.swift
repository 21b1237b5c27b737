import PlayerKit

extension AudioEngineContract {
  static let replacing: [Check] = [
    Check("A later load supersedes the earlier, of which nothing follows") { bench in
      let earlier = try await bench.play(bench.samples.long)
      let later = bench.load(bench.samples.short.source)
      try await bench.expectEnding(of: earlier, .superseded)
      try await bench.expectEnds(of: later)
    },
    Check("Of loads in quick succession only the last plays") { bench in
      let sources = [bench.samples.long, bench.samples.short, bench.samples.other]
      let earlier = (0..<6).map { bench.load(sources[$0 % sources.count].source) }
      let last = bench.load(bench.samples.short.source)
      try await bench.expectEnds(of: last)
      for load in earlier { try await bench.expectEnding(of: load, .superseded) }
    },
    Check("A load supersedes the current one and what was to follow it") { bench in
      let (current, next) = bench.load(bench.samples.long, then: bench.samples.short)
      let later = bench.load(bench.samples.other.source)
      try await bench.expectEnds(of: later)
      try await bench.expectSuperseded(current, next)
    },
    Check("An unloaded load is released once, also when that is asked twice") { bench in
      let load = try await bench.play(bench.samples.long)
      bench.engine.unload(load)
      bench.engine.unload(load)
      try await bench.expectEnding(of: load, .released)
    },
    Check("A load that is not ready yet can be unloaded") { bench in
      let load = bench.load(bench.samples.long.source)
      bench.engine.unload(load)
      try await bench.expectEnding(of: load, .released)
    },
    Check("An unloaded load takes what was to follow it along, superseded") { bench in
      let (current, next) = bench.load(bench.samples.long, then: bench.samples.short)
      _ = try await bench.loaded(current)
      bench.engine.unload(current)
      try await bench.expectEnding(of: current, .released)
      try await bench.expectEnding(of: next, .superseded)
    },
    Check("Commands for a stale load change nothing") { bench in
      let stale = bench.load(bench.samples.long.source)
      let current = try await bench.play(bench.samples.short)
      bench.engine.setPlaying(false, load: stale)
      let seek = bench.seek(to: .seconds(5), in: stale)
      bench.engine.unload(stale)
      bench.engine.setNext(nil, after: stale)
      try await bench.expectEnding(of: stale, .superseded)
      try await bench.expectEnds(of: current)
      try bench.expect(
        !bench.recorder.entries.contains { $0.report.completion(of: seek) != nil },
        "a seek in a stale load was completed"
      )
    },
    Check("A command issued from within a report takes effect") { bench in
      let second = bench.makeLoad(bench.samples.other.source)
      let first = bench.makeLoad(bench.samples.short.source) {
        [weak engine = bench.engine] report in
        if report.isTerminal { engine?.load(second) }
      }
      bench.engine.load(first)
      try await bench.expectEnds(of: first.id)
      try await bench.expectEnds(of: second.id)
    },
  ]
}
