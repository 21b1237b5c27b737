import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// MP3 without a header that states the encoder's padding.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct MP3JointTests {
    /// The padding that LAME added to fill the last frame.
    private static let padding = 1_140

    private func source(_ stage: Stage, _ data: Data) throws -> MediaSource {
      MediaSource(.file(path: try stage.sandbox.write(data, to: "\(UUID().uuidString).mp3")))
    }

    private func play(
      _ data: Data,
      before next: Signal? = nil,
      at position: Duration = .zero,
      clip: Clip? = nil
    ) async throws -> Signal {
      let stage = try Stage(.file)
      let source = try source(stage, data)
      return try await play(source, on: stage, before: next, at: position, clip: clip)
    }

    private func play(
      _ source: MediaSource,
      on stage: Stage? = nil,
      before next: Signal? = nil,
      at position: Duration = .zero,
      clip: Clip? = nil
    ) async throws -> Signal {
      var stage = try stage ?? Stage(.file)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let load = stage.log.makeLoad(a, source, clip: clip, at: position, isPlaying: false)
      stage.engine.load(load)
      if let next {
        stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(next)), after: a)
      }
      stage.engine.setPlaying(true, load: a)
      let end = try await stage.end(of: next == nil ? a : b)
      #expect(end == .ended(followedBy: nil))
      return Signal(pcm: try await stage.output())
    }

    @Test(
      "An encoder's delay is skipped even if the file does not state it",
      arguments: [MP3Maker.Header.xing, .vbri, .none],
      [0, 3_000]
    )
    func whatEncoderPutsBefore(
      header: MP3Maker.Header,
      tag: Int
    ) async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let data = (tag > 0 ? MP3Maker.tag(tag) : Data()) + maker.data(header)
      let heard = try await play(data)
      #expect(heard.offset(of: AAC.first, at: 2_000) == 0)
      #expect(heard.frames == AAC.cut + Self.padding)
    }

    @Test("Tags after an MP3 change nothing", arguments: MP3Maker.Header.allCases)
    func tagsBehindChangeNothing(header: MP3Maker.Header) async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let heard = try await play(maker.data(header) + Data("TAG".utf8) + Data(count: 125))
      #expect(heard.offset(of: AAC.first, at: 2_000) == 0)
      #expect(heard.frames == AAC.cut + (header == .lame ? 0 : Self.padding))
    }

    @Test(
      "Files are heard from their first sample on",
      arguments: ["joint-bare.mp3", "joint-xing.mp3", "joint-lame.mp3"]
    )
    func filesSoundFromTheir(name: String) async throws {
      let heard = try await play(try Fixture.data(name))
      #expect(heard.offset(of: AAC.first, at: 2_000) == 0)
      #expect(heard.frames == AAC.cut + (name == "joint-lame.mp3" ? 0 : Self.padding))
    }

    @Test("A header is used even if the length is unknown", arguments: [0, 3_000])
    func headerBelievedAlsoWhere(tag: Int) async throws {
      let data = try (tag > 0 ? MP3Maker.tag(tag) : Data()) + Fixture.data("joint-lame.mp3")
      let heard = try await play(MediaSource(.bytes(UnsizedBytes(Array(data)))))
      #expect(heard.offset(of: AAC.first, at: 2_000) == 0)
      #expect(heard.frames == AAC.cut)
    }

    @Test(
      "Files of other rates have the same encoder delay",
      arguments: ["joint-22.mp3", "joint-48.mp3"]
    )
    func otherRatesHaveSame(name: String) async throws {
      let maker = try MP3Maker(fixture: name)
      let (bare, whole) = (try await play(maker.data(.none)), try await play(maker.data(.lame)))
      #expect(bare.offset(of: whole, at: 2_000) == 0)
    }

    @Test("A part that was cut out of a stream plays whole")
    func whatCutOutStream() async throws {
      var maker = try MP3Maker(fixture: "joint-lame.mp3")
      for first in [1, 2, 7] {
        var part = maker
        part.frames.removeFirst(first)
        let heard = try await play(part.data(.none))
        #expect(heard.frames == part.frames.count * 1_152)
      }
      // No frame uses saved bits, so nothing shows whether the stream begins here.
      maker.frames = Array(repeating: maker.frames[0], count: 10)
      #expect(try await play(maker.data(.none)).frames == 10 * 1_152)
    }

    @Test(
      "An MP3 begins when the load before it ends",
      arguments: ["joint-bare.mp3", "joint-xing.mp3"]
    )
    func beginsWhereWhatBefore(name: String) async throws {
      var stage = try Stage(.file)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let wav = Signal.integer(frames: 20_003)
      let mp3 = try source(stage, try Fixture.data(name))
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(wav), isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, mp3), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      let heard = Signal(pcm: try await stage.output())
      #expect(heard.frames == wav.frames + AAC.cut + Self.padding)
      #expect(heard[0..<wav.frames] == wav)
      let rest = heard[wav.frames..<heard.frames]
      #expect(rest.offset(of: AAC.first, at: 1_000, within: 900) == 0)
    }

    @Test("The load after an MP3 follows the padding of its last frame")
    func whatFollowsComesBehind() async throws {
      let wav = Signal.integer(frames: 20_003)
      let heard = try await play(try Fixture.data("joint-bare.mp3"), before: wav)
      #expect(heard.frames == AAC.cut + Self.padding + wav.frames)
      #expect(heard.offset(of: AAC.first, at: 2_000) == 0)
      #expect(heard[heard.frames - wav.frames..<heard.frames] == wav)
    }

    @Test("A header without a count plays as a frame, and is ignored")
    func headerCountsNothingSounds() async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      var data = maker.data(.xing)
      data.replaceSubrange(40..<44, with: [0, 0, 0, 0])
      #expect(try await play(data).frames == 29 * 1_152)
    }

    @Test("A clip of an MP3 is a part of its audible samples")
    func clipPartWhatHeard() async throws {
      let part = 10_007..<25_013
      let clip = try Clip(from: .samples(part.lowerBound), to: .samples(part.upperBound))
      let heard = try await play(try Fixture.data("joint-bare.mp3"), clip: clip)
      #expect(heard.frames == part.count)
      for start in [0, 3_000, part.count - 2_200] {
        #expect(heard.offset(of: AAC.first[part], at: start) == 0, "at \(start)")
      }
    }

    @Test(
      "A start position counts from the first audible sample",
      arguments: [MP3Maker.Header.xing, .none]
    )
    func startPositionCountsFrom(
      header: MP3Maker.Header
    ) async throws {
      let data = try MP3Maker(fixture: "joint-lame.mp3").data(header)
      let heard = try await play(data, at: .samples(10_007))
      #expect(heard.frames == AAC.cut + Self.padding - 10_007)
      #expect(heard.offset(of: AAC.first[10_007..<AAC.cut], at: 2_000) == 0)
    }

    @Test(
      "With LAME's header the duration is the audio's duration",
      arguments: ["joint-lame.mp3", "joint-22.mp3"]
    )
    func lameHeaderDurationAudio(name: String) async throws {
      let data = try Fixture.data(name)
      let heard = try await play(data)
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try source(stage, data), isPlaying: false))
      let loaded = try await stage.wait(for: id) { $0.isLoaded }
      guard case .loaded(let media) = loaded else { return }
      let duration = try #require(media.duration).seconds * Double(Signal.rate)
      #expect(abs(duration - Double(heard.frames)) < 1.01)
      await stage.close()
    }

    @Test("If a file contains several MP3 files, the first one's header does not set the length")
    func severalFilesOneFirst() async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let data = maker.data(.lame) + maker.repeated(3).data(.none)
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try source(stage, data)))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let loaded = try #require(stage.log.reports(of: id).first { $0.isLoaded })
      guard case .loaded(let media) = loaded else { return }
      let heard = Signal(pcm: try await stage.output())
      #expect(heard.frames == 4 * 28 * 1_152 - 1_105)
      #expect(abs(try #require(media.duration).seconds - 4 * 28 * 1_152 / 44_100) < 0.1)
    }

    @Test("An MP3 after a track is reported when it is heard, at its position 0")
    func behindTrackToldWhen() async throws {
      var stage = try Stage(.driven)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(Signal.sweep(frames: 52_920))))
      let mp3 = try source(stage, try Fixture.data("joint-bare.mp3"))
      stage.engine.setNext(stage.log.makeLoad(b, mp3), after: a)
      let loaded = try await stage.wait(for: a) { $0.isLoaded }
      let started = try await stage.wait(for: b) { $0.isStarted }
      let (first, second) = (try #require(loaded.anchor), try #require(started.anchor))
      // The tail was not cut off.
      let elapsed = first.position(at: second.instant) - second.position
      #expect(abs((elapsed - .milliseconds(1_200)).seconds) < 0.07, "\(elapsed)")
      #expect(second.position < .milliseconds(100))
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      await stage.close()
    }

    @Test("Position 0 is the first audible sample")
    func position0FirstSample() async throws {
      var stage = try Stage(.driven)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      let maker = try MP3Maker(fixture: "joint-lame.mp3").repeated(4)
      stage.engine.load(
        stage.log.makeLoad(id, try source(stage, maker.data(.xing)), isPlaying: false)
      )
      let loaded = try await stage.wait(for: id) { $0.isLoaded }
      guard case .loaded(let media) = loaded else { return }
      #expect(abs(media.anchor.position.seconds) < 0.002)
      let duration = try #require(media.duration).seconds
      #expect(abs(duration - Double(4 * 28 * 1_152 - 1_105) / 44_100) < 0.000_1)
      stage.engine.seek(to: .milliseconds(1_900), id: seek, load: id)
      let settled = try await stage.wait(for: id) { $0.isSeekCompleted }
      #expect(abs(try #require(settled.anchor).position.seconds - 1.9) < 0.002)
      stage.engine.seek(to: .zero, id: stage.nextSeek(), load: id)
      try await stage.wait { lines in
        lines.filter { $0.report.isSeekCompleted }.count == 2
      }
      let back = try #require(stage.log.reports(of: id).last { $0.isSeekCompleted }?.anchor)
      #expect(abs(back.position.seconds) < 0.002)
      await stage.close()
    }
  }
}
