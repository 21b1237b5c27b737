import PlayerKit

extension BackendContract {
  static let commands: [Check] = [
    Check("The getters reflect each command when it returns") { fixture in
      let player = fixture.player
      let load = fixture.prepare(fixture.tracks.long)
      try fixture.expect([.load, .pause].contains(player.state), "it does not load")
      try fixture.expect(
        player.status.track?.id == fixture.tracks.long.id,
        "it names another track"
      )
      try fixture.expect(player.status.load == load, "it names another load")
      try fixture.expect(!player.status.wantsToPlay, "it wants to play unasked")
      player.play()
      try fixture.expect(player.status.wantsToPlay, "it does not want to play")
      try fixture.expect([.loadToPlay, .play].contains(player.state), "it does not load to play")
      player.pause()
      try fixture.expect(!player.status.wantsToPlay, "it still wants to play")
      player.togglePlayPause()
      try fixture.expect(player.status.wantsToPlay, "it was not toggled")
      player.volume = 0.5
      try fixture.expect(player.volume, is: 0.5, "the volume")
      player.unload()
      try fixture.expect(player.state, is: .initial, "the state when unloaded")
      try fixture.expect(
        player.status.endReason == .unloaded,
        "it does not say that it was unloaded"
      )
    },
    Check("A command given twice has no further effect") { fixture in
      try await fixture.cue(fixture.tracks.long)
      fixture.player.play()
      fixture.player.play()
      try await fixture.wait(for: .play)
      fixture.player.pause()
      fixture.player.pause()
      fixture.player.unload()
      fixture.player.unload()
      let told = try await fixture.told()
      try fixture.expect(told.playIntents, is: [true, false], "the wishes told")
      try fixture.expect(told.ends, is: [.unloaded], "the ends told")
      try fixture.expect(told.trackIDs.count, is: 1, "the loads")
    },
    Check("With nothing loaded, pause, seek and unload do nothing") { fixture in
      fixture.player.pause()
      fixture.player.seek(to: .seconds(5))
      fixture.player.unload()
      try fixture.expect(fixture.player.position, is: .zero, "the position")
      let events = try await fixture.told()
      try fixture.expect(events.count, is: 1, "the events beside the marker, which is one")
    },
    Check("With nothing loaded, play records the wish") { fixture in
      fixture.player.play()
      try fixture.expect(fixture.player.status.wantsToPlay, "the wish was not recorded")
      try fixture.expect(fixture.player.state, is: .initial, "the state")
      try await fixture.expect(fixture.told().playIntents, is: [true], "the wishes told")
    },
    Check("An unloaded player says so once and falls silent") { fixture in
      try await fixture.start(fixture.tracks.long)
      fixture.player.unload()
      try fixture.expect(fixture.player.state, is: .initial, "the state at once")
      let position = fixture.player.position
      try await fixture.pass(.milliseconds(100))
      try fixture.expect(fixture.player.position, is: position, "the position moves on")
      let told = try await fixture.told()
      try fixture.expect(told.ends, is: [.unloaded], "the ends told")
      try fixture.expect(told.failures.isEmpty, "a failure was told")
    },
  ]
}
