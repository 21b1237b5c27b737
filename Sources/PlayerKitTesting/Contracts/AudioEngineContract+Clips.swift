import PlayerKit

extension AudioEngineContract {
  static let clips: [Check] = [
    Check("A clip is played as if it were all: position 0 is its start") { fixture in
      let clip = try Clip(from: .seconds(5), to: .seconds(6))
      let load = fixture.load(fixture.samples.long.source, clip: clip)
      let media = try await fixture.loaded(load)
      try fixture.expect(media.anchor.position, near: .zero, "the position of a clip that begins")
      try fixture.expect(media.duration ?? .zero, near: .seconds(1), "the length of a clip")
      try await fixture.expectEnds(of: load)
    },
    Check("A clip that ends behind its source ends with it") { fixture in
      let sample = fixture.samples.short
      let clip = try Clip(from: sample.duration / 2, to: sample.duration * 3)
      let load = fixture.load(sample.source, clip: clip)
      let media = try await fixture.loaded(load)
      try fixture.expect(media.duration ?? .zero, near: sample.duration / 2, "the length of a clip")
      try await fixture.expectEnds(of: load)
    },
    Check("A clip that begins behind the end of its source fails") { fixture in
      let sample = fixture.samples.short
      let clip = try Clip(from: sample.duration + .seconds(1))
      let load = fixture.load(sample.source, clip: clip)
      try await fixture.expectFailure(of: load, .invalidClip)
    },
    Check("A start position lies within the clip, and so does a seek") { fixture in
      let clip = try Clip(from: .seconds(2), to: .seconds(18))
      let load = fixture.load(fixture.samples.long.source, clip: clip, at: .seconds(4))
      let media = try await fixture.loaded(load)
      try fixture.expect(media.anchor.position, near: .seconds(4), "the position of its start")
      let seek = fixture.seek(to: .seconds(10), in: load)
      let anchor = try await fixture.completion(of: seek, in: load)
      try fixture.expect(anchor.position, near: .seconds(10), "the position sought")
      _ = fixture.seek(to: .seconds(17), in: load)
      try await fixture.expectEnds(of: load)
    },
    Check("A clip follows a track, and a clip that") { fixture in
      let source = fixture.samples.long.source
      let first = fixture.load(fixture.samples.short.source)
      let second = fixture.setNext(
        source,
        clip: try Clip(from: .seconds(3), to: .seconds(4)),
        after: first
      )
      try await fixture.expectEnding(of: first, .ended(followedBy: second))
      let start = try await fixture.first("a start", of: second) { $0.start }
      try fixture.expect(start.position, near: .zero, "the position of a clip that begins")
      let third = fixture.setNext(
        source,
        clip: try Clip(from: .seconds(4), to: .seconds(5)),
        after: second
      )
      try await fixture.expectEnds(of: second, third)
    },
    Check("A clip with nothing in it does not follow, and does not disturb") { fixture in
      let sample = fixture.samples.short
      let first = fixture.load(fixture.samples.other.source)
      let clip = try Clip(from: sample.duration * 2)
      let second = fixture.setNext(sample.source, clip: clip, after: first)
      try await fixture.expectEnds(of: first)
      try await fixture.expectFailure(of: second, .invalidClip)
    },
  ]
}
