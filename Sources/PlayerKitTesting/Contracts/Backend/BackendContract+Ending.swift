import PlayerKit

extension BackendContract {
  static let ending: [Check] = [
    Check("The end is told once, and leaves nothing loaded") { bench in
      let load = bench.play(bench.tracks.short)
      try await bench.wait(for: .initial)
      let status = bench.player.status
      try bench.expect(
        status.endReason == .ended,
        "the reason is \(String(describing: status.endReason))"
      )
      try bench.expect(status.wantsToPlay, "the wish to play is gone")
      try bench.expect(status.track?.id == bench.tracks.short.id, "the track is forgotten")
      try await bench.expectEnding(of: load, .ended(followedBy: nil))
      let told = try await bench.told()
      try bench.expect(told.ends, is: [.ended], "the ends told")
      try bench.expect(told.failures.isEmpty, "a failure was told")
      try bench.expect(told.states, is: [.loadToPlay, .play, .initial], "the states")
    },
    Check("After the end, play begins anew") { bench in
      let load = bench.play(bench.tracks.short)
      try await bench.wait(for: .initial)
      let start = bench.now
      bench.player.play()
      try bench.expect([.loadToPlay, .play].contains(bench.player.state), "it does not load")
      try bench.expectPosition(from: .zero, since: start)
      try bench.expect(bench.player.status.load != load, "the load is the old one")
      try await bench.wait(for: .initial)
      let states = try await bench.told().states
      try bench.expect(states.suffix(3), is: [.loadToPlay, .play, .initial], "the last states")
      try await bench.expect(bench.told().ends, is: [.ended, .ended], "the ends told")
    },
    Check("A missing track fails once, named, and is no end") { bench in
      try await bench.expectFailure(of: bench.tracks.missing)
    },
    Check("A track that is no audio fails once, named, and is no end") { bench in
      try await bench.expectFailure(of: bench.tracks.garbage)
    },
    Check("A failure takes the place of what was played before") { bench in
      let earlier = try await bench.start(bench.tracks.long)
      try await bench.expectFailure(of: bench.tracks.missing)
      try await bench.expectEnding(of: earlier, .superseded)
    },
    Check("After a failure, play tries again") { bench in
      bench.play(bench.tracks.missing)
      try await bench.wait(for: .initial)
      bench.player.play()
      try await bench.wait(for: .initial)
      let told = try await bench.told()
      try bench.expect(told.failures.count, is: 2, "the failures told")
      try bench.expect(
        told.states,
        is: [.loadToPlay, .initial, .loadToPlay, .initial],
        "the states"
      )
    },
    Check("After a failure, another track plays") { bench in
      bench.play(bench.tracks.garbage)
      try await bench.wait(for: .initial)
      bench.play(bench.tracks.short)
      try bench.expect(bench.player.status.error == nil, "the error is still there")
      try await bench.wait(for: .initial)
      let told = try await bench.told()
      try bench.expect(told.failures.count, is: 1, "the failures told")
      try bench.expect(told.ends, is: [.ended], "the ends told")
    },
  ]
}

extension BackendBench {
  fileprivate func expectFailure(of track: any Track) async throws {
    let load = play(track)
    try await wait(for: .initial)
    guard case .failed(let error, nil) = try await ending(of: load) else {
      throw ContractViolation("the load did not fail; reports: \(recorder.entries)")
    }
    try expect(error.track?.id == track.id, "the error names another track")
    try expect(error.playerType == player.playerType, "the error names another player type")
    try expect(player.status.error == error, "the status has another error")
    let told = try await told()
    try expect(told.failures, is: [error], "the failures told")
    try expect(told.ends.isEmpty, "an end was told")
  }
}
