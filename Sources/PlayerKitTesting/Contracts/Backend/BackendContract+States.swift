import PlayerKit

extension BackendContract {
  static let states: [Check] = [
    Check("A prepared track loads, and is then paused") { bench in
      try await bench.cue(bench.tracks.long)
      try bench.expect(bench.player.position, is: .zero, "the position")
      try bench.expect(bench.player.status.duration != nil, "the duration is unknown")
      try await bench.expect(bench.told().states, is: [.load, .pause], "the states")
    },
    Check("A track that is to be played loads, and then plays without a pause in between") {
      bench in
      try await bench.start(bench.tracks.long)
      let states = try await bench.told().states
      try bench.expect(states, is: [.loadToPlay, .play], "the states")
    },
    Check("Told to play while loading, it plays on readiness without a pause in between") {
      bench in
      bench.prepare(bench.tracks.long)
      bench.player.play()
      try await bench.wait(for: .play)
      let states = try await bench.told().states
      // A player that was ready before the second command may well have paused.
      let expected: [[PlayerState]] = [[.load, .loadToPlay, .play], [.load, .pause, .play]]
      try bench.expect(expected.contains(states), "the states are \(states)")
    },
    Check("Told to pause while loading, it is silent on readiness") { bench in
      bench.play(bench.tracks.long)
      bench.player.pause()
      try await bench.wait(for: .pause)
      let position = bench.player.position
      try await bench.pass(.milliseconds(100))
      try bench.expect(bench.player.position, near: position, "the position")
      let states = try await bench.told().states
      let expected: [[PlayerState]] = [
        [.loadToPlay, .load, .pause], [.loadToPlay, .play, .pause],
      ]
      try bench.expect(expected.contains(states), "the states are \(states)")
    },
    Check("Pausing stops the position, and playing goes on from there") { bench in
      let start = bench.now
      try await bench.start(bench.tracks.long)
      try await bench.pass(.milliseconds(300))
      bench.player.pause()
      try bench.expect(bench.player.state, is: .pause, "the state after pausing")
      try bench.expectPosition(from: .zero, since: start, atLeast: .milliseconds(300))
      let paused = bench.player.position
      // Long against the tolerance, so that a position that went on is told from one that did not.
      try await bench.pass(.milliseconds(300))
      try bench.expect(bench.player.position, near: paused, "the position after a pause")
      let resumed = bench.now
      bench.player.play()
      try await bench.wait(for: .play)
      try await bench.pass(.milliseconds(300))
      try bench.expectPosition(from: paused, since: resumed, atLeast: .milliseconds(300))
    },
    Check("A track that is to begin elsewhere begins there") { bench in
      let start = bench.now
      bench.play(bench.tracks.long, at: .seconds(10))
      try bench.expect(bench.player.position, near: .seconds(10), "the position at once")
      try await bench.wait(for: .play)
      try bench.expectPosition(from: .seconds(10), since: start)
      let jumps = try await bench.told().jumps
      try bench.expect(jumps.allSatisfy { $0.to > .seconds(9) }, "the position jumped: \(jumps)")
    },
  ]
}
