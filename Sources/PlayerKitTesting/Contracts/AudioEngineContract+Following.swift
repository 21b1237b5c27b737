import PlayerKit

extension AudioEngineContract {
  static let following: [Check] = [
    Check("What is next follows without another command") { bench in
      let (current, next) = bench.load(bench.samples.short, then: bench.samples.other)
      try await bench.expectEnding(of: current, .ended(followedBy: next))
      let start = try await bench.first("started", of: next) { $0.start }
      try await bench.expectEnds(of: next)
      let entries = bench.recorder.entries
      let end = entries.firstIndex { $0.load == current && $0.report.isTerminal }
      let begin = entries.firstIndex { $0.load == next && $0.report.start != nil }
      if let end, let begin { try bench.expect(end < begin, "it started before the end") }
      try bench.expect(start.speed == 1, "it does not move")
      try bench.expect(start.position, near: .zero, "the first position of what follows")
    },
    Check("What is next tells that it is open, before anything else and long before its turn") {
      bench in
      let (current, next) = bench.load(bench.samples.long, then: bench.samples.other)
      let isLive = try await bench.first("opened", of: next) { $0.openedAsLive }
      try bench.expect(!isLive, "it was taken for a live stream")
      let entries = bench.recorder.entries
      let isFirst = entries.first { $0.load == next }?.report.openedAsLive != nil
      try bench.expect(isFirst, "something came before")
      try bench.expect(
        !entries.contains { $0.load == current && $0.report.isTerminal },
        "the current load has ended"
      )
    },
    Check("What follows starts when the current load has sounded to its end") { bench in
      let sample = bench.samples.short
      let (current, next) = bench.load(sample, then: bench.samples.other)
      let loaded = try await bench.loaded(current).anchor
      let start = try await bench.first("started", of: next) { $0.start }
      let sounded = start.instant - loaded.instant + loaded.position - start.position
      try bench.expect(sounded, near: sample.duration, "the time that the current load sounded")
    },
    Check("Each of a chain follows the one before") { bench in
      let (first, second) = bench.load(bench.samples.short, then: bench.samples.other)
      _ = try await bench.first("started", of: second) { $0.start }
      let third = bench.setNext(bench.samples.short.source, after: second)
      try await bench.expectEnds(of: first, second, third)
    },
    Check("A next that is replaced before its time never starts") { bench in
      let (current, old) = bench.load(bench.samples.short, then: bench.samples.long)
      let new = bench.setNext(bench.samples.other.source, after: current)
      try await bench.expectEnding(of: old, .superseded)
      try await bench.expectEnds(of: current, new)
      try bench.expectNone(of: old, "started") { $0.start != nil }
    },
    Check("A next that is taken back never starts, and nothing follows") { bench in
      let (current, next) = bench.load(bench.samples.short, then: bench.samples.other)
      bench.engine.setNext(nil, after: current)
      try await bench.expectEnding(of: next, .superseded)
      try await bench.expectEnds(of: current)
    },
    Check("A next for a load that is not current is superseded at once") { bench in
      let stale = bench.load(bench.samples.long.source)
      let current = bench.load(bench.samples.short.source)
      let next = bench.setNext(bench.samples.other.source, after: stale)
      try await bench.expectEnding(of: next, .superseded)
      try await bench.expectEnds(of: current)
    },
    Check("A broken next reports its failure, and the current load plays to its end") { bench in
      let sample = bench.samples.short
      let current = bench.load(sample.source)
      let next = bench.setNext(bench.samples.missing, after: current)
      try await bench.expectFailure(of: next, .notFound)
      guard case .ended = try await bench.ending(of: current) else {
        throw ContractViolation("the current load did not end; \(bench.recorder.entries)")
      }
      try bench.expectNone(of: next, "started") { $0.start != nil }
    },
    Check("What follows a load can be paused, sought in and unloaded like any other") { bench in
      let (current, next) = bench.load(bench.samples.short, then: bench.samples.long)
      _ = try await bench.first("started", of: next) { $0.start }
      bench.engine.setPlaying(false, load: next)
      let anchor = try await bench.sought(.seconds(10), in: next)
      try bench.expect(anchor.speed == 0, "it moves although paused")
      bench.engine.unload(next)
      try await bench.expectEnding(of: next, .released)
    },
  ]
}
