import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// A clip sounds like a whole track, exact to the sample.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct ClipTests {
    private static let before = Signal.integer(frames: 20_003)
    /// Not multiples of any codec's frame or packet size; 0.23 s and 0.57 s into the track.
    private static let part = 10_007..<25_013

    /// The sound of several media played in a row.
    private func output(
      _ stage: inout Stage,
      _ parts: [(MediaSource, Clip?)]
    ) async throws -> Data {
      var last: LoadID?
      for (source, clip) in parts {
        let id = stage.nextLoad()
        let load = stage.log.makeLoad(id, source, clip: clip, isPlaying: false)
        if let last {
          stage.engine.setNext(load, after: last)
          stage.engine.setPlaying(true, load: last)
          #expect(try await stage.end(of: last) == .ended(followedBy: id))
        } else {
          stage.engine.load(load)
          if parts.count == 1 { stage.engine.setPlaying(true, load: id) }
        }
        last = id
      }
      if let last { #expect(try await stage.end(of: last) == .ended(followedBy: nil)) }
      return try await stage.output()
    }

    private func clip(_ part: Range<Int>) throws -> Clip {
      try Clip(from: .samples(part.lowerBound), to: .samples(part.upperBound))
    }

    // MARK: Exactness

    @Test("A clip alone plays from its first to its last sample", arguments: ClipFormat.allCases)
    func clipAloneHasFirst(format: ClipFormat) async throws {
      var stage = try Stage(.file)
      let source = try format.source(stage)
      let data = try await output(&stage, [(source, try clip(Self.part))])
      format.expect(data, is: Self.part)
    }

    @Test("A clip after a track begins when the track ends", arguments: ClipFormat.allCases)
    func clipBehindTrackBegins(format: ClipFormat) async throws {
      var stage = try Stage(.file)
      let first = (try stage.wav(Self.before), Clip?.none)
      let data = try await output(&stage, [first, (format.source(stage), clip(Self.part))])
      #expect(data.prefix(Self.before.pcm.count) == Self.before.pcm)
      format.expect(data.dropFirst(Self.before.pcm.count), is: Self.part)
    }

    @Test("A track after a clip begins when the clip ends", arguments: ClipFormat.allCases)
    func trackBehindClipBegins(format: ClipFormat) async throws {
      var stage = try Stage(.file)
      let last = (try stage.wav(Self.before), Clip?.none)
      let data = try await output(&stage, [(format.source(stage), clip(Self.part)), last])
      #expect(data.suffix(Self.before.pcm.count) == Self.before.pcm)
      format.expect(data.dropLast(Self.before.pcm.count), is: Self.part)
    }

    @Test(
      "Two adjacent clips of one track sound like the uncut track",
      arguments: ClipFormat.allCases
    )
    func twoClipsOneTrack(
      format: ClipFormat
    ) async throws {
      var stage = try Stage(.file)
      let source = try format.source(stage)
      let cut = 17_777
      let data = try await output(
        &stage,
        [
          (source, clip(Self.part.lowerBound..<cut)), (source, clip(cut..<Self.part.upperBound)),
        ]
      )
      format.expect(data, is: Self.part)
    }

    @Test("The same clip twice is heard twice")
    func sameClipTwiceSounds() async throws {
      var stage = try Stage(.file)
      let source = try ClipFormat.flac.source(stage)
      let clip = try clip(Self.part)
      let data = try await output(&stage, [(source, clip), (source, clip)])
      let once = ClipFormat.flac.signal[Self.part].pcm
      #expect(data == once + once)
    }

    @Test("A clip late in its track begins exactly too, alone and after another")
    func clipBeginsLateTrack() async throws {
      let long = Signal.integer(frames: 66 * Signal.rate)
      let part = 63 * Signal.rate + 7..<64 * Signal.rate + 3
      for parts in [1, 2] {
        var stage = try Stage(.file)
        let source = try stage.wav(long)
        let before = [(try stage.wav(Self.before), Clip?.none)]
        let data = try await output(
          &stage,
          before.prefix(parts - 1) + [(source, try clip(part))]
        )
        #expect(data == (parts == 2 ? Self.before.pcm : Data()) + long[part].pcm)
      }
    }

    @Test("A clip over http is exact, with and without range requests")
    func clipOverHttpExact() async throws {
      for servesParts in [true, false] {
        let body = ClipFormat.wav.signal.wav
        let server = try LoopbackServer { servesParts ? .part(body, $0) : .whole(body) }
        let once = ClipFormat.wav.signal[Self.part].pcm
        for isFirst in [true, false] {
          var stage = try Stage(.file)
          let source = (MediaSource(.remote(server.url("/a.wav"))), try clip(Self.part))
          let other = (try stage.wav(Self.before), Clip?.none)
          let data = try await output(&stage, isFirst ? [source, other] : [other, source])
          #expect(data == (isFirst ? once + Self.before.pcm : Self.before.pcm + once))
        }
      }
    }

    // MARK: Ends

    @Test("A clip without an end ends with its track, also before another load")
    func withoutEndEndsTrack() async throws {
      for end in [nil, Duration.seconds(9)] {
        var stage = try Stage(.file)
        let source = try ClipFormat.wav.source(stage)
        let clip = try Clip(from: .samples(10_007), to: end)
        let data = try await output(&stage, [(source, clip)])
        #expect(data == ClipFormat.wav.signal[10_007..<AAC.cut].pcm)
      }
    }

    @Test(
      "A clip that begins after the end fails with the reason",
      arguments: [AAC.cut, AAC.cut + 50_000]
    )
    func oneBeginsBehindEnd(start: Int) async throws {
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let source = try ClipFormat.wav.source(stage)
      let clip = try Clip(from: .samples(start))
      stage.engine.load(stage.log.makeLoad(id, source, clip: clip))
      #expect(try await stage.end(of: id).failure?.code == .invalidClip)
      #expect(!stage.log.reports(of: id).contains { $0.isLoaded })
      #expect(try await stage.output().isEmpty)
    }

    @Test("A next clip that begins after the end does not cut the current track")
    func oneBeginsBehindEndCuts() async throws {
      var stage = try Stage(.driven)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let signal = Signal.sweep(frames: 44_100)
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal)))
      let clip = try Clip(from: .seconds(5))
      stage.engine.setNext(
        stage.log.makeLoad(b, try ClipFormat.wav.source(stage), clip: clip),
        after: a
      )
      let loaded = try await stage.wait(for: a) { $0.isLoaded }
      #expect(try await stage.end(of: a) == .ended(followedBy: nil))
      let heard = try #require(loaded.anchor).position(at: stage.clock.now)
      #expect(heard > .milliseconds(930), "\(heard)")
      #expect(stage.log.reportsOnceOpen(of: b).map(\.failure?.code) == [.invalidClip])
      await stage.close()
    }

    // MARK: Positions

    @Test("Position and duration count from the clip's start")
    func positionLengthCountFrom() async throws {
      var stage = try Stage(.driven)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      let source = try stage.wav(Signal.sweep(frames: 44_100 * 6))
      let clip = try Clip(from: .seconds(2), to: .seconds(5))
      var asked = stage.clock.now
      stage.engine.load(stage.log.makeLoad(id, source, clip: clip))
      let loaded = try await stage.wait(for: id) { $0.isLoaded }
      guard case .loaded(let media) = loaded else { return }
      #expect(media.anchor.isFrom(.zero, asked: asked))
      #expect(media.duration == .seconds(3))
      #expect(media.isSeekable)
      asked = stage.clock.now
      stage.engine.seek(to: .milliseconds(1_900), id: seek, load: id)
      let settled = try await stage.wait(for: id) { $0.isSeekCompleted }
      let sought = try #require(settled.anchor)
      #expect(sought.isFrom(.milliseconds(1_900), asked: asked))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let heard = stage.clock.now - sought.instant + sought.position
      // Past the clip's end there would be another second.
      #expect(heard > .milliseconds(2_930) && heard < .milliseconds(3_900), "\(heard)")
      await stage.close()
    }

    @Test("A seek past the clip's end is the end")
    func seekPastClipEnd() async throws {
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      let source = try stage.wav(Signal.sweep(frames: 44_100 * 9))
      let clip = try Clip(from: .seconds(1), to: .seconds(4))
      stage.engine.load(stage.log.makeLoad(id, source, clip: clip))
      try await stage.wait(for: id) { $0.isLoaded }
      let before = stage.clock.now
      stage.engine.seek(to: .seconds(6), id: stage.nextSeek(), load: id)
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      #expect(stage.clock.now - before < .milliseconds(2_500))
      await stage.close()
    }

    @Test("A start position lies within the clip")
    func startPositionLiesWithin() async throws {
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let source = try ClipFormat.wav.source(stage)
      let load = stage.log.makeLoad(
        id,
        source,
        clip: try clip(Self.part),
        at: .samples(4_000)
      )
      stage.engine.load(load)
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let part = Self.part.lowerBound + 4_000..<Self.part.upperBound
      #expect(try await stage.output() == ClipFormat.wav.signal[part].pcm)
    }

    @Test("A clip after a track is reported when it is heard, at its position 0")
    func clipBehindTrackTold() async throws {
      var stage = try Stage(.driven)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(Signal.sweep(frames: 52_920))))
      let clip = try Clip(from: .milliseconds(1_300), to: .milliseconds(2_000))
      let source = try stage.wav(Signal.sweep(frames: 44_100 * 4))
      stage.engine.setNext(stage.log.makeLoad(b, source, clip: clip), after: a)
      let loaded = try await stage.wait(for: a) { $0.isLoaded }
      let started = try await stage.wait(for: b) { $0.isStarted }
      let (first, second) = (try #require(loaded.anchor), try #require(started.anchor))
      let elapsed = first.position(at: second.instant) - second.position
      #expect(abs((elapsed - .milliseconds(1_200)).seconds) < 0.07, "\(elapsed)")
      #expect(second.position < .milliseconds(100))
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      let heard = stage.clock.now - second.instant + second.position
      #expect(heard > .milliseconds(630) && heard < .milliseconds(1_000), "\(heard)")
      await stage.close()
    }

    @Test("If media can't seek, the part before the clip is read")
    func mediaCantSeekWhat() async throws {
      let body = ClipFormat.wav.signal.wav
      let server = try LoopbackServer { _ in .whole(body) }
      var stage = try Stage(.file)
      let source = MediaSource(.remote(server.url("/a.wav")))
      let data = try await output(&stage, [(source, clip(Self.part))])
      #expect(data == ClipFormat.wav.signal[Self.part].pcm)
    }
  }
}
