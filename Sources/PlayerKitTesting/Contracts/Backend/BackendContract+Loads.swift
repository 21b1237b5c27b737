import PlayerKit

extension BackendContract {
  static let loads: [Check] = [
    Check("An unloaded load is released") { bench in
      let load = try await bench.start(bench.tracks.long)
      bench.player.unload()
      try await bench.expectEnding(of: load, .released)
    },
    Check("A load that is not ready can be unloaded") { bench in
      let load = bench.play(bench.tracks.long)
      bench.player.unload()
      try bench.expect(bench.player.state, is: .initial, "the state at once")
      try await bench.expectEnding(of: load, .released)
    },
    Check("A later track supersedes the earlier, of which nothing follows") { bench in
      let earlier = try await bench.start(bench.tracks.long)
      let later = bench.play(bench.tracks.short)
      try bench.expect(bench.player.status.track?.id == bench.tracks.short.id, "the track at once")
      try await bench.expectEnding(of: earlier, .superseded)
      try await bench.expectEnd(of: later)
      try await bench.expect(bench.told().ends, is: [.ended], "the ends told")
    },
    Check("Of tracks prepared in quick succession only the last plays") { bench in
      let earlier = (0..<6).map { _ in bench.play(bench.tracks.long) }
      let last = bench.play(bench.tracks.short)
      for load in earlier { try await bench.expectEnding(of: load, .superseded) }
      try await bench.expectEnd(of: last)
    },
    Check("The end of a track that is replaced while it ends is not that of the later one") {
      bench in
      let earlier = try await bench.start(bench.tracks.short)
      try await bench.pass(.milliseconds(995))
      let later = bench.play(bench.tracks.long)
      try await bench.wait(for: "the later track") { $0.load == later && $0.state == .play }
      try await bench.pass(.milliseconds(300))
      try bench.expect(bench.player.state, is: .play, "the state")
      let ending = try await bench.ending(of: earlier)
      let isOver = ending == .superseded || ending == .ended(followedBy: nil)
      try bench.expect(isOver, "the earlier track: \(ending)")
    },
    Check("A track prepared and unloaded from within a report leaves nothing behind") { bench in
      let player = bench.player
      let (long, short) = (bench.tracks.long, bench.tracks.short)
      bench.backend.react { [weak player] report, _ in
        guard report.loadedMedia != nil, player?.status.track?.id == long.id else { return }
        player?.prepare(short)
        player?.unload()
      }
      let earlier = bench.play(long)
      try await bench.wait(for: "both to be gone") { $0.endReason == .unloaded }
      try await bench.expectEnding(of: earlier, .superseded)
      let issued = bench.issued.withLock { $0 }
      try bench.expect(issued.count, is: 2, "the loads")
      try await bench.expectEnding(of: issued[1], .released)
      try bench.expect(player.state, is: .initial, "the state")
    },
    Check("Commands for another load change nothing") { bench in
      let stale = bench.prepare(bench.tracks.short)
      let start = bench.now
      try await bench.start(bench.tracks.long)
      for load in [stale, .unique()] {
        bench.backend.command(.setPlaying(false, load))
        bench.backend.command(.seek(.seconds(10), SeekID.unique(), load))
        bench.backend.command(.release(load))
      }
      try bench.expect(bench.player.state, is: .play, "the state")
      try bench.expectPosition(from: .zero, since: start)
      try await bench.pass(.milliseconds(50))
      try bench.expect(bench.player.state, is: .play, "the state later")
      let anchor = try await bench.measure()
      try bench.expect(anchor.speed > 0 && anchor.position < .seconds(9), "it stands elsewhere")
      let told = try await bench.told()
      try bench.expect(told.completedSeeks.isEmpty && told.ends.isEmpty, "they were carried out")
    },
    Check(
      "The seek of a load that is not ready is reported by its id, and only the last",
      needs: .seek
    ) { bench in
      let load = bench.prepare(bench.tracks.long)
      let (first, second) = (SeekID.unique(), SeekID.unique())
      bench.backend.command(.seek(.seconds(5), first, load))
      bench.backend.command(.seek(.seconds(10), second, load))
      try await bench.waitForCompletion(of: second, in: load)
      try await bench.wait(for: .pause)
      let reports = bench.recorder.reports(of: load)
      try bench.expect(reports.count { $0.completion(of: second) != nil }, is: 1, "completions")
      let settled = reports.lazy.compactMap { $0.completion(of: second) }.first
      try bench.expect(settled?.position ?? .zero, near: .seconds(10), "the position")
    },
    Check("A load that is not ready can be paused, and plays where it is told to") { bench in
      let load = bench.play(bench.tracks.long)
      bench.player.pause()
      // On a busy machine it may be ready by now, and sound.
      let wasReady = bench.recorder.reports(of: load).contains { $0.loadedMedia != nil }
      try await bench.wait(for: .pause)
      let sounded = bench.recorder.reports(of: load).contains { $0.isMoving }
      try bench.expect(wasReady || !sounded, "it sounded")
      bench.player.play()
      try await bench.wait(for: .play)
    },
    Check("A load reports that it is loaded, and with which length") { bench in
      let load = try await bench.cue(bench.tracks.long)
      try await bench.wait(
        for: "loaded",
        untilReported: { $0.reports(of: load).contains { $0.loadedMedia != nil } }
      )
      let media = bench.recorder.reports(of: load).lazy.compactMap(\.loadedMedia).first
      try bench.expect(media?.duration == bench.player.status.duration, "another length")
      try bench.expect(media?.anchor.speed == 0, "it moves though it is paused")
    },
  ]
}
