import PlayerKit

extension AudioEngineContract {
  static let following: [Check] = [
    Check("What is next follows without another command") { fixture in
      let (current, next) = fixture.load(fixture.samples.short, then: fixture.samples.other)
      try await fixture.expectEnding(of: current, .ended(followedBy: next))
      let start = try await fixture.first("started", of: next) { $0.start }
      try await fixture.expectEnds(of: next)
      let entries = fixture.recorder.entries
      let end = entries.firstIndex { $0.load == current && $0.report.isTerminal }
      let begin = entries.firstIndex { $0.load == next && $0.report.start != nil }
      if let end, let begin { try fixture.expect(end < begin, "it started before the end") }
      try fixture.expect(start.speed == 1, "it does not move")
      try fixture.expect(start.position, near: .zero, "the first position of what follows")
    },
    Check("What is next tells that it is open, before anything else and long before its turn") {
      fixture in
      let (current, next) = fixture.load(fixture.samples.long, then: fixture.samples.other)
      let isLive = try await fixture.first("opened", of: next) { $0.openedAsLive }
      try fixture.expect(!isLive, "it was taken for a live stream")
      let entries = fixture.recorder.entries
      let isFirst = entries.first { $0.load == next }?.report.openedAsLive != nil
      try fixture.expect(isFirst, "something came before")
      try fixture.expect(
        !entries.contains { $0.load == current && $0.report.isTerminal },
        "the current load has ended"
      )
    },
    Check("What follows starts when the current load has sounded to its end") { fixture in
      let sample = fixture.samples.short
      let (current, next) = fixture.load(sample, then: fixture.samples.other)
      let loaded = try await fixture.loaded(current).anchor
      let start = try await fixture.first("started", of: next) { $0.start }
      let sounded = start.instant - loaded.instant + loaded.position - start.position
      try fixture.expect(sounded, near: sample.duration, "the time that the current load sounded")
    },
    Check("Each of a chain follows the one before") { fixture in
      let (first, second) = fixture.load(fixture.samples.short, then: fixture.samples.other)
      _ = try await fixture.first("started", of: second) { $0.start }
      let third = fixture.setNext(fixture.samples.short.source, after: second)
      try await fixture.expectEnds(of: first, second, third)
    },
    Check("A next that is replaced before its time never starts") { fixture in
      let (current, old) = fixture.load(fixture.samples.short, then: fixture.samples.long)
      let new = fixture.setNext(fixture.samples.other.source, after: current)
      try await fixture.expectEnding(of: old, .superseded)
      try await fixture.expectEnds(of: current, new)
      try fixture.expectNone(of: old, "started") { $0.start != nil }
    },
    Check("A next that is taken back never starts, and nothing follows") { fixture in
      let (current, next) = fixture.load(fixture.samples.short, then: fixture.samples.other)
      fixture.engine.setNext(nil, after: current)
      try await fixture.expectEnding(of: next, .superseded)
      try await fixture.expectEnds(of: current)
    },
    Check("A next for a load that is not current is superseded at once") { fixture in
      let stale = fixture.load(fixture.samples.long.source)
      let current = fixture.load(fixture.samples.short.source)
      let next = fixture.setNext(fixture.samples.other.source, after: stale)
      try await fixture.expectEnding(of: next, .superseded)
      try await fixture.expectEnds(of: current)
    },
    Check("A broken next reports its failure, and the current load plays to its end") { fixture in
      let sample = fixture.samples.short
      let current = fixture.load(sample.source)
      let next = fixture.setNext(fixture.samples.missing, after: current)
      try await fixture.expectFailure(of: next, .notFound)
      guard case .ended = try await fixture.ending(of: current) else {
        throw ContractViolation("the current load did not end; \(fixture.recorder.entries)")
      }
      try fixture.expectNone(of: next, "started") { $0.start != nil }
    },
    Check("What follows a load can be paused, sought in and unloaded like any other") { fixture in
      let (current, next) = fixture.load(fixture.samples.short, then: fixture.samples.long)
      _ = try await fixture.first("started", of: next) { $0.start }
      fixture.engine.setPlaying(false, load: next)
      let anchor = try await fixture.sought(.seconds(10), in: next)
      try fixture.expect(anchor.speed == 0, "it moves although paused")
      fixture.engine.unload(next)
      try await fixture.expectEnding(of: next, .released)
    },
  ]
}
