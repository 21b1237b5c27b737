import PlayerKit

extension BackendContract {
  static let output: [Check] = [
    Check("Volume and rate are kept within their bounds") { bench in
      let player = bench.player
      player.volume = 0.5
      for (given, kept) in [(Double.nan, 0.5), (-1, 0), (9, 1), (-.infinity, 0)] {
        player.volume = given
        try bench.expect(player.volume, is: kept, "the volume given as \(given)")
      }
      player.rate = 2
      for (given, kept) in [(Double.nan, 2), (-1, 0.25), (9, 4), (.infinity, 4), (1, 1)] {
        player.rate = given
        try bench.expect(player.rate, is: kept, "the rate given as \(given)")
      }
    },
    Check("Volume, mute and rate hold for later tracks") { bench in
      bench.player.volume = 0.25
      bench.player.rate = 2
      bench.setMuted(true)
      for _ in 0..<2 {
        try await bench.start(bench.tracks.long)
        try bench.expect(bench.player.volume, is: 0.25, "the volume")
        try bench.expect(bench.player.isMuted, "it is not muted")
        try bench.expect(bench.player.rate, is: 2, "the rate")
        let speed: Double = bench.player.capabilities.contains(.rate) ? 2 : 1
        try bench.expect(bench.player.status.anchor?.speed, is: speed, "its speed")
      }
    },
    Check("At double speed the position moves twice as fast", needs: .rate) { bench in
      try await bench.start(bench.tracks.long)
      let changed = bench.now
      let start = bench.player.position
      bench.player.rate = 2
      try await bench.pass(.milliseconds(500))
      try bench.expectPosition(from: start, since: changed, atLeast: .seconds(1), rate: 2)
      // The player reckons; the backend knows.
      try await bench.measure()
      try bench.expectPosition(from: start, since: changed, atLeast: .seconds(1), rate: 2)
    },
    Check("A setting that is as it was already is not told") { bench in
      bench.player.volume = 0.5
      bench.player.volume = 0.5
      bench.player.rate = 1
      let settings = try await bench.told().count { if case .settings = $0 { true } else { false } }
      try bench.expect(settings, is: 2, "the changes told, one of which is the marker")
    },
  ]
}
