import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Gapless transitions with sound processing: nothing is lost, added, or late.
  ///
  /// `make explore WHAT=joints` tests more combinations, and prints the error of each in samples.
  @Suite(.tags(.local), .timeLimit(.minutes(10)))
  struct SoundJointTests {
    private static let isThorough = ProcessInfo.processInfo.environment["JOINTS"] != nil

    /// A processing step, by its name.
    enum Filter: String, CaseIterable, CustomTestStringConvertible {
      case equalizer, balance, mono, higher, lower, silence, night, limiter, all

      var testDescription: String { rawValue }

      func apply(to processing: inout SoundProcessing) {
        switch self {
        case .equalizer: processing.equalizer = Equalizer(.rock)
        case .balance: processing.balance = 0.3
        case .mono: processing.isMono = true
        case .higher: processing.pitch = 200
        case .lower: processing.pitch = -200
        case .silence: processing.skipsSilence = true
        case .night: processing.isNightMode = true
        case .limiter: processing.isLimited = true
        case .all:
          for other in Self.allCases where other != .all && other != .higher {
            other.apply(to: &processing)
          }
        }
      }

      /// The allowed offset of a burst. A burst whose shape changes has no exact position.
      var tolerance: Double {
        switch self {
        case .equalizer, .balance, .mono, .silence, .limiter: 1
        case .night: 100
        case .higher, .lower, .all: 200
        }
      }
    }

    /// The distance of a burst from the end of the first track, and from the beginning of the
    /// second.
    private static let edge = 900
    private static let frames = 60_013

    /// Bursts of 1.5 kHz, 0.14 s apart.
    private static let track: Signal = {
      var samples = [Int16](repeating: 0, count: frames * 2)
      for middle in Array(stride(from: edge, to: frames - 6_000, by: 6_000)) + [frames - edge] {
        for place in -300..<300 {
          let window = 0.5 + 0.5 * cos(Double(place) / 300 * .pi)
          let value = sin(Double(place) * 2 * .pi * 1_500 / Double(Signal.rate)) * window
          samples[(middle + place) * 2] = Int16(value * 12_000)
          samples[(middle + place) * 2 + 1] = Int16(value * 12_000)
        }
      }
      return Signal(samples: samples)
    }()

    /// The surplus of the total length, and the offsets of the bursts on both sides, in samples.
    private func errors(
      _ filter: Filter?,
      rate: Double
    ) async throws -> (length: Double, tail: Double, head: Double) {
      var stage = try Stage(.file)
      let sources = [try stage.wav(Self.track), try stage.wav(Self.track)]
      let heard = try await stage.play(sources, rate: rate) { filter?.apply(to: &$0) }
      let joint = Double(Self.frames) / rate
      return (
        Double(heard.frames) - 2 * joint,
        heard.centroid(near: Double(Self.frames - Self.edge) / rate, within: Int(800 / rate))
          - Double(Self.frames - Self.edge) / rate,
        heard.centroid(near: joint + Double(Self.edge) / rate, within: Int(800 / rate))
          - joint - Double(Self.edge) / rate
      )
    }

    @Test("Tracks join as exactly as without processing", arguments: Filter.allCases)
    func tracksMeetExactlyWithout(filter: Filter) async throws {
      let (length, tail, head) = try await errors(filter, rate: 1)
      print(
        "joint: \(filter.rawValue) at rate 1: \(length) samples too long,",
        "tail off by \(tail), head by \(head)"
      )
      #expect(length == 0)
      #expect(abs(tail) <= filter.tolerance)
      #expect(abs(head) <= filter.tolerance)
    }

    @Test("Tracks join exactly at another speed too", arguments: Filter.allCases)
    func soTheyDoAnother(filter: Filter) async throws {
      let (length, tail, head) = try await errors(filter, rate: 1.5)
      print(
        "joint: \(filter.rawValue) at rate 1.5: \(length) samples too long,",
        "tail off by \(tail), head by \(head)"
      )
      #expect(abs(length) <= 2)
      #expect(abs(tail) <= 250)
      #expect(abs(head) <= 250)
    }

    /// libmpv alone would end each of them 10 ms early.
    @Test(
      "A track that ends before its media ends at the right sample",
      arguments: [1, 1.5, 2],
      [true, false]
    )
    func whatEndsBeforeMedia(
      rate: Double,
      isProcessed: Bool
    ) async throws {
      let clip = try Clip(from: .milliseconds(150), to: .milliseconds(1_050))
      for format in [JointFormat.wav, .aac] {
        var stage = try Stage(.file)
        let isClip = format == .wav
        let sources =
          isClip
          ? [try stage.wav(Self.track), try stage.wav(Self.track)]
          : [try format.source(stage), try format.source(stage)]
        let heard = try await stage.play(sources, clip: isClip ? clip : nil, rate: rate) {
          $0.balance = isProcessed ? 0.3 : 0
        }
        let frames = isClip ? Signal.rate * 9 / 10 : JointFormat.frames
        let off = Double(heard.frames) - 2 * Double(frames) / rate
        // Time stretching without Rubber Band is inexact at the end of a file.
        let most: Double = rate == 1 ? 0 : isProcessed ? 2 : 400
        #expect(abs(off) <= most, "\(format.rawValue)")
      }
    }

    @Test(
      "Every format is heard completely, with each filter",
      .enabled(if: isThorough),
      arguments: JointFormat.allCases
    )
    func everyFormatAllHeard(format: JointFormat) async throws {
      for filter in Filter.allCases {
        for rate in [1, 1.5] {
          var stage = try Stage(.file)
          let sources = [try format.source(stage), try format.source(stage)]
          let heard = try await stage.play(sources, rate: rate) { filter.apply(to: &$0) }
          let off = Double(heard.frames) - 2 * Double(JointFormat.frames) / rate
          print(
            "joint: \(format.rawValue), \(filter.rawValue) at rate \(rate): off by \(off) samples"
          )
          #expect(abs(off) <= (format.isResampled ? 3 : 2), "\(filter.rawValue) at \(rate)")
        }
      }
    }
  }
}

extension Signal {
  /// The centroid of the sound near this frame.
  func centroid(near guess: Double, within most: Int) -> Double {
    let middle = Int(guess.rounded())
    let range = max(middle - most, 0)..<min(middle + most, frames)
    var (sum, moment) = (1e-9, 0.0)
    for frame in range {
      let energy = Double(samples[frame * 2]) * Double(samples[frame * 2])
      sum += energy
      moment += energy * Double(frame)
    }
    return moment / sum
  }
}
