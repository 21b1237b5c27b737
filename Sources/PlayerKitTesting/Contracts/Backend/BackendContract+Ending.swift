import PlayerKit

extension BackendContract {
  static let ending: [Check] = [
    Check("The end is told once, and leaves nothing loaded") { fixture in
      let load = fixture.play(fixture.tracks.short)
      try await fixture.wait(for: .initial)
      let status = fixture.player.status
      try fixture.expect(
        status.endReason == .ended,
        "the reason is \(String(describing: status.endReason))"
      )
      try fixture.expect(status.wantsToPlay, "the wish to play is gone")
      try fixture.expect(status.track?.id == fixture.tracks.short.id, "the track is forgotten")
      try await fixture.expectEnding(of: load, .ended(followedBy: nil))
      let told = try await fixture.told()
      try fixture.expect(told.ends, is: [.ended], "the ends told")
      try fixture.expect(told.failures.isEmpty, "a failure was told")
      try fixture.expect(told.states, is: [.loadToPlay, .play, .initial], "the states")
    },
    Check("After the end, play begins anew") { fixture in
      let load = fixture.play(fixture.tracks.short)
      try await fixture.wait(for: .initial)
      let start = fixture.now
      fixture.player.play()
      try fixture.expect([.loadToPlay, .play].contains(fixture.player.state), "it does not load")
      try fixture.expectPosition(from: .zero, since: start)
      try fixture.expect(fixture.player.status.load != load, "the load is the old one")
      try await fixture.wait(for: .initial)
      let states = try await fixture.told().states
      try fixture.expect(states.suffix(3), is: [.loadToPlay, .play, .initial], "the last states")
      try await fixture.expect(fixture.told().ends, is: [.ended, .ended], "the ends told")
    },
    Check("A missing track fails once, named, and is no end") { fixture in
      try await fixture.expectFailure(of: fixture.tracks.missing)
    },
    Check("A track that is no audio fails once, named, and is no end") { fixture in
      try await fixture.expectFailure(of: fixture.tracks.garbage)
    },
    Check("A failure takes the place of what was played before") { fixture in
      let earlier = try await fixture.start(fixture.tracks.long)
      try await fixture.expectFailure(of: fixture.tracks.missing)
      try await fixture.expectEnding(of: earlier, .superseded)
    },
    Check("After a failure, play tries again") { fixture in
      fixture.play(fixture.tracks.missing)
      try await fixture.wait(for: .initial)
      fixture.player.play()
      try await fixture.wait(for: .initial)
      let told = try await fixture.told()
      try fixture.expect(told.failures.count, is: 2, "the failures told")
      try fixture.expect(
        told.states,
        is: [.loadToPlay, .initial, .loadToPlay, .initial],
        "the states"
      )
    },
    Check("After a failure, another track plays") { fixture in
      fixture.play(fixture.tracks.garbage)
      try await fixture.wait(for: .initial)
      fixture.play(fixture.tracks.short)
      try fixture.expect(fixture.player.status.error == nil, "the error is still there")
      try await fixture.wait(for: .initial)
      let told = try await fixture.told()
      try fixture.expect(told.failures.count, is: 1, "the failures told")
      try fixture.expect(told.ends, is: [.ended], "the ends told")
    },
  ]
}

extension BackendFixture {
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
