import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Sound processing, measured in the output file.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct SoundTests {
    private static let middle = Signal.rate..<Signal.rate * 2

    private func play(
      _ signals: [Signal],
      rate: Double = 1,
      _ change: (inout SoundProcessing) -> Void
    ) async throws -> Signal {
      var stage = try Stage(.file)
      return try await stage.play(try signals.map { try stage.wav($0) }, rate: rate, change)
    }

    // MARK: Equalizer

    private static let equalizers = [
      Equalizer(octaveGains: [6, -6, 3, -3, 12, -12, 4, 0, -5, 5]),
      Equalizer(.rock), Equalizer(.speech),
      Equalizer(
        preamp: -6.2,
        bands: [
          .init(.lowShelf, frequency: 105, gain: 5.5, q: 0.7),
          .init(frequency: 210, gain: -2.6, q: 0.53),
          .init(frequency: 3_100, gain: 4, q: 5.5),
          .init(.highShelf, frequency: 10_000, gain: -7, q: 0.7),
        ]
      ),
    ]

    @Test("The equalizer applies its gains, to half a decibel", arguments: equalizers)
    func equalizerDoesWhatAsked(equalizer: Equalizer) async throws {
      let tones = Tones.octaves
      let plain = Tones.signal(tones, amplitude: 0.02, seconds: 3)
      let heard = try await play([plain]) { $0.equalizer = equalizer }
      #expect(heard.frames == plain.frames)
      guard heard.frames == plain.frames else { return }
      for tone in tones {
        let gain = decibels(
          heard.amplitude(of: tone, in: Self.middle) / plain.amplitude(of: tone, in: Self.middle)
        )
        let wanted = equalizer.response(at: tone)
        print("equalizer: \(tone) Hz: \(gain) dB, \(gain - wanted) off")
        #expect(abs(gain - wanted) < 0.5, "\(tone) Hz: \(gain) in place of \(wanted)")
      }
    }

    @Test("Nothing changes if everything is off or neutral")
    func nothingChangedWhereAll() async throws {
      let signal = Signal.integer(frames: 30_011)
      #expect(try await play([signal]) { _ in } == signal)
      let neutral = try await play([signal]) {
        $0.equalizer = Equalizer(bands: [.init(frequency: 100, gain: 0, q: 1)])
      }
      #expect(neutral == signal)
    }

    @Test("A band may be louder than the media's integers can hold")
    func bandMadeLouderWhere() async throws {
      let plain = Tones.signal([1_000], amplitude: 0.4, seconds: 3)
      let heard = try await play([plain]) {
        $0.equalizer = Equalizer(
          preamp: -12,
          bands: [.init(frequency: 1_000, gain: 12, q: 1)]
        )
      }
      #expect(abs(decibels(heard.amplitude(of: 1_000, in: Self.middle) / 0.4)) < 0.05)
      #expect(heard.amplitude(of: 3_000, in: Self.middle) < 0.000_1)
    }

    // MARK: Channels

    @Test("Mono is the mean of both channels")
    func monoMeanBothChannels() async throws {
      let signal = Signal.sweep(frames: 30_011)
      let heard = try await play([signal]) { $0.isMono = true }
      #expect(heard.frames == signal.frames)
      let off = zip(0..<heard.frames, 0..<signal.frames).map { frame, _ in
        let mean = (Double(signal.samples[frame * 2]) + Double(signal.samples[frame * 2 + 1])) / 2
        return max(
          abs(Double(heard.samples[frame * 2]) - mean),
          abs(Double(heard.samples[frame * 2 + 1]) - mean)
        )
      }
      #expect(try #require(off.max()) <= 1)
    }

    @Test(
      "Balance makes one channel quieter, and does not change the other",
      arguments: [-1.0, -0.5, 0.25, 1]
    )
    func balanceMakesOneChannel(balance: Double) async throws {
      let signal = Signal.sweep(frames: 30_011)
      let heard = try await play([signal]) { $0.balance = balance }
      let factors = [min(1, 1 - balance), min(1, 1 + balance)]
      let error = heard.error(
        from: signal.values.enumerated().map { $0.element * factors[$0.offset % 2] }
      )
      #expect(try #require(error) <= 1)
    }

    // MARK: Pitch

    @Test(
      "The pitch is as set, to two cents, and the speed stays",
      arguments: [-1_200.0, -300, -50, 100, 386, 700, 1_200]
    )
    func pitchWhatAskedTwo(cents: Double)
      async throws
    {
      let plain = Tones.signal([440], amplitude: 0.3, seconds: 4)
      let heard = try await play([plain]) { $0.pitch = cents }
      let wanted = 440 * pow(2, cents / 1_200)
      let found = heard.frequency(near: wanted, in: Signal.rate..<Signal.rate * 3)
      let off = 1_200 * log2(found / wanted)
      print("pitch: \(cents) cents: \(off) cents off, \(heard.frames - plain.frames) samples")
      #expect(abs(off) < 2)
      #expect(heard.frames == plain.frames)
    }

    @Test("The pitch is independent of another speed")
    func pitchOwnAnotherSpeed() async throws {
      let plain = Tones.signal([440], amplitude: 0.3, seconds: 6)
      let heard = try await play([plain], rate: 1.5) { $0.pitch = -200 }
      let wanted = 440 * pow(2, -200 / 1_200.0)
      let found = heard.frequency(near: wanted, in: Signal.rate..<Signal.rate * 3)
      #expect(abs(1_200 * log2(found / wanted)) < 2)
      #expect(abs(Double(heard.frames) - Double(plain.frames) / 1.5) <= 1)
    }

    // MARK: Loudness

    @Test("The limiter keeps a gain from clipping")
    func limiterKeepsGainFrom() async throws {
      let plain = Tones.signal([440], amplitude: 0.5, seconds: 2)
      let gain = Equalizer(preamp: 12)
      let clipped = try await play([plain]) { $0.equalizer = gain }
      let limited = try await play([plain]) {
        $0.equalizer = gain
        $0.isLimited = true
      }
      let range = Signal.rate / 2..<Signal.rate * 3 / 2
      // Clipping causes harmonics.
      #expect(clipped.amplitude(of: 1_320, in: range) > 0.1)
      #expect(limited.amplitude(of: 1_320, in: range) < 0.005)
      #expect(limited.amplitude(of: 440, in: range) > 0.97)
      #expect(limited.frames == plain.frames)
    }

    @Test("The limiter does not change quiet sound, and adds no delay")
    func limiterLeavesAloneWhat() async throws {
      let signal = Signal.integer(frames: 30_011)
      #expect(try await play([signal]) { $0.isLimited = true } == signal)
    }

    @Test("Night mode brings quiet and loud closer together")
    func nightModeBringsQuiet() async throws {
      let loud = Tones.signal([440], amplitude: 0.7, seconds: 2)
      let quiet = Tones.signal([440], amplitude: 0.02, seconds: 2)
      let heard = try await play([Signal(samples: loud.samples + quiet.samples)]) {
        $0.isNightMode = true
      }
      let end = Signal.rate * 7 / 2..<Signal.rate * 4
      let before = heard.amplitude(of: 440, in: Signal.rate..<Signal.rate * 3 / 2)
      let behind = heard.amplitude(of: 440, in: end)
      #expect(decibels(behind / 0.02) > 6)
      #expect(decibels(0.7 / 0.02) - decibels(before / behind) > 12)
      #expect(heard.frames == loud.frames * 2)
    }

    // MARK: Silence

    @Test("Long silence is shortened, a short one stays, and nothing else changes")
    func longSilenceShortenedShort() async throws {
      let tone = Tones.signal([441], amplitude: 0.3, seconds: 1)
      let long = Signal(samples: Array(repeating: 0, count: Signal.rate * 2 * 3))
      let short = Signal(samples: Array(repeating: 0, count: Signal.rate * 2 / 4))
      let all = [tone, long, tone, short, tone].flatMap(\.samples)
      let heard = try await play([Signal(samples: all)]) { $0.skipsSilence = true }
      let kept = heard.frames - 3 * Signal.rate - short.frames
      print("silence: \(Double(kept) / Double(Signal.rate)) s of 3 s are left")
      #expect((Signal.rate / 4...Signal.rate * 6 / 10).contains(kept))
      #expect(heard[0..<Signal.rate] == tone)
      #expect(heard[heard.frames - Signal.rate..<heard.frames] == tone)
      let last = Signal(samples: Array(all.suffix((Signal.rate * 2 + short.frames) * 2)))
      #expect(heard[heard.frames - last.frames..<heard.frames] == last)
    }

    @Test("After skipped silence, the position is the audible sound's")
    func whereSilenceLeftOut() async throws {
      var stage = try Stage(.driven)
      var settings = OutputSettings()
      settings.processing.skipsSilence = true
      stage.engine.setOutput(settings)
      let tone = Tones.signal([441], amplitude: 0.3, seconds: 1)
      let silence = Signal(samples: Array(repeating: 0, count: Signal.rate * 2 * 10))
      let load = stage.nextLoad()
      let signal = Signal(samples: tone.samples + silence.samples + tone.samples)
      let start = stage.clock.now
      stage.engine.load(stage.log.makeLoad(load, try stage.wav(signal)))
      let report = try await stage.wait(for: load) {
        $0.anchor.map { $0.position > .seconds(5) } == true
      }
      // The jump goes to the next sound, not into the silence.
      #expect(try #require(report.anchor).position > .seconds(10.5))
      #expect(try await stage.end(of: load) == .ended(followedBy: nil))
      #expect(stage.clock.now - start < .seconds(5))
      await stage.close()
    }

    // MARK: Crossfades

    @Test("In a crossfade, processing is applied once")
    func crossfadeDoneOnce() async throws {
      let (a, b) = (
        Signal.integer(frames: 4 * Signal.rate), Signal.integer(frames: 5 * Signal.rate)
      )
      let fading = try FadeStage(1.5)
      var settings = FadeStage.settings(1.5)
      settings.processing.equalizer = Equalizer(preamp: -6.020_6)
      fading.stage.engine.setOutput(settings)
      fading.prepare(.init(try fading.stage.wav(a)), .init(try fading.stage.wav(b)))
      let heard = try await fading.finish(isFaded: true)
      let reference = Signal.mix(a.values, b.values, Signal.rate * 3 / 2).map { $0 / 2 }
      #expect(try #require(heard.error(from: reference)) <= 1.1)
    }
  }
}

extension Stage {
  /// Plays the sources in a row, into the file.
  mutating func play(
    _ sources: [MediaSource],
    clip: Clip? = nil,
    rate: Double = 1,
    _ change: (inout SoundProcessing) -> Void
  ) async throws -> Signal {
    var settings = OutputSettings()
    settings.rate = rate
    change(&settings.processing)
    engine.setOutput(settings)
    var loads: [LoadID] = []
    for source in sources {
      let load = nextLoad()
      if let last = loads.last {
        engine.setNext(log.makeLoad(load, source, clip: clip), after: last)
        // Only one load can follow at a time.
        if loads.count == 1 { engine.setPlaying(true, load: last) }
      } else {
        engine.load(log.makeLoad(load, source, clip: clip, isPlaying: sources.count == 1))
      }
      loads.append(load)
    }
    let last = try #require(loads.last)
    #expect(try await log.end(of: last) == .ended(followedBy: nil))
    return Signal(pcm: try await output())
  }
}
