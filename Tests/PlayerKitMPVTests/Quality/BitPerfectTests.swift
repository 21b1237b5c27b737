#if os(Linux)
  import Foundation
  import PlayerKit
  import TestSupport
  import Testing

  @testable import PlayerKitMPV

  extension EngineTests {
    /// The output samples equal the input samples. `make acceptance WHAT=bit_perfect` tests all
    /// formats and rates, also through PulseAudio.
    @Suite(.tags(.local), .timeLimit(.minutes(10)))
    struct BitPerfectTests {
      struct Format: CustomTestStringConvertible, Sendable {
        let file: String
        let bits: Int
        let rate: Int
        var channels = 2

        var testDescription: String {
          let layout = [1: " mono", 6: " 5.1"][channels] ?? ""
          return "\(file) \(bits) bit \(rate) Hz\(layout)"
        }

        func samples(seconds: Double) -> NoiseSamples {
          NoiseSamples(
            rate: rate,
            bits: bits,
            channels: channels,
            frames: Int(Double(rate) * seconds)
          )
        }

        func write(_ samples: NoiseSamples, in sandbox: Sandbox) throws -> MediaSource {
          let data = file == "wav" ? samples.wav : samples.flac
          return MediaSource(.file(path: try sandbox.write(data, to: "\(UUID()).\(file)")))
        }

        static let sample = [
          Format(file: "flac", bits: 24, rate: 96_000), Format(file: "wav", bits: 16, rate: 48_000),
          Format(file: "wav", bits: 24, rate: 44_100, channels: 1),
        ]

        static let all =
          [44_100, 48_000, 88_200, 96_000, 176_400, 192_000].flatMap { rate in
            [16, 24].flatMap { bits in
              ["wav", "flac"].map { Format(file: $0, bits: bits, rate: rate) }
            }
          } + [
            Format(file: "flac", bits: 24, rate: 96_000, channels: 1),
            Format(file: "flac", bits: 24, rate: 48_000, channels: 6),
          ]
      }

      static let isThorough = ProcessInfo.processInfo.environment["BIT_PERFECT"] != nil

      @Test(
        "ALSA gets each sample of a track",
        arguments: isThorough ? Format.all.filter { $0.channels <= 2 } : Format.sample
      )
      func alsaGetsEachSample(format: Format) async throws {
        let sandbox = try Sandbox()
        let samples = format.samples(seconds: Self.isThorough ? 1 : 0.2)
        let (heard, told) = try await play(
          try format.write(samples, in: sandbox),
          to: .device("alsa/file:\(sandbox.path("out")),raw"),
          .source
        )
        let recorded = try sandbox.read("out").floats
        let wrong = differing(samples.floats, in: recorded, channels: format.channels)
        print(
          "bit-perfect | \(format.testDescription) | ALSA | \(wrong) of \(samples.values.count)"
        )
        #expect(wrong == 0 && recorded.count == samples.values.count)
        #expect(heard == .ended(followedBy: nil))
        #expect(told?.isBitPerfect == true, "\(String(describing: told))")
        #expect(told?.source.encoding == .integer(bits: format.bits))
      }

      @Test("A tenth of a decibel changes nearly all samples")
      func tenthDecibelMakesNearly() async throws {
        let sandbox = try Sandbox()
        let format = Format(file: "wav", bits: 16, rate: 48_000)
        let samples = format.samples(seconds: 0.2)
        var settings = OutputSettings()
        settings.processing.equalizer = Equalizer(preamp: -0.1, bands: [])
        let (_, told) = try await play(
          try format.write(samples, in: sandbox),
          to: .device("alsa/file:\(sandbox.path("out")),raw"),
          .source,
          settings
        )
        let recorded = try sandbox.read("out").floats
        let wrong = differing(samples.floats, in: recorded, channels: 2)
        print("bit-perfect | the same, 0.1 dB lower | ALSA | \(wrong) of \(samples.values.count)")
        #expect(wrong > samples.values.count * 9 / 10)
        #expect(told?.isBitPerfect == false && told?.changes.contains(.processed) == true)
      }

      /// Plays one track to its end.
      private func play(
        _ source: MediaSource,
        to output: MPVEngine.Output,
        _ quality: MPVEngine.Quality,
        _ settings: OutputSettings = OutputSettings()
      ) async throws -> (LoadEvent, SoundFormat?) {
        let engine = try MPVEngine(configuration: .init(output: output, quality: quality))
        let log = ReportLog()
        let id = LoadID.unique()
        engine.setOutput(settings)
        engine.load(log.makeLoad(id, source))
        let end = try await log.end(of: id)
        await engine.close()
        return (end, log.format(of: id))
      }

      @Test(
        "PulseAudio gets each sample of a track",
        .enabled(if: isThorough),
        arguments: [MPVEngine.Quality.source, .device]
      )
      func pulseaudioGetsEachSample(quality: MPVEngine.Quality) async throws {
        let server = try SoundServer()
        try await server.start()
        defer { server.kill() }
        for format in Format.all {
          // A sink with more than two channels serves as the device for a layout.
          let sink = "s\(format.rate)x\(format.bits)x\(format.channels)"
          if quality == .source || !server.has(sink) {
            try server.add(sink, rate: format.rate, bits: format.bits, channels: format.channels)
          }
          let sandbox = try Sandbox()
          let samples = format.samples(seconds: 0.5)
          let monitor = try SinkMonitor(sink, like: format, in: sandbox)
          try await monitor.begin()
          let (end, told) = try await play(
            try format.write(samples, in: sandbox),
            to: .device("pulse/\(sink)"),
            quality
          )
          let recorded = try await monitor.end()
          let wrong = differing(samples.floats, in: recorded, channels: format.channels)
          print(
            "bit-perfect | \(format.testDescription) | PulseAudio, \(quality) | \(wrong) of \(samples.values.count)"
          )
          #expect(wrong == 0)
          #expect(end == .ended(followedBy: nil))
          #expect(told?.isBitPerfect == true, "\(String(describing: told))")
          if quality == .source { try server.remove(sink) }
        }
      }
    }
  }

  extension ReportLog {
    /// The last reported sound format of a load.
    func format(of load: LoadID) -> SoundFormat? {
      reports(of: load).reversed().lazy.compactMap {
        if case .format(let format) = $0 { format } else { nil }
      }.first
    }
  }
#endif
