import PlayerKit

extension BackendContract {
  static let output: [Check] = [
    Check("Volume and rate are kept within their bounds") { fixture in
      let player = fixture.player
      player.volume = 0.5
      for (given, kept) in [(Double.nan, 0.5), (-1, 0), (9, 1), (-.infinity, 0)] {
        player.volume = given
        try fixture.expect(player.volume, is: kept, "the volume given as \(given)")
      }
      player.rate = 2
      for (given, kept) in [(Double.nan, 2), (-1, 0.25), (9, 4), (.infinity, 4), (1, 1)] {
        player.rate = given
        try fixture.expect(player.rate, is: kept, "the rate given as \(given)")
      }
    },
    Check("Volume, mute and rate hold for later tracks") { fixture in
      fixture.player.volume = 0.25
      fixture.player.rate = 2
      fixture.setMuted(true)
      for _ in 0..<2 {
        try await fixture.start(fixture.tracks.long)
        try fixture.expect(fixture.player.volume, is: 0.25, "the volume")
        try fixture.expect(fixture.player.isMuted, "it is not muted")
        try fixture.expect(fixture.player.rate, is: 2, "the rate")
        let speed: Double = fixture.player.capabilities.contains(.rate) ? 2 : 1
        try fixture.expect(fixture.player.status.anchor?.speed, is: speed, "its speed")
      }
    },
    Check("At double speed the position moves twice as fast", needs: .rate) { fixture in
      try await fixture.start(fixture.tracks.long)
      let changed = fixture.now
      let start = fixture.player.position
      fixture.player.rate = 2
      try await fixture.pass(.milliseconds(500))
      try fixture.expectPosition(from: start, since: changed, atLeast: .seconds(1), rate: 2)
      // The player extrapolates the position; the backend knows it.
      try await fixture.measure()
      try fixture.expectPosition(from: start, since: changed, atLeast: .seconds(1), rate: 2)
    },
    Check("A setting that is as it was already is not told") { fixture in
      fixture.player.volume = 0.5
      fixture.player.volume = 0.5
      fixture.player.rate = 1
      let settings = try await fixture.told().count {
        if case .settings = $0 { true } else { false }
      }
      try fixture.expect(settings, is: 2, "the changes told, one of which is the marker")
    },
  ]
}
