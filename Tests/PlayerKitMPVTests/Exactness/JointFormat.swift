import Foundation
import PlayerKit
import TestSupport
import Testing

/// Formats that may be mixed in a queue. Each lasts 30,011 samples of the output.
enum JointFormat: String, CaseIterable, CustomTestStringConvertible {
  case wav, wav48, wav96, mono, flac, mp3, aac, opus, vorbis

  static let frames = 30_011

  var testDescription: String { rawValue }

  /// Whether it is resampled for the output, so that it may be one sample longer or shorter.
  var isResampled: Bool {
    switch self {
    case .wav48, .wav96, .opus: true
    case .wav, .mono, .flac, .mp3, .aac, .vorbis: false
    }
  }

  /// The expected sound, at the sample rate of the output.
  var signal: Signal {
    switch self {
    case .flac: Signal.integer(frames: Self.frames)
    case .wav48, .wav96, .mono: Signal.chirp(frames: Self.frames, rate: Signal.rate)
    case .wav, .mp3, .aac, .opus, .vorbis: AAC.first
    }
  }

  var data: Data {
    get throws {
      switch self {
      case .wav: signal.wav
      case .wav48: wav(rate: 48_000, channels: 2)
      case .wav96: wav(rate: 96_000, channels: 2)
      case .mono: wav(rate: 44_100, channels: 1)
      case .flac: try Fixture.data("seam-a.flac")
      case .mp3: try Fixture.data("joint-lame.mp3")
      case .aac: try AAC.Account.edit.data
      case .opus: try Fixture.data("joint.opus")
      case .vorbis: try Fixture.data("joint.ogg")
      }
    }
  }

  func source(_ stage: Stage) throws -> MediaSource {
    let name = "\(UUID().uuidString)-\(rawValue)"
    return MediaSource(.file(path: try stage.sandbox.write(data, to: name)))
  }

  private func wav(rate: Int, channels: Int) -> Data {
    let frames = (Self.frames * rate + Signal.rate - 1) / Signal.rate
    let stereo = Signal.chirp(frames: frames, rate: rate)
    if channels == 2 { return stereo.wav(rate: rate, channels: 2) }
    let left = stride(from: 0, to: stereo.samples.count, by: 2).map { stereo.samples[$0] }
    return Signal(samples: left).wav(rate: rate, channels: 1)
  }
}

extension Signal {
  /// A tone that rises from 400 Hz, without noise, so that it is the same at every sample rate.
  static func chirp(frames: Int, rate: Int) -> Signal {
    var samples: [Int16] = []
    samples.reserveCapacity(frames * 2)
    for frame in 0..<frames {
      let time = Double(frame) / Double(rate)
      let value = Int16(sin(2 * .pi * (400 + 2_000 * time) * time) * 12_000)
      samples += [value, value]
    }
    return Signal(samples: samples)
  }
}
