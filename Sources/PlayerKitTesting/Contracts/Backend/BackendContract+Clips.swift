import PlayerKit

extension BackendContract {
  static let clips: [Check] = [
    Check("A player plays a clip as if it were all of the track, or fails as one that can't") {
      fixture in
      let clip = try Clip(from: .seconds(5), to: .seconds(6))
      let start = fixture.now
      let load = fixture.play(fixture.tracks.long, clip: clip)
      guard fixture.player.capabilities.contains(.clip) else {
        try await fixture.wait(for: .initial)
        let error = fixture.player.status.error
        return try fixture.expect(error?.code == .unsupportedClip, "it failed with \(error as Any)")
      }
      try fixture.expect(fixture.player.status.clip, is: clip, "the clip at once")
      try await fixture.wait(for: .play)
      try fixture.expectPosition(from: .zero, since: start)
      try fixture.expect(fixture.player.status.duration ?? .zero, near: .seconds(1), "the length")
      try await fixture.expectEnd(of: load)
    },
    Check("Played again, a clip is still one", needs: [.clip, .seek]) { fixture in
      let clip = try Clip(from: .seconds(5), to: .seconds(6))
      let load = try await fixture.start(fixture.tracks.long, clip: clip)
      fixture.player.seek(to: .seconds(2))
      try await fixture.expectEnd(of: load)
      fixture.player.play()
      try fixture.expect(fixture.player.status.clip, is: clip, "the clip")
      try await fixture.wait(for: .play)
      try fixture.expect(fixture.player.status.duration ?? .zero, near: .seconds(1), "the length")
    },
  ]
}
