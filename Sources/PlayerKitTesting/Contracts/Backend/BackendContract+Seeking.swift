import PlayerKit

extension BackendContract {
  static let seeking: [Check] = [
    Check("A seek reads at once, completes once, and playback goes on", needs: .seek) { fixture in
      try await fixture.start(fixture.tracks.long)
      let sought = fixture.now
      fixture.player.seek(to: .seconds(10))
      try fixture.expect(
        fixture.player.position >= .seconds(10),
        "the position lies before the seek"
      )
      try fixture.expectPosition(from: .seconds(10), since: sought)
      try await fixture.wait(for: .play)
      try await fixture.pass(.milliseconds(100))
      let told = try await fixture.told()
      try fixture.expect(told.completedSeeks.count, is: 1, "the completions")
      try fixture.expect(told.completedSeeks[0], near: .seconds(10), "the position sought")
      try fixture.expect(
        told.jumps.contains { $0.reason == .seek && $0.to == .seconds(10) },
        "the jump was not told as a seek"
      )
    },
    Check("A seek while paused leaves it paused, there", needs: .seek) { fixture in
      try await fixture.cue(fixture.tracks.long)
      fixture.player.seek(to: .seconds(10))
      try fixture.expect(fixture.player.position, near: .seconds(10), "the position at once")
      try await fixture.waitForSeek()
      try await fixture.pass(.milliseconds(50))
      try fixture.expect(fixture.player.state, is: .pause, "the state")
      try fixture.expect(fixture.player.position, near: .seconds(10), "the position")
      let told = try await fixture.told()
      try fixture.expect(told.completedSeeks.count, is: 1, "the completions")
      try fixture.expect(!told.states.contains(.play), "it played")
    },
    Check("Of two rapid seeks only the last completes", needs: .seek) { fixture in
      try await fixture.start(fixture.tracks.long)
      let sought = fixture.now
      fixture.player.seek(to: .seconds(5))
      fixture.player.seek(to: .seconds(12))
      try fixture.expectPosition(from: .seconds(12), since: sought)
      try await fixture.waitForSeek()
      try await fixture.pass(.milliseconds(50))
      // A fast player may complete the first seek before the second one arrives.
      let told = try await fixture.told()
      let behind = told.drop { change in
        guard case .discontinuity(let jump) = change else { return true }
        return jump.to != .seconds(12)
      }
      try fixture.expect(behind.completedSeeks.count, is: 1, "the completions behind the last seek")
      try fixture.expect(
        told.completedSeeks.last ?? .zero,
        near: .seconds(12),
        "the last completion"
      )
    },
    Check("A seek before readiness: it reads at once, and playback begins there", needs: .seek) {
      fixture in
      let load = fixture.prepare(fixture.tracks.long)
      fixture.player.seek(to: .seconds(10))
      try fixture.expect(fixture.player.position, near: .seconds(10), "the position at once")
      try await fixture.wait(for: .pause)
      let start = fixture.now
      fixture.player.play()
      try await fixture.wait(for: .play)
      try fixture.expectPosition(from: .seconds(10), since: start)
      let told = try await fixture.told()
      try fixture.expect(told.completedSeeks.count, is: 1, "the completions")
      let moved = fixture.recorder.reports(of: load).compactMap(\.measuredPosition)
      try fixture.expect(
        moved.allSatisfy { $0.speed == 0 || $0.position > .seconds(9) },
        "something of the beginning was heard"
      )
    },
    Check("A seek past the end is the natural end", needs: .seek) { fixture in
      let load = try await fixture.start(fixture.tracks.long)
      guard let duration = fixture.player.status.duration else {
        throw ContractViolation("the duration is unknown")
      }
      fixture.player.seek(to: duration + .seconds(5))
      try fixture.expect(fixture.player.position, near: duration, "the position at once")
      try await fixture.expectEnd(of: load)
      try await fixture.expect(fixture.told().ends, is: [.ended], "the ends told")
    },
    Check("A seek before the beginning goes there", needs: .seek) { fixture in
      try await fixture.cue(fixture.tracks.long, at: .seconds(10))
      fixture.player.seek(to: .seconds(-5))
      try fixture.expect(fixture.player.position, near: .zero, "the position at once")
      try await fixture.waitForSeek()
      try fixture.expect(fixture.player.position, near: .zero, "the position")
    },
  ]
}
