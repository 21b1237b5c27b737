import PlayerKit

// What players keep that offer `preloading`; of others nothing is asked.
extension PlayerContract {
  static let following: [Check] = [
    Check("What is to follow begins when the track before it has ended") { bench in
      guard let preloading = bench.player.preloading else { return }
      let first = try await bench.start(bench.tracks.short)
      let next = bench.request(bench.tracks.long, wantsToPlay: true)
      preloading.preload(next, after: first)
      let ending = try await bench.ending(of: first)
      guard ending == .ended(followedBy: next.id) else {
        // It was not found in time: then it is dropped, and whoever queued it loads it.
        try bench.expect(ending, is: .ended(followedBy: nil), "the end")
        let isReady = bench.recorder.reports(of: next.id).contains { $0.loadedMedia != nil }
        try bench.expect(!isReady, "it was ready, and does not follow")
        return try await bench.expectEnding(of: next.id, .superseded)
      }
      try await bench.wait(for: "the next track") { $0.load == next.id && $0.state == .play }
      try await bench.wait(
        for: "its beginning",
        untilReported: { $0.reports(of: next.id).contains { $0.start != nil } }
      )
      let told = try await bench.told()
      try bench.expect(told.transitions, is: [.userSelected, .auto], "why tracks were loaded")
    },
    Check("What has begun by itself and is then taken back is given back") { bench in
      guard let preloading = bench.player.preloading else { return }
      let next = bench.request(bench.tracks.long, wantsToPlay: true)
      // Whoever takes it back may not have heard yet that it has begun.
      let first = bench.request(bench.tracks.short, wantsToPlay: true) { report in
        if case .ended = report { preloading.cancelPreload(next.id) }
      }
      bench.player.prepare(first)
      try await bench.wait(for: .play)
      preloading.preload(next, after: first.id)
      let ending = try await bench.ending(of: next.id)
      let hasBegun = bench.recorder.reports(of: next.id).contains { $0.start != nil }
      // Where it was not found before the other one had ended, it never began.
      try bench.expect(ending == .released || ending == .superseded && !hasBegun, "it: \(ending)")
      try bench.expect(bench.player.state, is: .initial, "the state")
    },
    Check("What is to follow and is taken back does not begin") { bench in
      guard let preloading = bench.player.preloading else { return }
      let first = try await bench.start(bench.tracks.short)
      let next = bench.request(bench.tracks.long, wantsToPlay: true)
      preloading.preload(next, after: first)
      preloading.cancelPreload(next.id)
      try await bench.expectEnding(of: next.id, .superseded)
      try await bench.expectEnd(of: first)
      let reports = bench.recorder.reports(of: next.id)
      try bench.expect(!reports.contains { $0.start != nil }, "it began")
    },
    Check("What is to follow begins on command, in place of the track before it") { bench in
      guard let preloading = bench.player.preloading else { return }
      let first = try await bench.start(bench.tracks.long)
      let next = bench.request(bench.tracks.short, wantsToPlay: true)
      preloading.preload(next, after: first)
      preloading.beginPreloaded(next.id, after: first, wantsToPlay: true)
      try bench.expect(bench.player.status.load == next.id, "the load at once")
      try await bench.expectEnding(of: first, .superseded)
      try await bench.expectEnd(of: next.id)
    },
  ]
}
