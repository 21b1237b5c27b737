import PlayerKit

// What players keep that play on a device with controls of its own; of others nothing is asked.
extension BackendContract {
  static let remote: [Check] = [
    Check("A pause at the device is a pause, and its reason is told; so is going on") { bench in
      try await bench.start(bench.tracks.long)
      guard try await bench.useControls(.controls(.pause)) else { return }
      try await bench.wait(for: .pause)
      try bench.expect(bench.player.status.wantsToPlayReason == .remote, "another reason")
      _ = try await bench.useControls(.controls(.play))
      try await bench.wait(for: .play)
      try await bench.expect(bench.told().wishesToPlay, is: [true, false, true], "the wishes told")
    },
    Check("The volume of the device is that of the player, and its reason is told") { bench in
      try await bench.start(bench.tracks.long)
      guard try await bench.useControls(.controls(.volume(0.25))) else { return }
      try await bench.wait(for: "the volume") { $0.volume == 0.25 }
      let reasons = try await bench.told().compactMap {
        if case .settings(_, let reason) = $0 { reason } else { nil }
      }
      try bench.expect(reasons.first == .remote, "another reason")
    },
    Check("A seek at the device is a jump with a reason of its own") { bench in
      try await bench.start(bench.tracks.long)
      let anchor = PositionAnchor(position: .seconds(9), speed: 1, instant: bench.now)
      guard try await bench.useControls(.controls(.seek(anchor))) else { return }
      let start = bench.now
      try await bench.wait(for: "the place") { $0.anchor?.position ?? .zero > .seconds(8) }
      try bench.expectPosition(from: .seconds(9), since: start)
      let jumps = try await bench.told().jumps
      // One that tells late that it sounds may have jumped before.
      try bench.expect(jumps.last?.reason == .remote, "it jumped so: \(jumps)")
    },
    Check("What somebody else has the device play ends the load, and is not disturbed") { bench in
      let load = try await bench.start(bench.tracks.long)
      guard try await bench.useControls(.takeover) else { return }
      try await bench.wait(for: .initial)
      guard case .takenOver = try await bench.ending(of: load) else {
        throw ContractViolation("it did not end as taken over")
      }
      try bench.expect(!bench.player.status.wantsToPlay, "it wants to play on")
      bench.player.play()
      try await bench.wait(for: .play)
    },
  ]
}
