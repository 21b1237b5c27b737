import PlayerKit

// What players keep that offer `preloading`; of others nothing is asked.
extension PlayerContract {
  static let following: [Check] = [
    Check("What is to follow and is taken back does not begin") { bench in
      guard let preloading = bench.player.preloading else { return }
      let first = bench.play(bench.tracks.short)
      try await bench.wait(for: .play)
      let next = bench.request(bench.tracks.long, wantsToPlay: true)
      preloading.preload(next, after: first)
      preloading.cancelPreload(next.id)
      try await bench.expectEnding(of: next.id, .superseded)
      try await bench.wait(for: .initial)
      try await bench.expectEnding(of: first, .ended(followedBy: nil))
      let reports = bench.recorder.reports(of: next.id)
      try bench.expect(!reports.contains { $0.start != nil }, "it began")
    },
    Check("What is to follow begins on command, in place of the track before it") { bench in
      guard let preloading = bench.player.preloading else { return }
      let first = bench.play(bench.tracks.long)
      try await bench.wait(for: .play)
      let next = bench.request(bench.tracks.short, wantsToPlay: true)
      preloading.preload(next, after: first)
      preloading.beginPreloaded(next.id, after: first, wantsToPlay: true)
      try bench.expect(bench.player.status.load == next.id, "the load at once")
      try await bench.expectEnding(of: first, .superseded)
      try await bench.wait(for: .initial)
      try await bench.expectEnding(of: next.id, .ended(followedBy: nil))
    },
  ]
}
