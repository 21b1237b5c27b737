import PlayerKit

extension BackendContract {
  static let commands: [Check] = [
    Check("The getters reflect each command when it returns") { bench in
      let player = bench.player
      let load = bench.prepare(bench.tracks.long)
      try bench.expect([.load, .pause].contains(player.state), "it does not load")
      try bench.expect(player.status.track?.id == bench.tracks.long.id, "it names another track")
      try bench.expect(player.status.load == load, "it names another load")
      try bench.expect(!player.status.wantsToPlay, "it wants to play unasked")
      player.play()
      try bench.expect(player.status.wantsToPlay, "it does not want to play")
      try bench.expect([.loadToPlay, .play].contains(player.state), "it does not load to play")
      player.pause()
      try bench.expect(!player.status.wantsToPlay, "it still wants to play")
      player.togglePlayPause()
      try bench.expect(player.status.wantsToPlay, "it was not toggled")
      player.volume = 0.5
      try bench.expect(player.volume, is: 0.5, "the volume")
      player.unload()
      try bench.expect(player.state, is: .initial, "the state when unloaded")
      try bench.expect(player.status.endReason == .unloaded, "it does not say that it was unloaded")
    },
    Check("A command given twice has no further effect") { bench in
      try await bench.cue(bench.tracks.long)
      bench.player.play()
      bench.player.play()
      try await bench.wait(for: .play)
      bench.player.pause()
      bench.player.pause()
      bench.player.unload()
      bench.player.unload()
      let told = try await bench.told()
      try bench.expect(told.wishesToPlay, is: [true, false], "the wishes told")
      try bench.expect(told.ends, is: [.unloaded], "the ends told")
      try bench.expect(told.trackIDs.count, is: 1, "the loads")
    },
    Check("With nothing loaded, pause, seek and unload do nothing") { bench in
      bench.player.pause()
      bench.player.seek(to: .seconds(5))
      bench.player.unload()
      try bench.expect(bench.player.position, is: .zero, "the position")
      let events = try await bench.told()
      try bench.expect(events.count, is: 1, "the events beside the marker, which is one")
    },
    Check("With nothing loaded, play records the wish") { bench in
      bench.player.play()
      try bench.expect(bench.player.status.wantsToPlay, "the wish was not recorded")
      try bench.expect(bench.player.state, is: .initial, "the state")
      try await bench.expect(bench.told().wishesToPlay, is: [true], "the wishes told")
    },
    Check("An unloaded player says so once and falls silent") { bench in
      try await bench.start(bench.tracks.long)
      bench.player.unload()
      try bench.expect(bench.player.state, is: .initial, "the state at once")
      let position = bench.player.position
      try await bench.pass(.milliseconds(100))
      try bench.expect(bench.player.position, is: position, "the position moves on")
      let told = try await bench.told()
      try bench.expect(told.ends, is: [.unloaded], "the ends told")
      try bench.expect(told.failures.isEmpty, "a failure was told")
    },
  ]
}
