import PlayerKit

extension AudioEngineContract {
  static let clips: [Check] = [
    Check("A clip is played as if it were all: position 0 is its start") { bench in
      let clip = try Clip(from: .seconds(5), to: .seconds(6))
      let load = bench.load(bench.samples.long.source, clip: clip)
      let media = try await bench.loaded(load)
      try bench.expect(media.anchor.position, near: .zero, "the position of a clip that begins")
      try bench.expect(media.duration ?? .zero, near: .seconds(1), "the length of a clip")
      try await bench.expectEnds(of: load)
    },
    Check("A clip that ends behind its source ends with it") { bench in
      let sample = bench.samples.short
      let clip = try Clip(from: sample.duration / 2, to: sample.duration * 3)
      let load = bench.load(sample.source, clip: clip)
      let media = try await bench.loaded(load)
      try bench.expect(media.duration ?? .zero, near: sample.duration / 2, "the length of a clip")
      try await bench.expectEnds(of: load)
    },
    Check("A clip that begins behind the end of its source fails") { bench in
      let sample = bench.samples.short
      let clip = try Clip(from: sample.duration + .seconds(1))
      let load = bench.load(sample.source, clip: clip)
      try await bench.expectFailure(of: load, .invalidClip)
    },
    Check("A start position lies within the clip, and so does a seek") { bench in
      let clip = try Clip(from: .seconds(2), to: .seconds(18))
      let load = bench.load(bench.samples.long.source, clip: clip, at: .seconds(4))
      let media = try await bench.loaded(load)
      try bench.expect(media.anchor.position, near: .seconds(4), "the position of its start")
      let seek = bench.seek(to: .seconds(10), in: load)
      let anchor = try await bench.completion(of: seek, in: load)
      try bench.expect(anchor.position, near: .seconds(10), "the position sought")
      _ = bench.seek(to: .seconds(17), in: load)
      try await bench.expectEnds(of: load)
    },
    Check("A clip follows a track, and a clip that") { bench in
      let source = bench.samples.long.source
      let first = bench.load(bench.samples.short.source)
      let second = bench.setNext(
        source,
        clip: try Clip(from: .seconds(3), to: .seconds(4)),
        after: first
      )
      try await bench.expectEnding(of: first, .ended(followedBy: second))
      let start = try await bench.first("a start", of: second) { $0.start }
      try bench.expect(start.position, near: .zero, "the position of a clip that begins")
      let third = bench.setNext(
        source,
        clip: try Clip(from: .seconds(4), to: .seconds(5)),
        after: second
      )
      try await bench.expectEnds(of: second, third)
    },
    Check("A clip with nothing in it does not follow, and does not disturb") { bench in
      let sample = bench.samples.short
      let first = bench.load(bench.samples.other.source)
      let clip = try Clip(from: sample.duration * 2)
      let second = bench.setNext(sample.source, clip: clip, after: first)
      try await bench.expectEnds(of: first)
      try await bench.expectFailure(of: second, .invalidClip)
    },
  ]
}
