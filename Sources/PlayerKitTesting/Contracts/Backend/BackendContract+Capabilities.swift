import PlayerKit

extension BackendContract {
  static let capabilities: [Check] = [
    Check("A gapless backend names whom it can follow") { bench in
      if bench.player.capabilities.contains(.gapless) {
        try bench.expect(bench.backend.gaplessGroup != nil, "it names nobody")
      }
      try bench.expect(
        bench.player.status.capabilities == bench.player.capabilities,
        "its status states other capabilities"
      )
    },
    Check("A rate that a player cannot apply is told to be unsupported, and stays set") { bench in
      try await bench.start(bench.tracks.long)
      let start = bench.now
      let position = bench.player.position
      bench.player.rate = 2
      try bench.expect(bench.player.rate, is: 2, "the rate")
      let canChange = bench.player.capabilities.contains(.rate)
      try await bench.pass(.milliseconds(500))
      try bench.expectPosition(from: position, since: start, rate: canChange ? 2 : 1)
      let expected: [PlayerCapabilities] = canChange ? [] : [.rate]
      try await bench.expect(bench.told().unsupported, is: expected, "what was told")
    },
    Check("A player that cannot seek says so, and stays where it is") { bench in
      guard !bench.player.capabilities.contains(.seek) else { return }
      try await bench.start(bench.tracks.long)
      try bench.expect(!bench.player.status.isSeekable, "it says that it can")
      let start = bench.now
      bench.player.seek(to: .seconds(9))
      try bench.expectPosition(from: .zero, since: start)
    },
  ]
}
