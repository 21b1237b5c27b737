import PlayerKit

// Requirements for gapless backends. The checks skip other backends.
extension BackendContract {
  static let following: [Check] = [
    Check("What is to follow begins when the track before it has ended", needs: .gapless) {
      fixture in
      let first = try await fixture.start(fixture.tracks.short)
      let next = fixture.preload(fixture.tracks.long, after: first)
      let ending = try await fixture.ending(of: first)
      guard ending == .ended(followedBy: next) else {
        // The track was not resolved in time. The backend drops it, and the caller loads it again.
        try fixture.expect(ending, is: .ended(followedBy: nil), "the end")
        let isReady = fixture.recorder.reports(of: next).contains { $0.loadedMedia != nil }
        try fixture.expect(!isReady, "it was ready, and does not follow")
        return try await fixture.expectEnding(of: next, .superseded)
      }
      let start = try await fixture.first("the beginning", of: next) { $0.start }
      try fixture.expect(start.position, near: .zero, "where it begins")
    },
    Check("What has begun by itself can be given back", needs: .gapless) { fixture in
      // The caller may cancel the preload before it learns that the track has begun.
      fixture.backend.react { [backend = fixture.backend] report, load in
        if case .ended(let next?) = report { backend.command(.cancelPreload(next)) }
        if report.start != nil { backend.command(.release(load)) }
      }
      let first = try await fixture.start(fixture.tracks.short)
      let next = fixture.preload(fixture.tracks.long, after: first)
      let ending = try await fixture.ending(of: next)
      let hasBegun = fixture.recorder.reports(of: next).contains { $0.start != nil }
      // If the track was not resolved before the other one ended, it never began.
      try fixture.expect(ending == .released || ending == .superseded && !hasBegun, "it: \(ending)")
    },
    Check("What is to follow and is taken back does not begin", needs: .gapless) { fixture in
      let first = try await fixture.start(fixture.tracks.short)
      let next = fixture.preload(fixture.tracks.long, after: first)
      fixture.backend.command(.cancelPreload(next))
      try await fixture.expectEnding(of: next, .superseded)
      try await fixture.expectEnd(of: first)
      let reports = fixture.recorder.reports(of: next)
      try fixture.expect(!reports.contains { $0.start != nil }, "it began")
    },
    Check("What is to follow begins on command, in place of the track before it", needs: .gapless) {
      fixture in
      let first = try await fixture.start(fixture.tracks.long)
      let next = fixture.preload(fixture.tracks.short, after: first)
      fixture.backend.command(.beginPreloaded(next, after: first, isPlaying: true))
      try await fixture.expectEnding(of: first, .superseded)
      try await fixture.expectEnding(of: next, .ended(followedBy: nil))
    },
  ]
}
