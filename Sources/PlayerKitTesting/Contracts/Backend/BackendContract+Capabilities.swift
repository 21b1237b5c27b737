import PlayerKit

extension BackendContract {
  static let capabilities: [Check] = [
    Check("A gapless backend names whom it can follow") { fixture in
      if fixture.player.capabilities.contains(.gapless) {
        try fixture.expect(fixture.backend.gaplessGroup != nil, "it names nobody")
      }
      try fixture.expect(
        fixture.player.status.capabilities == fixture.player.capabilities,
        "its status states other capabilities"
      )
    },
    Check("A rate that a player cannot apply is told to be unsupported, and stays set") { fixture in
      try await fixture.start(fixture.tracks.long)
      let start = fixture.now
      let position = fixture.player.position
      fixture.player.rate = 2
      try fixture.expect(fixture.player.rate, is: 2, "the rate")
      let canChange = fixture.player.capabilities.contains(.rate)
      try await fixture.pass(.milliseconds(500))
      try fixture.expectPosition(from: position, since: start, rate: canChange ? 2 : 1)
      let expected: [PlayerCapabilities] = canChange ? [] : [.rate]
      try await fixture.expect(fixture.told().unsupported, is: expected, "what was told")
    },
    Check("A player that cannot seek says so, and stays where it is") { fixture in
      guard !fixture.player.capabilities.contains(.seek) else { return }
      try await fixture.start(fixture.tracks.long)
      try fixture.expect(!fixture.player.status.isSeekable, "it says that it can")
      let start = fixture.now
      fixture.player.seek(to: .seconds(9))
      try fixture.expectPosition(from: .zero, since: start)
    },
  ]
}
