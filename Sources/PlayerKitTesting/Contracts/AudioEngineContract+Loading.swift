import PlayerKit

extension AudioEngineContract {
  static let loading: [Check] = [
    Check("A load that can sound is loaded and then ends, once each") { bench in
      let sample = bench.samples.short
      let load = bench.load(sample.source)
      let media = try await bench.loaded(load)
      try bench.expect(media.isSeekable, "the sample is said not to be seekable")
      try bench.expect(media.anchor.speed == 1, "the position does not move")
      try bench.expect(media.anchor.position, near: .zero, "the first position")
      if let duration = media.duration {
        try bench.expect(duration, near: sample.duration, "the duration")
      }
      try await bench.expectEnds(of: load)
    },
    Check("A paused load is loaded and stands still until told to play") { bench in
      let sample = bench.samples.short
      let load = bench.load(sample.source, isPlaying: false)
      let media = try await bench.loaded(load)
      try bench.expect(media.anchor.speed == 0, "the position moves at once")
      try await bench.pass(.milliseconds(100))
      let seek = bench.seek(to: sample.duration / 2, in: load)
      let anchor = try await bench.completion(of: seek, in: load)
      try bench.expect(anchor.speed == 0, "the position moves after a seek")
      try bench.expect(
        bench.recorder.reports(of: load).allSatisfy { ($0.measuredPosition?.speed ?? 0) == 0 },
        "the position moved while paused"
      )
      bench.engine.setPlaying(true, load: load)
      try await bench.expectEnds(of: load)
    },
    Check("A load told to play before it is ready plays when it is") { bench in
      let load = bench.load(bench.samples.short.source, isPlaying: false)
      bench.engine.setPlaying(true, load: load)
      try await bench.expectEnds(of: load)
    },
    Check("A load begins at the position asked for") { bench in
      let sample = bench.samples.long
      let load = bench.load(sample.source, at: sample.duration / 2)
      let media = try await bench.loaded(load)
      try bench.expect(media.anchor.position, near: sample.duration / 2, "the first position")
    },
    Check("A missing source fails once, with notFound, and is never loaded") { bench in
      let load = bench.load(bench.samples.missing)
      try await bench.expectFailure(of: load, .notFound)
      try bench.expect(bench.recorder.reports(of: load).count == 1, "it said more than that")
    },
    Check("Garbage fails once, with unsupportedFormat, and is never loaded") { bench in
      let load = bench.load(bench.samples.garbage)
      try await bench.expectFailure(of: load, .unsupportedFormat)
      try bench.expectNone(of: load, "was loaded") { $0.loadedMedia != nil }
    },
    Check("An engine plays on after a failure") { bench in
      let broken = bench.load(bench.samples.missing)
      try await bench.expectFailure(of: broken, .notFound)
      let load = bench.load(bench.samples.short.source)
      try await bench.expectEnds(of: load)
    },
  ]
}
