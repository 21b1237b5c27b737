import PlayerKit

extension BackendContract {
  static let states: [Check] = [
    Check("A prepared track loads, and is then paused") { fixture in
      try await fixture.cue(fixture.tracks.long)
      try fixture.expect(fixture.player.position, is: .zero, "the position")
      try fixture.expect(fixture.player.status.duration != nil, "the duration is unknown")
      try await fixture.expect(fixture.told().states, is: [.load, .pause], "the states")
    },
    Check("A track that is to be played loads, and then plays without a pause in between") {
      fixture in
      try await fixture.start(fixture.tracks.long)
      let states = try await fixture.told().states
      try fixture.expect(states, is: [.loadToPlay, .play], "the states")
    },
    Check("Told to play while loading, it plays on readiness without a pause in between") {
      fixture in
      fixture.prepare(fixture.tracks.long)
      fixture.player.play()
      try await fixture.wait(for: .play)
      let states = try await fixture.told().states
      // If the player was ready before the second command, it may have paused.
      let expected: [[PlayerState]] = [[.load, .loadToPlay, .play], [.load, .pause, .play]]
      try fixture.expect(expected.contains(states), "the states are \(states)")
    },
    Check("Told to pause while loading, it is silent on readiness") { fixture in
      fixture.play(fixture.tracks.long)
      fixture.player.pause()
      try await fixture.wait(for: .pause)
      let position = fixture.player.position
      try await fixture.pass(.milliseconds(100))
      try fixture.expect(fixture.player.position, near: position, "the position")
      let states = try await fixture.told().states
      let expected: [[PlayerState]] = [
        [.loadToPlay, .load, .pause], [.loadToPlay, .play, .pause],
      ]
      try fixture.expect(expected.contains(states), "the states are \(states)")
    },
    Check("Pausing stops the position, and playing goes on from there") { fixture in
      let start = fixture.now
      try await fixture.start(fixture.tracks.long)
      try await fixture.pass(.milliseconds(300))
      fixture.player.pause()
      try fixture.expect(fixture.player.state, is: .pause, "the state after pausing")
      try fixture.expectPosition(from: .zero, since: start, atLeast: .milliseconds(300))
      let paused = fixture.player.position
      // Much longer than the tolerance, to distinguish a position that moved from one that did not.
      try await fixture.pass(.milliseconds(300))
      try fixture.expect(fixture.player.position, near: paused, "the position after a pause")
      let resumed = fixture.now
      fixture.player.play()
      try await fixture.wait(for: .play)
      try await fixture.pass(.milliseconds(300))
      try fixture.expectPosition(from: paused, since: resumed, atLeast: .milliseconds(300))
    },
    Check("A track that is to begin elsewhere begins there") { fixture in
      let start = fixture.now
      fixture.play(fixture.tracks.long, at: .seconds(10))
      try fixture.expect(fixture.player.position, near: .seconds(10), "the position at once")
      try await fixture.wait(for: .play)
      try fixture.expectPosition(from: .seconds(10), since: start)
      let jumps = try await fixture.told().jumps
      try fixture.expect(jumps.allSatisfy { $0.to > .seconds(9) }, "the position jumped: \(jumps)")
    },
  ]
}
