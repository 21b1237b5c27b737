import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// The loudness of tagged files, with file output. All contain a tone of −18 dB.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct LoudnessTests {
    private static let formats = ["flac", "mp3", "m4a", "ogg", "opus"]

    private func source(_ format: String, _ stage: Stage) throws -> MediaSource {
      let name = "loudness.\(format)"
      return MediaSource(.file(path: try stage.sandbox.write(Fixture.data(name), to: name)))
    }

    /// Plays the media in a row, and returns the output.
    private func play(
      _ sources: [MediaSource],
      _ loudness: Loudness?,
      album: AlbumContext = AlbumContext(),
      on stage: inout Stage
    ) async throws -> Signal {
      var settings = OutputSettings()
      if let loudness { settings.loudness = loudness }
      stage.engine.setOutput(settings)
      var last: LoadID?
      for source in sources {
        let id = stage.nextLoad()
        let load = EngineLoad(id: id, source: source, isPlaying: false, album: album) {
          [log = stage.log] in log.add(.init(load: id, report: $0))
        }
        if let last { stage.engine.setNext(load, after: last) } else { stage.engine.load(load) }
        if let first = last { stage.engine.setPlaying(true, load: first) }
        last = id
      }
      let id = try #require(last)
      if sources.count == 1 { stage.engine.setPlaying(true, load: id) }
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      return Signal(pcm: try await stage.output())
    }

    private func change(_ format: String, _ loudness: Loudness, album: AlbumContext = .init())
      async throws -> Double
    {
      var plain = try Stage(.file)
      var stage = try Stage(.file)
      let range = 6_000..<18_000
      let before = try await play([try source(format, plain)], nil, on: &plain)[range]
      let after = try await play(
        [try source(format, stage)],
        loudness,
        album: album,
        on: &stage
      )[range]
      return after.level - before.level
    }

    @Test("The gain of each format's tags is heard", arguments: formats)
    func gainEachFormatTags(format: String) async throws {
      #expect(abs(try await change(format, Loudness(.track)) + 6.02) < 0.05)
      #expect(abs(try await change(format, Loudness(.album)) + 12.04) < 0.05)
    }

    @Test("The mode auto uses the album gain for tracks in an album's order")
    func albumGainUnderAuto() async throws {
      let album = AlbumContext(isContinued: true)
      #expect(abs(try await change("flac", Loudness(.auto), album: album) + 12.04) < 0.05)
      #expect(abs(try await change("flac", Loudness(.auto)) + 6.02) < 0.05)
    }

    @Test("A gain is limited so that the tagged peak does not clip")
    func gainStopsWhereTagged() async throws {
      // −6.02 + 24 dB, but the peak of 0.25 leaves 12.04.
      let loudness = Loudness(.track, preamp: 24)
      #expect(abs(try await change("flac", loudness) - 12.04) < 0.05)
    }

    @Test("At a joint the gain changes at the sample")
    func jointGainChangesSample() async throws {
      var stage = try Stage(.file)
      let signal = Signal.integer(frames: 30_011)
      let tagged = try Fixture.data("seam-a.flac").withVorbisComment(
        "REPLAYGAIN_TRACK_GAIN=-6.02 dB"
      )
      let flac = MediaSource(.file(path: try stage.sandbox.write(tagged, to: "a.flac")))
      let sources = [try stage.wav(signal), flac, try stage.wav(signal)]
      let out = try await play([sources[0], sources[1]], Loudness(.track), on: &stage)
      #expect(out.frames == 2 * signal.frames)
      guard out.frames == 2 * signal.frames else { return }
      #expect(out[0..<30_011] == signal)
      let off = zip(out[30_011..<60_022].samples, signal.samples).map { sample, whole in
        abs(Double(sample) - Double(whole) * 0.5)
      }
      #expect(try #require(off.max()) <= 1.6)
    }

    @Test("A service's gain is heard if the media have none")
    func whatServiceStatesHeard() async throws {
      var stage = try Stage(.file)
      let signal = Signal.integer(frames: 30_011)
      var bare = try stage.wav(signal)
      bare.replayGain = ReplayGain(track: -6.02)
      let out = try await play([bare], Loudness(.track), on: &stage)
      #expect(abs(out.level - signal.level + 6.02) < 0.05)
    }

    @Test("Without a mode everything sounds as recorded, tagged or not")
    func withoutModeEverythingSounds() async throws {
      var stage = try Stage(.file)
      let tagged = try Fixture.data("seam-a.flac").withVorbisComment(
        "REPLAYGAIN_TRACK_GAIN=-6.02 dB"
      )
      let flac = MediaSource(.file(path: try stage.sandbox.write(tagged, to: "a.flac")))
      #expect(try await play([flac], Loudness(), on: &stage) == Signal.integer(frames: 30_011))
    }
  }
}

extension Signal {
  /// The level in dB below full scale.
  var level: Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    return 10 * log10(power / (32_768 * 32_768))
  }
}

extension Data {
  /// A FLAC file with an additional comment, in a metadata block after the first.
  func withVorbisComment(_ comment: String) -> Data {
    func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) } }
    let body = little(0) + little(1) + little(comment.utf8.count) + Array(comment.utf8)
    let block = [4, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    var bytes = [UInt8](self)
    let isLast = bytes[4] & 0x80 != 0
    bytes[4] &= 0x7F
    bytes.insert(contentsOf: [block[0] | (isLast ? 0x80 : 0)] + block.dropFirst(), at: 4 + 4 + 34)
    return Data(bytes)
  }
}
