import PlayerKit

extension BackendContract {
  static let loads: [Check] = [
    Check("An unloaded load is released") { fixture in
      let load = try await fixture.start(fixture.tracks.long)
      fixture.player.unload()
      try await fixture.expectEnding(of: load, .released)
    },
    Check("A load that is not ready can be unloaded") { fixture in
      let load = fixture.play(fixture.tracks.long)
      fixture.player.unload()
      try fixture.expect(fixture.player.state, is: .initial, "the state at once")
      try await fixture.expectEnding(of: load, .released)
    },
    Check("A later track supersedes the earlier, of which nothing follows") { fixture in
      let earlier = try await fixture.start(fixture.tracks.long)
      let later = fixture.play(fixture.tracks.short)
      try fixture.expect(
        fixture.player.status.track?.id == fixture.tracks.short.id,
        "the track at once"
      )
      try await fixture.expectEnding(of: earlier, .superseded)
      try await fixture.expectEnd(of: later)
      try await fixture.expect(fixture.told().ends, is: [.ended], "the ends told")
    },
    Check("Of tracks prepared in quick succession only the last plays") { fixture in
      let earlier = (0..<6).map { _ in fixture.play(fixture.tracks.long) }
      let last = fixture.play(fixture.tracks.short)
      for load in earlier { try await fixture.expectEnding(of: load, .superseded) }
      try await fixture.expectEnd(of: last)
    },
    Check("The end of a track that is replaced while it ends is not that of the later one") {
      fixture in
      let earlier = try await fixture.start(fixture.tracks.short)
      try await fixture.pass(.milliseconds(995))
      let later = fixture.play(fixture.tracks.long)
      try await fixture.wait(for: "the later track") { $0.load == later && $0.state == .play }
      try await fixture.pass(.milliseconds(300))
      try fixture.expect(fixture.player.state, is: .play, "the state")
      let ending = try await fixture.ending(of: earlier)
      let isOver = ending == .superseded || ending == .ended(followedBy: nil)
      try fixture.expect(isOver, "the earlier track: \(ending)")
    },
    Check("A track prepared and unloaded from within a report leaves nothing behind") { fixture in
      let player = fixture.player
      let (long, short) = (fixture.tracks.long, fixture.tracks.short)
      fixture.backend.react { [weak player] report, _ in
        guard report.loadedMedia != nil, player?.status.track?.id == long.id else { return }
        player?.prepare(short)
        player?.unload()
      }
      let earlier = fixture.play(long)
      try await fixture.wait(for: "both to be gone") { $0.endReason == .unloaded }
      try await fixture.expectEnding(of: earlier, .superseded)
      let issued = fixture.issued.withLock { $0 }
      try fixture.expect(issued.count, is: 2, "the loads")
      try await fixture.expectEnding(of: issued[1], .released)
      try fixture.expect(player.state, is: .initial, "the state")
    },
    Check("Commands for another load change nothing") { fixture in
      let stale = fixture.prepare(fixture.tracks.short)
      let start = fixture.now
      try await fixture.start(fixture.tracks.long)
      for load in [stale, .unique()] {
        fixture.backend.command(.setPlaying(false, load))
        fixture.backend.command(.seek(.seconds(10), SeekID.unique(), load))
        fixture.backend.command(.release(load))
      }
      try fixture.expect(fixture.player.state, is: .play, "the state")
      try fixture.expectPosition(from: .zero, since: start)
      try await fixture.pass(.milliseconds(50))
      try fixture.expect(fixture.player.state, is: .play, "the state later")
      let anchor = try await fixture.measure()
      try fixture.expect(anchor.speed > 0 && anchor.position < .seconds(9), "it stands elsewhere")
      let told = try await fixture.told()
      try fixture.expect(told.completedSeeks.isEmpty && told.ends.isEmpty, "they were carried out")
    },
    Check(
      "The seek of a load that is not ready is reported by its id, and only the last",
      needs: .seek
    ) { fixture in
      let load = fixture.prepare(fixture.tracks.long)
      let (first, second) = (SeekID.unique(), SeekID.unique())
      fixture.backend.command(.seek(.seconds(5), first, load))
      fixture.backend.command(.seek(.seconds(10), second, load))
      try await fixture.waitForCompletion(of: second, in: load)
      try await fixture.wait(for: .pause)
      let reports = fixture.recorder.reports(of: load)
      try fixture.expect(reports.count { $0.completion(of: second) != nil }, is: 1, "completions")
      let settled = reports.lazy.compactMap { $0.completion(of: second) }.first
      try fixture.expect(settled?.position ?? .zero, near: .seconds(10), "the position")
    },
    Check("A load that is not ready can be paused, and plays where it is told to") { fixture in
      let load = fixture.play(fixture.tracks.long)
      fixture.player.pause()
      // On a busy machine the load may already be ready and audible.
      let wasReady = fixture.recorder.reports(of: load).contains { $0.loadedMedia != nil }
      try await fixture.wait(for: .pause)
      let sounded = fixture.recorder.reports(of: load).contains { $0.isMoving }
      try fixture.expect(wasReady || !sounded, "it sounded")
      fixture.player.play()
      try await fixture.wait(for: .play)
    },
    Check("A load reports that it is loaded, and with which length") { fixture in
      let load = try await fixture.cue(fixture.tracks.long)
      try await fixture.wait(
        for: "loaded",
        untilReported: { $0.reports(of: load).contains { $0.loadedMedia != nil } }
      )
      let media = fixture.recorder.reports(of: load).lazy.compactMap(\.loadedMedia).first
      try fixture.expect(media?.duration == fixture.player.status.duration, "another length")
      try fixture.expect(media?.anchor.speed == 0, "it moves though it is paused")
    },
  ]
}
