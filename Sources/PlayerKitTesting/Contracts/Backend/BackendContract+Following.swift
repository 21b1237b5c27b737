import PlayerKit

// What gapless backends keep; of others nothing is asked.
extension BackendContract {
  static let following: [Check] = [
    Check("What is to follow begins when the track before it has ended", needs: .gapless) { bench in
      let first = try await bench.start(bench.tracks.short)
      let next = bench.preload(bench.tracks.long, after: first)
      let ending = try await bench.ending(of: first)
      guard ending == .ended(followedBy: next) else {
        // It was not found in time: then it is dropped, and whoever queued it loads it.
        try bench.expect(ending, is: .ended(followedBy: nil), "the end")
        let isReady = bench.recorder.reports(of: next).contains { $0.loadedMedia != nil }
        try bench.expect(!isReady, "it was ready, and does not follow")
        return try await bench.expectEnding(of: next, .superseded)
      }
      let start = try await bench.first("the beginning", of: next) { $0.start }
      try bench.expect(start.position, near: .zero, "where it begins")
    },
    Check("What has begun by itself can be given back", needs: .gapless) { bench in
      // Whoever takes it back may not have heard yet that it has begun.
      bench.backend.react { [backend = bench.backend] report, load in
        if case .ended(let next?) = report { backend.command(.cancelPreload(next)) }
        if report.start != nil { backend.command(.release(load)) }
      }
      let first = try await bench.start(bench.tracks.short)
      let next = bench.preload(bench.tracks.long, after: first)
      let ending = try await bench.ending(of: next)
      let hasBegun = bench.recorder.reports(of: next).contains { $0.start != nil }
      // If it was not found before the other one had ended, it never began.
      try bench.expect(ending == .released || ending == .superseded && !hasBegun, "it: \(ending)")
    },
    Check("What is to follow and is taken back does not begin", needs: .gapless) { bench in
      let first = try await bench.start(bench.tracks.short)
      let next = bench.preload(bench.tracks.long, after: first)
      bench.backend.command(.cancelPreload(next))
      try await bench.expectEnding(of: next, .superseded)
      try await bench.expectEnd(of: first)
      let reports = bench.recorder.reports(of: next)
      try bench.expect(!reports.contains { $0.start != nil }, "it began")
    },
    Check("What is to follow begins on command, in place of the track before it", needs: .gapless) {
      bench in
      let first = try await bench.start(bench.tracks.long)
      let next = bench.preload(bench.tracks.short, after: first)
      bench.backend.command(.beginPreloaded(next, after: first, isPlaying: true))
      try await bench.expectEnding(of: first, .superseded)
      try await bench.expectEnding(of: next, .ended(followedBy: nil))
    },
  ]
}
