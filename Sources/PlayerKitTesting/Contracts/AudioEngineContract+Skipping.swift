import PlayerKit

extension AudioEngineContract {
  static let skipping: [Check] = [
    Check("What is next begins on command, and the current load is superseded") { fixture in
      let current = try await fixture.play(fixture.samples.long)
      let next = fixture.setNext(fixture.samples.short.source, after: current)
      fixture.engine.playNext(next, after: current, isPlaying: true)
      try await fixture.expectEnding(of: current, .superseded)
      let start = try await fixture.first("started", of: next) { $0.start }
      try fixture.expect(start.speed == 1, "it does not move")
      try fixture.expect(start.position, near: .zero, "the first position")
      try await fixture.expectEnds(of: next)
    },
    Check("What is next begins on command right after it was handed over") { fixture in
      let (current, next) = fixture.load(fixture.samples.long, then: fixture.samples.short)
      fixture.engine.playNext(next, after: current, isPlaying: true)
      try await fixture.expectEnding(of: current, .superseded)
      _ = try await fixture.first("started", of: next) { $0.start }
      try await fixture.expectEnds(of: next)
    },
    Check("What is begun on command can be begun paused") { fixture in
      let current = try await fixture.play(fixture.samples.long)
      let next = fixture.setNext(fixture.samples.short.source, after: current)
      fixture.engine.playNext(next, after: current, isPlaying: false)
      let start = try await fixture.first("started", of: next) { $0.start }
      try fixture.expect(start.speed == 0, "it moves although paused")
      try await fixture.pass(.milliseconds(200))
      fixture.engine.setPlaying(true, load: next)
      try await fixture.expectEnds(of: next)
    },
    Check("Each of a chain can be begun on command, and something follows the last") { fixture in
      let (first, second) = fixture.load(fixture.samples.long, then: fixture.samples.long)
      fixture.engine.playNext(second, after: first, isPlaying: true)
      let third = fixture.setNext(fixture.samples.short.source, after: second)
      fixture.engine.playNext(third, after: second, isPlaying: true)
      let fourth = fixture.setNext(fixture.samples.other.source, after: third)
      try await fixture.expectSuperseded(first, second)
      try await fixture.expectEnds(of: third, fourth)
    },
    Check("Where something else is next, the current load falls silent all the same") { fixture in
      let current = try await fixture.play(fixture.samples.long)
      let next = fixture.setNext(fixture.samples.short.source, after: current)
      let unknown = LoadID.unique()
      fixture.engine.playNext(unknown, after: current, isPlaying: true)
      try await fixture.expectSuperseded(current, next)
    },
    Check("What is next of a stale load does not begin") { fixture in
      let stale = fixture.load(fixture.samples.long.source)
      let (current, next) = fixture.load(fixture.samples.short, then: fixture.samples.other)
      fixture.engine.playNext(next, after: stale, isPlaying: true)
      try await fixture.expectEnds(of: current, next)
    },
    Check("A broken next that is begun on command fails, and nothing sounds on") { fixture in
      let current = fixture.load(fixture.samples.long.source)
      let next = fixture.setNext(fixture.samples.missing, after: current)
      fixture.engine.playNext(next, after: current, isPlaying: true)
      try await fixture.expectFailure(of: next, .notFound)
      try await fixture.expectEnding(of: current, .superseded)
    },
    Check("What was begun on command can be sought in at once") { fixture in
      let current = try await fixture.play(fixture.samples.long)
      let next = fixture.setNext(fixture.samples.long.source, after: current)
      fixture.engine.playNext(next, after: current, isPlaying: true)
      _ = try await fixture.sought(.seconds(10), in: next)
      fixture.engine.unload(next)
      try await fixture.expectEnding(of: next, .released)
    },
  ]
}
