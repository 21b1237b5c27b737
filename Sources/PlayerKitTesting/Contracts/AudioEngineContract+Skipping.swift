import PlayerKit

extension AudioEngineContract {
  static let skipping: [Check] = [
    Check("What is next begins on command, and the current load is superseded") { bench in
      let current = try await bench.play(bench.samples.long)
      let next = bench.setNext(bench.samples.short.source, after: current)
      bench.engine.playNext(next, after: current, isPlaying: true)
      try await bench.expectEnding(of: current, .superseded)
      let start = try await bench.first("started", of: next) { $0.start }
      try bench.expect(start.speed == 1, "it does not move")
      try bench.expect(start.position, near: .zero, "the first position")
      try await bench.expectEnds(of: next)
    },
    Check("What is next begins on command right after it was handed over") { bench in
      let (current, next) = bench.load(bench.samples.long, then: bench.samples.short)
      bench.engine.playNext(next, after: current, isPlaying: true)
      try await bench.expectEnding(of: current, .superseded)
      _ = try await bench.first("started", of: next) { $0.start }
      try await bench.expectEnds(of: next)
    },
    Check("What is begun on command can be begun paused") { bench in
      let current = try await bench.play(bench.samples.long)
      let next = bench.setNext(bench.samples.short.source, after: current)
      bench.engine.playNext(next, after: current, isPlaying: false)
      let start = try await bench.first("started", of: next) { $0.start }
      try bench.expect(start.speed == 0, "it moves although paused")
      try await bench.pass(.milliseconds(200))
      bench.engine.setPlaying(true, load: next)
      try await bench.expectEnds(of: next)
    },
    Check("Each of a chain can be begun on command, and something follows the last") { bench in
      let (first, second) = bench.load(bench.samples.long, then: bench.samples.long)
      bench.engine.playNext(second, after: first, isPlaying: true)
      let third = bench.setNext(bench.samples.short.source, after: second)
      bench.engine.playNext(third, after: second, isPlaying: true)
      let fourth = bench.setNext(bench.samples.other.source, after: third)
      try await bench.expectSuperseded(first, second)
      try await bench.expectEnds(of: third, fourth)
    },
    Check("Where something else is next, the current load falls silent all the same") { bench in
      let current = try await bench.play(bench.samples.long)
      let next = bench.setNext(bench.samples.short.source, after: current)
      let unknown = LoadID.unique()
      bench.engine.playNext(unknown, after: current, isPlaying: true)
      try await bench.expectSuperseded(current, next)
    },
    Check("What is next of a stale load does not begin") { bench in
      let stale = bench.load(bench.samples.long.source)
      let (current, next) = bench.load(bench.samples.short, then: bench.samples.other)
      bench.engine.playNext(next, after: stale, isPlaying: true)
      try await bench.expectEnds(of: current, next)
    },
    Check("A broken next that is begun on command fails, and nothing sounds on") { bench in
      let current = bench.load(bench.samples.long.source)
      let next = bench.setNext(bench.samples.missing, after: current)
      bench.engine.playNext(next, after: current, isPlaying: true)
      try await bench.expectFailure(of: next, .notFound)
      try await bench.expectEnding(of: current, .superseded)
    },
    Check("What was begun on command can be sought in at once") { bench in
      let current = try await bench.play(bench.samples.long)
      let next = bench.setNext(bench.samples.long.source, after: current)
      bench.engine.playNext(next, after: current, isPlaying: true)
      _ = try await bench.sought(.seconds(10), in: next)
      bench.engine.unload(next)
      try await bench.expectEnding(of: next, .released)
    },
  ]
}
