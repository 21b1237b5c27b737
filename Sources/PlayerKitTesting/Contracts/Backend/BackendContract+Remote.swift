import PlayerKit

// Requirements for players whose device has its own controls. The checks skip other players.
extension BackendContract {
  static let remote: [Check] = [
    Check("A pause at the device is a pause, and its reason is told; so is going on") { fixture in
      try await fixture.start(fixture.tracks.long)
      guard try await fixture.useControls(.controls(.pause)) else { return }
      try await fixture.wait(for: .pause)
      try fixture.expect(fixture.player.status.wantsToPlayReason == .remote, "another reason")
      _ = try await fixture.useControls(.controls(.play))
      try await fixture.wait(for: .play)
      try await fixture.expect(
        fixture.told().playIntents,
        is: [true, false, true],
        "the wishes told"
      )
    },
    Check("The volume of the device is that of the player, and its reason is told") { fixture in
      try await fixture.start(fixture.tracks.long)
      guard try await fixture.useControls(.controls(.volume(0.25))) else { return }
      try await fixture.wait(for: "the volume") { $0.volume == 0.25 }
      let reasons = try await fixture.told().compactMap {
        if case .settings(_, let reason) = $0 { reason } else { nil }
      }
      try fixture.expect(reasons.first == .remote, "another reason")
    },
    Check("A seek at the device is a jump with a reason of its own") { fixture in
      try await fixture.start(fixture.tracks.long)
      let anchor = PositionAnchor(position: .seconds(9), speed: 1, instant: fixture.now)
      guard try await fixture.useControls(.controls(.seek(anchor))) else { return }
      let start = fixture.now
      try await fixture.wait(for: "the place") { $0.anchor?.position ?? .zero > .seconds(8) }
      try fixture.expectPosition(from: .seconds(9), since: start)
      let jumps = try await fixture.told().jumps
      // A player that reports the start of playback late may have jumped before.
      try fixture.expect(jumps.last?.reason == .remote, "it jumped so: \(jumps)")
    },
    Check("What somebody else has the device play ends the load, and is not disturbed") { fixture in
      let load = try await fixture.start(fixture.tracks.long)
      guard try await fixture.useControls(.takeover) else { return }
      try await fixture.wait(for: .initial)
      guard case .takenOver = try await fixture.ending(of: load) else {
        throw ContractViolation("it did not end as taken over")
      }
      try fixture.expect(!fixture.player.status.wantsToPlay, "it wants to play on")
      fixture.player.play()
      try await fixture.wait(for: .play)
    },
  ]
}
