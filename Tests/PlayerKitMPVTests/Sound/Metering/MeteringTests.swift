import Foundation
import Locking
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// The sound as it is seen: played in real time to nowhere.
  @Suite(.timeLimit(.minutes(3)))
  struct MeteringTests {
    private static let left = -6.02
    private static let right = -12.04
    private static let rms = 3.01

    private func tone(_ frequency: Double = 997, seconds: Double = 20) -> Signal {
      Tones.signal([frequency], amplitude: 0.5, right: 0.25, seconds: seconds)
    }

    /// Plays it, and gives so many values.
    private func values<Value: Sendable>(
      _ count: Int,
      of signal: Signal,
      _ settings: OutputSettings = OutputSettings(),
      _ read: (MPVEngine) -> AsyncStream<Value>
    ) async throws -> [Value] {
      var stage = try Stage(isRealTime: true)
      stage.engine.setOutput(settings)
      let stream = read(stage.engine)
      stage.engine.load(stage.log.makeLoad(stage.nextLoad(), try stage.wav(signal)))
      var values: [Value] = []
      for await value in stream.prefix(count) { values.append(value) }
      await stage.engine.close()
      return values
    }

    // MARK: Accuracy

    @Test func `Peak and RMS of both channels are right to a tenth of a decibel`() async throws {
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
      // Sixty a second and no more; fewer on a busy machine.
      let span = (positions[59] - positions[0]) / .milliseconds(1)
      #expect(span >= 940, "60 values are of \(span) ms")
      let steps = zip(positions, positions.dropFirst()).map { $1 - $0 }
      #expect(try #require(steps.min()) < .milliseconds(25))
    }

    @Test(arguments: [3, 30])
    func `Digital silence is −120 dB in each band`(bands: Int) async throws {
      let silence = Signal(samples: [Int16](repeating: 0, count: Signal.rate * 8))
      let values = try await values(3, of: silence) {
        $0.spectrum(bands: bands, every: .milliseconds(50))
      }
      #expect(values.count == 3)
      #expect(values.allSatisfy { $0.bands == Array(repeating: -120, count: bands) })
    }

    @Test(arguments: [1, 3, 10, 17, 25])
    func `A tone is in its band, and 20 dB above all that are not beside it`(band: Int) async throws
    {
      let frequency = SoundSpectrum.frequencies(bands: 30)[band]
      let signal = Tones.signal([frequency], amplitude: 0.5, seconds: 20)
      let values = try await values(12, of: signal) {
        $0.spectrum(bands: 30, every: .milliseconds(100))
      }
      // Low bands take a while to swing in.
      let bands = try #require(values.last?.bands)
      #expect(bands.count == 30)
      #expect(abs(bands[band] + 9.03) < 0.5, "\(bands[band]) dB")
      let others = bands.enumerated().filter { abs($0.offset - band) > 1 }.map(\.element)
      let next = try #require(others.max())
      print("spectrum: \(frequency) Hz: \(bands[band]) dB, others \(next - bands[band]) dB at most")
      #expect(next < bands[band] - 20)
    }

    @Test(arguments: [1, 2, 60])
    func `There may be one band, or sixty`(bands: Int) async throws {
      let values = try await values(3, of: tone()) {
        $0.spectrum(bands: bands, every: .milliseconds(20))
      }
      #expect(values.allSatisfy { $0.bands.count == bands && ($0.bands.max() ?? -120) > -30 })
      #expect(values.count == 3)
    }

    @Test func `What is done to the sound is seen, the volume is not`() async throws {
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

    @Test func `At another speed frequencies are those that are heard`() async throws {
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

    // MARK: When it is heard

    /// A second of silence, and then a tone.
    private var late: Signal {
      let silence = [Int16](repeating: 0, count: Signal.rate * 2)
      return Signal(samples: silence + tone(seconds: 4).samples)
    }

    @Test func `Values come when they are heard, with their place`() async throws {
      var stage = try Stage(isRealTime: true)
      let load = stage.nextLoad()
      let stream = stage.engine.levels()
      stage.engine.load(stage.log.makeLoad(load, try stage.wav(late)))
      var distances: [Double] = []
      for await value in stream {
        #expect(value.load == load)
        let isTone = value.channels[0].peak > -40
        // A value is of all pieces since the one before, and has the place of the last one.
        #expect(isTone ? value.position > .milliseconds(970) : value.position < .seconds(1))
        let heard = await stage.engine.ask { $0.handle.double("audio-pts") }
        if let heard { distances.append(heard - value.position.seconds) }
        if value.position > .seconds(2) { break }
      }
      // A busy machine tells some late.
      let sorted = distances.sorted()
      let prompt = try #require(sorted.isEmpty ? nil : sorted[sorted.count / 10])
      print("metering: told \(prompt) s behind the sound, of \(distances.count)")
      #expect(abs(prompt) < 0.05)
      await stage.engine.close()
    }

    @Test func `Behind a joint the next load is named, from its beginning`() async throws {
      var stage = try Stage(isRealTime: true)
      let (first, second) = (stage.nextLoad(), stage.nextLoad())
      let stream = stage.engine.levels()
      let short = Signal(samples: [Int16](repeating: 0, count: Signal.rate * 2 * 2))
      stage.engine.load(stage.log.makeLoad(first, try stage.wav(short)))
      stage.engine.setNext(
        stage.log.makeLoad(second, try stage.wav(tone(seconds: 3))),
        after: first
      )
      var values: [SoundLevels] = []
      for await value in stream {
        values.append(value)
        if value.load == second, value.position > .milliseconds(300) { break }
      }
      #expect(values.allSatisfy { ($0.load == first) == ($0.channels[0].peak < -100) })
      let begun = try #require(values.first { $0.load == second })
      #expect(begun.position < .milliseconds(1_500))
      let tail = try #require(values.last { $0.load == first })
      #expect(tail.position > .milliseconds(500) && tail.position < .milliseconds(2_010))
      await stage.engine.close()
    }

    @Test func `Positions behind a seek, and of a clip, are those of players`() async throws {
      var stage = try Stage(isRealTime: true)
      let load = stage.nextLoad()
      let stream = stage.engine.levels()
      let signal = tone(seconds: 9)
      stage.engine.load(
        stage.log.makeLoad(
          load,
          try stage.wav(signal),
          clip: try Clip(from: .seconds(2), to: .seconds(8))
        )
      )
      var didSeek = false
      var afterSeek: [Duration] = []
      for await value in stream {
        if !didSeek {
          guard value.position > .milliseconds(200) else { continue }
          #expect(value.position < .milliseconds(1_900))
          stage.engine.seek(to: .seconds(4), id: stage.nextSeek(), load: load)
          didSeek = true
        } else {
          guard value.channels[0].peak > -100 else { continue }
          afterSeek.append(value.position)
          if value.position > .milliseconds(4_250) || afterSeek.count == 300 { break }
        }
      }
      // Until the seek is carried out the old place goes on.
      let places = Array(afterSeek.drop { $0 < .milliseconds(1_900) })
      #expect(!places.isEmpty)
      // A piece may begin before the place. How late the first comes is the machine's matter; 6 s is libmpv's
      // own clock for the place.
      #expect(places.allSatisfy { $0 > .milliseconds(3_980) && $0 < .seconds(6) })
      await stage.engine.close()
    }

    // MARK: Nothing for nobody

    private func isRunning(_ engine: MPVEngine) async -> Bool { await engine.core.meter.isRunning }

    private func filters(_ engine: MPVEngine) async -> String {
      await engine.ask { core in
        guard case .array(let filters) = core.handle.get("af") else { return "" }
        return filters.compactMap { $0["label"].text }.joined(separator: " ")
      } ?? ""
    }

    @Test func `While nobody reads there is no filter, thread or timer; readers share one`()
      async throws
    {
      var stage = try Stage(isRealTime: true)
      let engine = stage.engine
      let load = stage.nextLoad()
      engine.load(stage.log.makeLoad(load, try stage.wav(tone())))
      try await stage.log.wait(for: load) { $0.isStarted || $0.isLoaded }
      #expect(await filters(engine) == "")
      #expect(!(await isRunning(engine)))
      var streams = [engine.levels(), engine.levels(every: .seconds(1))]
      var spectra = [engine.spectrum(), engine.spectrum()]
      for stream in streams { for await _ in stream { break } }
      for stream in spectra { for await _ in stream { break } }
      #expect(await filters(engine) == "pk-meter0 pk-meter30")
      #expect(await isRunning(engine))
      spectra.removeAll()
      try await eventually("the spectrum's filter is out") {
        await filters(engine) == "pk-meter0"
      }
      streams.removeAll()
      try await eventually("the filters are out") {
        let (labels, isRunning) = (await filters(engine), await isRunning(engine))
        return labels == "" && !isRunning
      }
      #expect(await engine.ask { $0.metering.checkAt == nil } == true)
      await engine.close()
    }

    @Test func `A pause is told as silence once, and then nothing`() async throws {
      var stage = try Stage(isRealTime: true)
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
      // The engine has looked at the pause, and at this; nothing is due any more.
      #expect(await engine.ask { $0.metering.checkAt == nil } == true)
      engine.setPlaying(true, load: load)
      try await eventually("it goes on") { heard.elements.count > count + 5 }
      // No other silence came in between.
      #expect(heard.elements[count].channels[0].peak > -100)
      #expect(heard.elements[count].position > last.position - .milliseconds(50))
      engine.unload(load)
      try await eventually("silence at the end") { heard.elements.last?.channels[0].peak == -120 }
      task.cancel()
      await engine.close()
    }

    @Test func `Who reads slowly gets the newest`() async throws {
      var stage = try Stage(isRealTime: true)
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

    @Test func `Streams end with the engine, and are empty after it`() async throws {
      let stage = try Stage(isRealTime: true)
      let (levels, spectrum) = (stage.engine.levels(), stage.engine.spectrum())
      await stage.engine.close()
      for await _ in levels { Issue.record("a value of nothing") }
      for await _ in spectrum { Issue.record("a value of nothing") }
      for await _ in stage.engine.levels() { Issue.record("a value of nothing") }
      try await eventually("the thread has ended") { !(await isRunning(stage.engine)) }
    }

    // MARK: The sound is the same

    @Test func `What is measured is not changed, nor where tracks meet`() async throws {
      let signals = [Signal.integer(frames: 60_013), .sweep(frames: 30_011)]
      var stage = try Stage(isRealTime: false)
      let readers = (stage.engine.levels(), stage.engine.spectrum())
      let sources = try signals.map { try stage.wav($0) }
      let heard = try await stage.play(sources) { _ in }
      let isSame = heard == Signal(samples: signals[0].samples + signals[1].samples)
      #expect(isSame)
      withExtendedLifetime(readers) {}
    }

    #if os(Linux)
      /// Into a pipe, which takes sound as it is heard. Readers come one at a time, so that filters change twice.
      @Test func `Readers come and go unheard`() async throws {
        let sandbox = try Sandbox()
        let sink = try PipeSink(in: sandbox)
        var configuration = MPVEngine.Configuration(
          output: .pipe(path: sink.path),
          clock: sink.clock
        )
        configuration.dithers = false
        let engine = try MPVEngine(configuration: configuration)
        let signal = Signal.integer(frames: Signal.rate * 60)
        let path = try sandbox.write(signal.wav, to: "a.wav")
        let log = ReportLog()
        var ids = LoadIDIssuer.unique()
        engine.load(log.makeLoad(ids.nextLoad(), MediaSource(.file(path: path))))
        let result: Result<Void, any Error>
        do {
          for _ in 0..<8 {
            try await take(sink, of: engine, until: "")
            let readers = (engine.levels(), engine.spectrum(bands: 5, every: .seconds(1)))
            try await take(sink, of: engine, until: "pk-meter0 pk-meter5")
            withExtendedLifetime(readers) {}
          }
          result = .success(())
        } catch {
          result = .failure(error)
        }
        let heard = sink.signal.samples
        await sink.drain(engine)
        try result.get()
        #expect(heard.count > Signal.rate * 4)
        let isSame = heard.elementsEqual(signal.samples.prefix(heard.count))
        #expect(isSame)
      }

      /// Takes sound until there are these filters, and 0.1 s more. The engine may answer no sooner than sound is taken.
      private func take(_ sink: PipeSink, of engine: MPVEngine, until expected: String) async throws
      {
        let found = Recorded<String>()
        while found.elements.last != expected {
          let count = found.elements.count
          Task { found.append(await filters(engine)) }
          try await sink.take(of: engine) { found.elements.count > count }
        }
        var pieces = 0
        try await sink.take(of: engine) {
          pieces += 1
          return pieces > 10
        }
      }
    #endif
  }
}
