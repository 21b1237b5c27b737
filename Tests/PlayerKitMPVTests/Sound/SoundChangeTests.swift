#if os(Linux)
  import Foundation
  import PlayerKitSystem
  import PlayerKit
  import TestSupport
  import Testing

  @testable import PlayerKitMPV

  extension EngineTests {
    /// Sound processing changes during playback.
    ///
    /// The engine plays a tone into a pipe. If nothing clicks, no two adjacent samples differ by
    /// more than the tone's own slope.
    @Suite(.tags(.local), .timeLimit(.minutes(5)))
    struct SoundChangeTests {
      /// A change, and by how much steeper the tone may be after it.
      enum Change: String, CaseIterable, CustomTestStringConvertible {
        case louder, quieter, otherBand, mono, balance, higher, lower, night, limiter, silence, all

        var testDescription: String { rawValue }

        var steeper: Double {
          switch self {
          case .louder, .all: 2
          case .otherBand: 1.42
          case .higher: 1.13
          // Compression of −10 dB lowers it by 3.
          case .quieter, .mono, .balance, .lower, .night, .limiter, .silence: 1
          }
        }

        func apply(to processing: inout SoundProcessing) {
          switch self {
          case .louder: processing.equalizer = Equalizer(preamp: 6)
          case .quieter: processing.equalizer = Equalizer(preamp: -6)
          case .otherBand: processing.equalizer.bands = [.init(frequency: 441, gain: 3, q: 1)]
          case .mono: processing.isMono = true
          case .balance: processing.balance = 1
          case .higher: processing.pitch = 200
          case .lower: processing.pitch = -200
          case .night: processing.isNightMode = true
          case .limiter: processing.isLimited = true
          case .silence: processing.skipsSilence = true
          case .all:
            for other in [Self.louder, .mono, .night, .limiter, .silence] {
              other.apply(to: &processing)
            }
          }
        }
      }

      private static let amplitude = 0.3
      private static let pitch = 441.0
      private static let slope = amplitude * 32_767 * 2 * .pi * pitch / Double(Signal.rate)

      private let stage: Stage
      private let load: LoadID
      private var engine: MPVEngine { stage.engine }

      init() throws {
        var stage = try Stage(.driven, dithers: true)
        load = stage.nextLoad()
        self.stage = stage
      }

      private func set(_ change: (inout OutputSettings) -> Void) {
        var settings = OutputSettings()
        change(&settings)
        engine.setOutput(settings)
      }

      /// Plays a tone for this long, and performs the steps at their times.
      private func play(
        for seconds: Double,
        _ steps: [(at: Double, perform: () -> Void)]
      ) async throws -> Signal {
        let tone = Tones.signal([Self.pitch], amplitude: Self.amplitude, seconds: seconds * 2)
        engine.load(stage.log.makeLoad(load, try stage.wav(tone)))
        let sink = try #require(stage.sink)
        for step in steps + [(seconds, {})] {
          let frames = Int(step.at * Double(Signal.rate))
          try await stage.wait(for: "\(step.at) s") { sink.frames >= frames }
          step.perform()
        }
        let heard = sink.signal
        await stage.close()
        return heard
      }

      @Test("Nothing clicks when processing is switched on and off", arguments: Change.allCases)
      func nothingClicksWhenSwitched(change: Change) async throws {
        let heard = try await play(
          for: 2.6,
          [
            (0.4, { set { change.apply(to: &$0.processing) } }),
            (1.4, { set { _ in } }),
          ]
        )
        let steepest = (0..<2).map { Double(heard.largestStep(channel: $0)) / Self.slope }.max()
        print("click: \(change.rawValue): steepest \(steepest ?? 0) of the tone's slope")
        // Gain steps add 3 % of the amplitude each. A click is at least ten times the slope.
        #expect(try #require(steepest) < change.steeper + 2)
      }

      @Test("A change during playback survives a seek")
      func whatChangedWhilePlayed() async throws {
        var ids = LoadIDIssuer.unique()
        let seek = ids.nextSeek()
        let heard = try await play(
          for: 4,
          [
            (
              0.8,
              { set { $0.processing.equalizer.bands = [.init(frequency: 441, gain: 6, q: 1)] } }
            ),
            (2.2, { engine.seek(to: .milliseconds(500), id: seek, load: load) }),
          ]
        )
        #expect(abs(gainAtEnd(of: heard) - 6) < 0.1)
      }

      /// The gain of the last half second over the tone, in decibels.
      private func gainAtEnd(of heard: Signal) -> Double {
        let end = heard.frames - Signal.rate / 2..<heard.frames
        return decibels(heard.amplitude(of: Self.pitch, in: end) / Self.amplitude)
      }

      @Test("Changes in quick succession all take effect")
      func changesFollowEachOther() async throws {
        let heard = try await play(
          for: 3.5,
          [
            (0.8, { set { $0.processing.equalizer = Equalizer(preamp: 3) } }),
            (
              0.85,
              {
                set {
                  $0.processing.equalizer = Equalizer(preamp: 3)
                  $0.processing.equalizer.bands = [.init(frequency: 441, gain: 3, q: 1)]
                }
              }
            ),
          ]
        )
        #expect(abs(gainAtEnd(of: heard) - 6) < 0.1)
      }

      @Test("A change that waits when a seek begins takes effect with it")
      func changeWaitsWhenSeek() async throws {
        var ids = LoadIDIssuer.unique()
        let seek = ids.nextSeek()
        let reader = Locked<AsyncStream<SoundLevels>?>(nil)
        let heard = try await play(
          for: 3.5,
          [
            (0.8, { reader.withLock { $0 = engine.levels() } }),
            (0.85, { set { $0.processing.equalizer = Equalizer(preamp: 6) } }),
            (0.9, { engine.seek(to: .zero, id: seek, load: load) }),
          ]
        )
        #expect(abs(gainAtEnd(of: heard) - 6) < 0.1)
      }

      @Test("The pitch stays if the speed changes, and follows its own changes")
      func pitchStaysWhereSpeed() async throws {
        func setBoth(rate: Double, pitch: Double) {
          set {
            $0.rate = rate
            $0.processing.pitch = pitch
          }
        }
        setBoth(rate: 1.5, pitch: 300)
        let heard = try await play(
          for: 5,
          [(1, { setBoth(rate: 0.8, pitch: 300) }), (2.4, { setBoth(rate: 0.8, pitch: -100) })]
        )
        let rate = Signal.rate
        func found(_ cents: Double, _ range: Range<Int>) -> Double {
          let wanted = Self.pitch * pow(2, cents / 1_200)
          return 1_200 * log2(heard.frequency(near: wanted, in: range) / wanted)
        }
        #expect(abs(found(300, rate / 3..<rate)) < 2)
        #expect(abs(found(300, rate * 8 / 5..<rate * 12 / 5)) < 2)
        #expect(abs(found(-100, rate * 9 / 2..<rate * 5)) < 2)
      }
    }
  }
#endif
