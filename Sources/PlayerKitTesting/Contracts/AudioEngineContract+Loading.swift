import PlayerKit

extension AudioEngineContract {
  static let loading: [Check] = [
    Check("A load that can sound is loaded and then ends, once each") { fixture in
      let sample = fixture.samples.short
      let load = fixture.load(sample.source)
      let media = try await fixture.loaded(load)
      try fixture.expect(media.isSeekable, "the sample is said not to be seekable")
      try fixture.expect(media.anchor.speed == 1, "the position does not move")
      try fixture.expect(media.anchor.position, near: .zero, "the first position")
      if let duration = media.duration {
        try fixture.expect(duration, near: sample.duration, "the duration")
      }
      try await fixture.expectEnds(of: load)
    },
    Check("A paused load is loaded and stands still until told to play") { fixture in
      let sample = fixture.samples.short
      let load = fixture.load(sample.source, isPlaying: false)
      let media = try await fixture.loaded(load)
      try fixture.expect(media.anchor.speed == 0, "the position moves at once")
      try await fixture.pass(.milliseconds(100))
      let seek = fixture.seek(to: sample.duration / 2, in: load)
      let anchor = try await fixture.completion(of: seek, in: load)
      try fixture.expect(anchor.speed == 0, "the position moves after a seek")
      try fixture.expect(
        fixture.recorder.reports(of: load).allSatisfy { ($0.measuredPosition?.speed ?? 0) == 0 },
        "the position moved while paused"
      )
      fixture.engine.setPlaying(true, load: load)
      try await fixture.expectEnds(of: load)
    },
    Check("A load told to play before it is ready plays when it is") { fixture in
      let load = fixture.load(fixture.samples.short.source, isPlaying: false)
      fixture.engine.setPlaying(true, load: load)
      try await fixture.expectEnds(of: load)
    },
    Check("A load begins at the position asked for") { fixture in
      let sample = fixture.samples.long
      let load = fixture.load(sample.source, at: sample.duration / 2)
      let media = try await fixture.loaded(load)
      try fixture.expect(media.anchor.position, near: sample.duration / 2, "the first position")
    },
    Check("A missing source fails once, with notFound, and is never loaded") { fixture in
      let load = fixture.load(fixture.samples.missing)
      try await fixture.expectFailure(of: load, .notFound)
      try fixture.expect(fixture.recorder.reports(of: load).count == 1, "it said more than that")
    },
    Check("Garbage fails once, with unsupportedFormat, and is never loaded") { fixture in
      let load = fixture.load(fixture.samples.garbage)
      try await fixture.expectFailure(of: load, .unsupportedFormat)
      try fixture.expectNone(of: load, "was loaded") { $0.loadedMedia != nil }
    },
    Check("An engine plays on after a failure") { fixture in
      let broken = fixture.load(fixture.samples.missing)
      try await fixture.expectFailure(of: broken, .notFound)
      let load = fixture.load(fixture.samples.short.source)
      try await fixture.expectEnds(of: load)
    },
  ]
}
