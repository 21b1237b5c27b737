import PlayerKit

extension BackendContract {
  static let clips: [Check] = [
    Check("A player plays a clip as if it were all of the track, or fails as one that can't") {
      bench in
      let clip = try Clip(from: .seconds(5), to: .seconds(6))
      let start = bench.now
      let load = bench.play(bench.tracks.long, clip: clip)
      guard bench.player.capabilities.contains(.clip) else {
        try await bench.wait(for: .initial)
        let error = bench.player.status.error
        return try bench.expect(error?.code == .unsupportedClip, "it failed with \(error as Any)")
      }
      try bench.expect(bench.player.status.clip, is: clip, "the clip at once")
      try await bench.wait(for: .play)
      try bench.expectPosition(from: .zero, since: start)
      try bench.expect(bench.player.status.duration ?? .zero, near: .seconds(1), "the length")
      try await bench.expectEnd(of: load)
    },
    Check("Played again, a clip is still one", needs: [.clip, .seek]) { bench in
      let clip = try Clip(from: .seconds(5), to: .seconds(6))
      let load = try await bench.start(bench.tracks.long, clip: clip)
      bench.player.seek(to: .seconds(2))
      try await bench.expectEnd(of: load)
      bench.player.play()
      try bench.expect(bench.player.status.clip, is: clip, "the clip")
      try await bench.wait(for: .play)
      try bench.expect(bench.player.status.duration ?? .zero, near: .seconds(1), "the length")
    },
  ]
}
