import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Levels and spectra of sound that plays silently in real time.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct MeteringTests {
    private static let left = -6.02
    private static let right = -12.04
    private static let rms = 3.01

    private func tone(_ frequency: Double = 997, seconds: Double = 20) -> Signal {
      Tones.signal([frequency], amplitude: 0.5, right: 0.25, seconds: seconds)
    }

    /// Plays the signal, and returns this many values.
    private func values<Value: Sendable>(
      _ count: Int,
      of signal: Signal,
      _ settings: OutputSettings = OutputSettings(),
      _ read: (MPVEngine) -> AsyncStream<Value>
    ) async throws -> [Value] {
      var stage = try Stage(.realTime)
      stage.engine.setOutput(settings)
      let stream = read(stage.engine)
      stage.engine.load(stage.log.makeLoad(stage.nextLoad(), try stage.wav(signal)))
      var values: [Value] = []
      for await value in stream.prefix(count) { values.append(value) }
      await stage.close()
      return values
    }

    // MARK: Accuracy

    @Test("Peak and RMS of both channels are right to a tenth of a decibel")
    func peakRmsBothChannels() async throws {
      let values = try await values(60, of: tone()) { $0.levels() }
      #expect(values.count == 60)
      for value in values {
        #expect(value.channels.count == 2)
        guard value.channels.count == 2 else { return }
        for (channel, peak) in zip(value.channels, [Self.left, Self.right]) {
          #expect(abs(channel.peak - peak) < 0.1)
          #expect(abs(channel.rms - peak + Self.rms) < 0.1)
        }
      }
      let positions = values.map(\.position)
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
      // At most sixty per second.
      let span = (positions[59] - positions[0]) / .milliseconds(1)
      #expect(span >= 940, "60 values are of \(span) ms")
    }

    @Test("Digital silence is −120 dB in each band", arguments: [3, 30])
    func digitalSilence120Db(bands: Int) async throws {
      let silence = Signal(samples: [Int16](repeating: 0, count: Signal.rate * 8))
      let values = try await values(3, of: silence) {
        $0.spectrum(bands: bands, every: .milliseconds(50))
      }
      #expect(values.count == 3)
      #expect(values.allSatisfy { $0.bands == Array(repeating: -120, count: bands) })
    }

    @Test(
      "A tone is in its band, and 20 dB above all bands that are not adjacent",
      arguments: [1, 3, 10, 17, 25]
    )
    func toneBand20Db(band: Int) async throws {
      let frequency = SoundSpectrum.frequencies(bands: 30)[band]
      let signal = Tones.signal([frequency], amplitude: 0.5, seconds: 20)
      let values = try await values(12, of: signal) {
        $0.spectrum(bands: 30, every: .milliseconds(100))
      }
      // Low bands take a while to settle.
      let bands = try #require(values.last?.bands)
      #expect(bands.count == 30)
      #expect(abs(bands[band] + 9.03) < 0.5, "\(bands[band]) dB")
      let others = bands.enumerated().filter { abs($0.offset - band) > 1 }.map(\.element)
      let next = try #require(others.max())
      print("spectrum: \(frequency) Hz: \(bands[band]) dB, others \(next - bands[band]) dB at most")
      #expect(next < bands[band] - 20)
    }

    @Test("There may be one band, or sixty", arguments: [1, 2, 60])
    func thereMayOneBand(bands: Int) async throws {
      let values = try await values(3, of: tone()) {
        $0.spectrum(bands: bands, every: .milliseconds(20))
      }
      #expect(values.allSatisfy { $0.bands.count == bands && ($0.bands.max() ?? -120) > -30 })
      #expect(values.count == 3)
    }

    @Test("Sound processing is measured, the volume is not")
    func whatDoneSoundSeen() async throws {
      var settings = OutputSettings()
      settings.volume = 0.2
      settings.isMuted = true
      settings.processing.equalizer = Equalizer(preamp: -6)
      settings.processing.balance = -1
      let values = try await values(20, of: tone(), settings) {
        $0.levels(every: .milliseconds(20))
      }
      let last = try #require(values.last)
      #expect(abs(last.channels[0].peak - Self.left + 6) < 0.1)
      #expect(last.channels[1].peak == -120)
    }

    @Test("At another speed frequencies are those that are heard")
    func anotherSpeedFrequenciesThose() async throws {
      var settings = OutputSettings()
      settings.rate = 1.5
      settings.processing.isMono = true
      let band = 17
      let signal = Tones.signal(
        [SoundSpectrum.frequencies(bands: 30)[band]],
        amplitude: 0.5,
        seconds: 20
      )
      let values = try await values(12, of: signal, settings) {
        $0.spectrum(bands: 30, every: .milliseconds(100))
      }
      let bands = try #require(values.last?.bands)
      #expect(bands.indices.max { bands[$0] < bands[$1] } == band)
    }

    // MARK: Positions

    @Test("Positions after a seek, and of a clip, are the player's positions")
    func positionsBehindSeekClip() async throws {
      var stage = try Stage(.realTime)
      let load = stage.nextLoad()
      let stream = stage.engine.levels()
      // On libmpv's own clock the clip begins at 20 s.
      let clip = try Clip(from: .seconds(20), to: .seconds(29))
      stage.engine.load(stage.log.makeLoad(load, try stage.wav(tone(seconds: 30)), clip: clip))
      var didSeek = false
      var afterSeek: [Duration] = []
      for await value in stream {
        if !didSeek {
          guard value.position > .milliseconds(200) else { continue }
          #expect(value.position < .seconds(9))
          stage.engine.seek(to: .seconds(4), id: stage.nextSeek(), load: load)
          didSeek = true
        } else {
          guard value.channels[0].peak > -100 else { continue }
          afterSeek.append(value.position)
          if value.position > .milliseconds(4_250) || afterSeek.count == 600 { break }
        }
      }
      // Until the seek is done, values have old positions. A piece may begin before the new
      // position.
      let places = Array(afterSeek.drop { $0 < .milliseconds(3_900) })
      #expect(!places.isEmpty)
      #expect(places.allSatisfy { $0 > .milliseconds(3_980) && $0 < .seconds(9) })
      await stage.close()
    }

    // MARK: Without listeners

    private func isRunning(_ engine: MPVEngine) async -> Bool { await engine.core.meter.isRunning }

    private func filters(_ engine: MPVEngine) async -> String {
      await engine.ask { Self.filters(of: $0) } ?? ""
    }

    private static func filters(of core: isolated MPVCore) -> String {
      guard case .array(let filters) = core.handle.get("af") else { return "" }
      return filters.compactMap { $0["label"].text }.joined(separator: " ")
    }

    @Test("Without readers there is no filter, thread, or timer, and readers share one")
    func whileNobodyReadsThere() async throws {
      var stage = try Stage(.realTime)
      let engine = stage.engine
      let load = stage.nextLoad()
      engine.load(stage.log.makeLoad(load, try stage.wav(tone())))
      try await stage.wait(for: load) { $0.isStarted || $0.isLoaded }
      #expect(await filters(engine) == "")
      #expect(!(await isRunning(engine)))
      var streams = [engine.levels(), engine.levels(every: .seconds(1))]
      var spectra = [engine.spectrum(), engine.spectrum()]
      for stream in streams { for await _ in stream { break } }
      for stream in spectra { for await _ in stream { break } }
      #expect(await filters(engine) == "pk-meter0 pk-meter30")
      #expect(await isRunning(engine))
      spectra.removeAll()
      try await eventually("the spectrum's filter is removed") {
        await filters(engine) == "pk-meter0"
      }
      streams.removeAll()
      try await eventually("the filters are removed") {
        let (labels, isRunning) = (await filters(engine), await isRunning(engine))
        return labels == "" && !isRunning
      }
      #expect(await engine.ask { $0.metering.checkAt == nil } == true)
      await engine.close()
    }

    @Test("A pause is reported as silence once, and then nothing")
    func pauseToldSilenceOnce() async throws {
      var stage = try Stage(.realTime)
      let engine = stage.engine
      let load = stage.nextLoad()
      engine.load(stage.log.makeLoad(load, try stage.wav(tone())))
      let heard = Recorded<SoundLevels>()
      let task = Task { for await value in engine.levels() { heard.append(value) } }
      try await eventually("something is heard") { heard.elements.count > 20 }
      engine.setPlaying(false, load: load)
      try await eventually("silence") { heard.elements.last?.channels[0].peak == -120 }
      let count = heard.elements.count
      let last = try #require(heard.elements.last)
      #expect(last.channels == Array(repeating: SoundLevel(peak: -120, rms: -120), count: 2))
      #expect(last.load == load)
      // The engine has handled the pause and this command, and nothing more is due.
      #expect(await engine.ask { $0.metering.checkAt == nil } == true)
      engine.setPlaying(true, load: load)
      try await eventually("it continues") { heard.elements.count > count + 5 }
      // There was no other silence in between.
      #expect(heard.elements[count].channels[0].peak > -100)
      #expect(heard.elements[count].position > last.position - .milliseconds(50))
      engine.unload(load)
      try await eventually("silence at the end") { heard.elements.last?.channels[0].peak == -120 }
      task.cancel()
      await engine.close()
    }

    @Test("A slow reader gets the newest value")
    func whoReadsSlowlyGets() async throws {
      var stage = try Stage(.realTime)
      let engine = stage.engine
      engine.load(stage.log.makeLoad(stage.nextLoad(), try stage.wav(tone())))
      let quick = engine.levels()
      var slow = engine.levels().makeAsyncIterator()
      var newest = Duration.zero
      for await value in quick where value.position > .seconds(1) {
        newest = value.position
        break
      }
      let value = try #require(await slow.next())
      #expect(value.position > newest / 2)
      await engine.close()
    }

    @Test("Streams end with the engine, and are empty after it")
    func streamsEndEngineEmpty() async throws {
      let stage = try Stage(.realTime)
      let (levels, spectrum) = (stage.engine.levels(), stage.engine.spectrum())
      await stage.close()
      for await _ in levels { Issue.record("A closed stream yields a value.") }
      for await _ in spectrum { Issue.record("A closed stream yields a value.") }
      for await _ in stage.engine.levels() { Issue.record("A closed stream yields a value.") }
      try await eventually("the thread has ended") { !(await isRunning(stage.engine)) }
    }

    // MARK: The sound is the same

    @Test("Metering changes no sample, also at a joint")
    func whatMeasuredChangedNor() async throws {
      let signals = [Signal.integer(frames: 60_013), .sweep(frames: 30_011)]
      var stage = try Stage(.file)
      let readers = (stage.engine.levels(), stage.engine.spectrum())
      let sources = try signals.map { try stage.wav($0) }
      let heard = try await stage.play(sources) { _ in }
      let isSame = heard == Signal(samples: signals[0].samples + signals[1].samples)
      #expect(isSame)
      withExtendedLifetime(readers) {}
    }

    /// Readers come one at a time, so that filters change twice.
    @Test("Readers come and go without an audible effect")
    func readersUnheard() async throws {
      var stage = try Stage(.driven)
      let signal = Signal.integer(frames: Signal.rate * 60)
      stage.engine.load(stage.log.makeLoad(stage.nextLoad(), try stage.wav(signal)))
      for _ in 0..<8 {
        try await play(stage, until: "")
        let readers = (stage.engine.levels(), stage.engine.spectrum(bands: 5, every: .seconds(1)))
        try await play(stage, until: "pk-meter0 pk-meter5")
        withExtendedLifetime(readers) {}
      }
      await stage.close()
      #if os(Linux)
        let heard = try #require(stage.sink).content
        #expect(heard.count > Signal.rate * 4)
        let isSame = heard == signal.pcm.prefix(heard.count)
        #expect(isSame)
      #endif
    }

    /// Plays until these filters are in place, and 0.1 s more.
    private func play(_ stage: Stage, until expected: String) async throws {
      try await stage.wait(for: "the filters \(expected)") {
        try await stage.ask { Self.filters(of: $0) } == expected
      }
      try await stage.pass(.milliseconds(100))
    }
  }
}
