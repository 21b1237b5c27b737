import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Files that libmpv alone plays, describes, or levels wrongly.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct RepairedMediaTests {
    private struct Played {
      let signal: Signal
      let duration: Duration?
    }

    /// Plays a file, then a second of silence if `isFollowed`.
    private func play(
      _ data: Data,
      _ name: String,
      loudness: Loudness? = nil
    ) async throws -> Played {
      var stage = try Stage(.file)
      let source = MediaSource(.file(path: try stage.sandbox.write(data, to: name)))
      if let loudness {
        var settings = OutputSettings()
        settings.loudness = loudness
        stage.engine.setOutput(settings)
      }
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, source, isPlaying: false))
      stage.engine.setPlaying(true, load: load)
      #expect(try await stage.end(of: load) == .ended(followedBy: nil))
      let duration = stage.log.reports(of: load).compactMap { report -> Duration? in
        switch report {
        case .loaded(let media): media.duration
        case .duration(let duration): duration
        default: nil
        }
      }.last
      return Played(signal: Signal(pcm: try await stage.output()), duration: duration)
    }

    private func inspected(_ data: Data, _ name: String) async throws -> MediaInformation {
      let sandbox = try Sandbox()
      let path = try sandbox.write(data, to: name)
      return try await MediaInspector().inspect(MediaSource(.file(path: path)))
    }

    private static let ape = Data(TagMaker.ape(items))
    private static let leadingAPE = Data(TagMaker.ape(items, hasHeader: true))
    private static let items = [
      ("REPLAYGAIN_TRACK_GAIN", Array("-6.0 dB".utf8), true),
      ("Cover Art (Front)", [UInt8](repeating: 7, count: 300_000), false),
    ]
    private static let cover = Data(
      TagMaker.id3([TagMaker.picture(TagMaker.png(count: 500_000))])
    )
    private static let tag = Data(TagMaker.id3([TagMaker.text("TIT2", "First")]))
    private static let id3v1 = Data("TAG".utf8) + Data(count: 125)

    @Test(
      "An MP3 without a frame count has the right length, shown and played",
      arguments: [Data(), tag + cover, leadingAPE] as [Data],
      [Data(), ape + id3v1] as [Data]
    )
    func countedFrames(front: Data, behind: Data) async throws {
      // The first second has a different bit rate than the rest.
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let quiet = try #require(maker.frames.min { $0.count < $1.count })
      var varied = maker.repeated(4)
      varied.frames = [Data](repeating: quiet, count: 40) + varied.frames
      let data = front + varied.data(.none) + behind
      let played = try await play(data, "a.mp3")
      let length = Double(varied.frames.count * 1_152) / 44_100
      #expect(abs(try #require(played.duration).seconds - length) < 0.03)
      let shown = try #require(try await inspected(data, "a.mp3").duration)
      #expect(abs(shown.seconds - (try #require(played.duration).seconds)) < 0.01)
      #expect(abs(Double(played.signal.frames) / 44_100 - length) < 0.03)
    }

    @Test(
      "A wrong frame count in an MP3's header is not believed",
      arguments: [0, 0.4, 2, 1_000_000]
    )
    func wrongCount(factor: Double) async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3").repeated(4)
      var bytes = [UInt8](maker.data(.lame))
      let place = try #require(MPEGFrame(bytes, at: 0)).contentOffset + 8
      let count = TagMaker.plain(Int(Double(maker.frames.count) * factor))
      bytes.replaceSubrange(place..<place + 4, with: count)
      try await expectLength(of: Data(bytes), "a.mp3", frames: maker.frames.count)
    }

    @Test("Several MP3 files in one have the length of all frames")
    func joined() async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3").repeated(2)
      let data = maker.data(.lame) + maker.data(.lame)
      try await expectLength(of: data, "a.mp3", frames: maker.frames.count * 2)
    }

    @Test(
      "Bytes before the first frame of an MP3 change nothing",
      arguments: [Data(), tag] as [Data],
      [0, 0x55] as [UInt8]
    )
    func junk(front: Data, byte: UInt8) async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let plain = try await play(maker.data(.lame), "a.mp3")
      let data = front + Data(repeating: byte, count: 3_000) + maker.data(.lame)
      let played = try await play(data, "b.mp3")
      #expect(played.signal == plain.signal && played.duration == plain.duration)
      #expect(try await inspected(data, "b.mp3").duration == played.duration)
    }

    @Test(
      "AAC in ADTS has the length of its frames, shown and played",
      arguments: [Data(), tag, tag + cover] as [Data],
      [Data(), ape + id3v1] as [Data]
    )
    func adts(front: Data, behind: Data) async throws {
      let tagged = [UInt8](try Fixture.data("Tags/id3.aac"))
      var place = Int(try #require(ID3TagHeader(tagged)).tagLength)
      var frames: [Data] = []
      while let frame = ADTSFrame(tagged, at: place) {
        frames.append(Data(tagged[place..<min(place + frame.length, tagged.count)]))
        place += frame.length
      }
      let quiet = try #require(frames.min { $0.count < $1.count })
      let data = front + Data(([Data](repeating: quiet, count: 60) + frames).joined()) + behind
      let length = Duration.seconds(Double((frames.count + 60) * 1_024) / 16_000)
      let played = try await play(data, "a.aac")
      #expect(played.duration == length)
      #expect(try await inspected(data, "a.aac").duration == length)
      #expect(abs(Double(played.signal.frames) / 44_100 - length.seconds) < 0.07)
    }

    @Test("FLAC after two tags is played")
    func tagsBeforeFLAC() async throws {
      let data = try Fixture.data("seam-a.flac")
      let plain = try await play(data, "a.flac").signal
      #expect(try await play(Self.tag + Self.cover + data, "b.flac").signal == plain)
    }

    @Test("FLAC without a stated length has that of its frames, shown and played")
    func lengthOfFLAC() async throws {
      var data = try Fixture.data("seam-a.flac")
      data[21] &= 0xF0
      for index in 22..<26 { data[index] = 0 }
      let played = try await play(data, "a.flac")
      #expect(played.duration == .seconds(Double(played.signal.frames) / 44_100))
      #expect(try await inspected(data, "a.flac").duration == played.duration)
    }

    @Test("Musepack is played without the decoder's delay and padding")
    func musepack() async throws {
      let data = try Fixture.data("Tags/musepack.mpc")
      let played = try await play(data, "a.mpc")
      let length = try #require(try await inspected(data, "a.mpc").duration)
      #expect(played.duration == length)
      #expect(abs(Double(played.signal.frames) / 44_100 - length.seconds) < 0.001)
    }

    /// Expects a length in frames of MP3, shown, reported, and heard.
    private func expectLength(of data: Data, _ name: String, frames: Int) async throws {
      let length = Double(frames * 1_152) / 44_100
      let played = try await play(data, name)
      let reported = try #require(played.duration).seconds
      let shown = try #require(try await inspected(data, name).duration).seconds
      #expect(abs(reported - length) < 0.06)
      #expect(abs(shown - reported) < 0.01)
      #expect(abs(Double(played.signal.frames) / 44_100 - reported) < 0.06)
    }

    @Test("Any number of tags around an MP3 stays silent", arguments: MP3Maker.Header.allCases)
    func tags(header: MP3Maker.Header) async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let plain = try await play(maker.data(header), "a.mp3").signal
      let tagged = Self.tag + Self.cover + Self.tag + maker.data(header) + Self.ape + Self.id3v1
      #expect(try await play(tagged, "b.mp3").signal == plain)
    }

    @Test("iTunes' sample count ends an MP3, unless it belongs to another file")
    func gapless() async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let all = maker.frames.count * 1_152
      func data(_ samples: Int) -> Data {
        let count = String(format: " 00000000 00000240 00000000 %016X 00000000", samples)
        let text = Array("engiTunSMPB\0\(count)".utf8)
        let tag = TagMaker.id3([TagMaker.frame("COMM", [0] + text)])
        return Data(tag) + maker.data(.none)
      }
      let samples = all - 1_105 - 900
      let played = try await play(data(samples), "a.mp3")
      #expect(played.signal.frames == samples)
      #expect(played.duration == .seconds(Double(samples) / 44_100))
      #expect(try await inspected(data(samples), "a.mp3").duration == played.duration)
      #expect(try await play(data(samples / 3), "b.mp3").signal.frames == all - 1_105)
    }

    @Test("The gain of a tag after an MP3 is heard as shown")
    func gain() async throws {
      let maker = try MP3Maker(fixture: "joint-lame.mp3")
      let data = Self.tag + maker.data(.lame) + Self.ape + Self.id3v1
      var loudness = Loudness()
      loudness.mode = .track
      let (plain, leveled) = (
        try await play(data, "a.mp3").signal,
        try await play(data, "a.mp3", loudness: loudness).signal
      )
      #expect(abs(leveled.level - plain.level + 6) < 0.1)
      #expect(try await inspected(data, "a.mp3").gain.track == -6)
    }

    @Test("Mono is as loud as the same in stereo, to the sample")
    func mono() async throws {
      let stereo = Signal.sweep(frames: 20_000)
      let left = Signal(samples: stride(from: 0, to: 40_000, by: 2).map { stereo.samples[$0] })
      let played = try await play(left.wav(rate: 44_100, channels: 1), "mono.wav").signal
      #expect(played == Signal(samples: left.samples.flatMap { [$0, $0] }))
    }

    @Test("Six channels are mixed without clipping", arguments: [0, 2, 4])
    func surround(channel: Int) async throws {
      let frames = 20_000
      var samples = [Int16](repeating: 0, count: frames * 6)
      for frame in 0..<frames {
        samples[frame * 6 + channel] = Int16(sin(Double(frame) / 20) * 20_000)
      }
      let played = try await play(
        Signal(samples: samples).wav(rate: 44_100, channels: 6),
        "surround.wav"
      ).signal
      let loudest = played[2_000..<18_000].samples.map { abs(Int($0)) }.max() ?? 0
      // Front 1, center and surround 0.7071, divided by their sum.
      let factor = (channel == 0 ? 1 : 0.7071) / 2.4142
      #expect(abs(20 * log10(Double(loudest) / 20_000 / factor)) < 0.1)
    }

    @Test("An empty edit at the start of an MP4 is neither heard nor shown")
    func pauseBefore() async throws {
      let plain = try await play(try EditedMP4.data([(30_011, 1_024)]), "a.m4a")
      let late = try EditedMP4.data([(44_100, -1), (30_011, 1_024)])
      let played = try await play(late, "late.m4a")
      #expect(played.signal == plain.signal)
      #expect(played.duration == plain.duration)
      #expect(try await inspected(late, "late.m4a").duration == played.duration)
    }

    @Test("The pieces of an MP4's edit list are heard one after another")
    func pieces() async throws {
      let whole = try await play(try EditedMP4.data([(30_011, 1_024)]), "a.m4a").signal
      let data = try EditedMP4.data([(10_000, 1_024), (9_000, 1_024 + 19_000)])
      let played = try await play(data, "pieces.m4a")
      #expect(played.signal.frames == 19_000)
      #expect(played.duration == .seconds(19_000.0 / 44_100))
      #expect(try await inspected(data, "pieces.m4a").duration == played.duration)
      #expect(played.signal[0..<9_000] == whole[0..<9_000])
      // The joint is exact to one packet. The decoder fills bands with noise that depends on what
      // came before, a tenth of the signal; another place of it differs by more than all of it.
      let tail = played.signal[14_000..<15_000]
      let errors = (-1_024...1_024).map { whole[23_000 + $0..<24_000 + $0].difference(from: tail) }
      #expect(try #require(errors.min()) < 0.2)
    }
  }
}
