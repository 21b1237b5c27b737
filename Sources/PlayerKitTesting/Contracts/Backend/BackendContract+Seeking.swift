import PlayerKit

extension BackendContract {
  static let seeking: [Check] = [
    Check("A seek reads at once, completes once, and playback goes on", needs: .seek) { bench in
      try await bench.start(bench.tracks.long)
      let sought = bench.now
      bench.player.seek(to: .seconds(10))
      try bench.expect(bench.player.position >= .seconds(10), "the position lies before the seek")
      try bench.expectPosition(from: .seconds(10), since: sought)
      try await bench.wait(for: .play)
      try await bench.pass(.milliseconds(100))
      let told = try await bench.told()
      try bench.expect(told.completedSeeks.count, is: 1, "the completions")
      try bench.expect(told.completedSeeks[0], near: .seconds(10), "the position sought")
      try bench.expect(
        told.jumps.contains { $0.reason == .seek && $0.to == .seconds(10) },
        "the jump was not told as a seek"
      )
    },
    Check("A seek while paused leaves it paused, there", needs: .seek) { bench in
      try await bench.cue(bench.tracks.long)
      bench.player.seek(to: .seconds(10))
      try bench.expect(bench.player.position, near: .seconds(10), "the position at once")
      try await bench.waitForSeek()
      try await bench.pass(.milliseconds(50))
      try bench.expect(bench.player.state, is: .pause, "the state")
      try bench.expect(bench.player.position, near: .seconds(10), "the position")
      let told = try await bench.told()
      try bench.expect(told.completedSeeks.count, is: 1, "the completions")
      try bench.expect(!told.states.contains(.play), "it played")
    },
    Check("Of two rapid seeks only the last completes", needs: .seek) { bench in
      try await bench.start(bench.tracks.long)
      let sought = bench.now
      bench.player.seek(to: .seconds(5))
      bench.player.seek(to: .seconds(12))
      try bench.expectPosition(from: .seconds(12), since: sought)
      try await bench.waitForSeek()
      try await bench.pass(.milliseconds(50))
      // A player may be so quick that it settles the first before it hears of the second.
      let told = try await bench.told()
      let behind = told.drop { change in
        guard case .discontinuity(let jump) = change else { return true }
        return jump.to != .seconds(12)
      }
      try bench.expect(behind.completedSeeks.count, is: 1, "the completions behind the last seek")
      try bench.expect(told.completedSeeks.last ?? .zero, near: .seconds(12), "the last completion")
    },
    Check("A seek before readiness: it reads at once, and playback begins there", needs: .seek) {
      bench in
      let load = bench.prepare(bench.tracks.long)
      bench.player.seek(to: .seconds(10))
      try bench.expect(bench.player.position, near: .seconds(10), "the position at once")
      try await bench.wait(for: .pause)
      let start = bench.now
      bench.player.play()
      try await bench.wait(for: .play)
      try bench.expectPosition(from: .seconds(10), since: start)
      let told = try await bench.told()
      try bench.expect(told.completedSeeks.count, is: 1, "the completions")
      let moved = bench.recorder.reports(of: load).compactMap(\.measuredPosition)
      try bench.expect(
        moved.allSatisfy { $0.speed == 0 || $0.position > .seconds(9) },
        "something of the beginning was heard"
      )
    },
    Check("A seek past the end is the natural end", needs: .seek) { bench in
      let load = try await bench.start(bench.tracks.long)
      guard let duration = bench.player.status.duration else {
        throw ContractViolation("the duration is unknown")
      }
      bench.player.seek(to: duration + .seconds(5))
      try bench.expect(bench.player.position, near: duration, "the position at once")
      try await bench.expectEnd(of: load)
      try await bench.expect(bench.told().ends, is: [.ended], "the ends told")
    },
    Check("A seek before the beginning goes there", needs: .seek) { bench in
      try await bench.cue(bench.tracks.long, at: .seconds(10))
      bench.player.seek(to: .seconds(-5))
      try bench.expect(bench.player.position, near: .zero, "the position at once")
      try await bench.waitForSeek()
      try bench.expect(bench.player.position, near: .zero, "the position")
    },
  ]
}
