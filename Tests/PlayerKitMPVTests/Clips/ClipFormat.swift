import Foundation
import PlayerKit
import TestSupport
import Testing

/// A format for tests of clips. Each file has 30,011 frames.
enum ClipFormat: String, CaseIterable, CustomTestStringConvertible {
  case wav
  case flac = "seam-a.flac"
  case mp3 = "joint-lame.mp3"
  /// Without an edit list: its clock begins before its audio.
  case tagged = "aac-a-tag.m4a"
  case edited = "aac-a-edit.m4a"
  case vorbis = "joint.ogg"

  var testDescription: String { rawValue }

  var signal: Signal {
    switch self {
    case .flac: Signal.integer(frames: 30_011)
    case .wav, .mp3, .tagged, .edited, .vorbis: AAC.first
    }
  }

  private var isLossless: Bool {
    switch self {
    case .wav, .flac: true
    case .mp3, .tagged, .edited, .vorbis: false
    }
  }

  func source(_ stage: Stage) throws -> MediaSource {
    switch self {
    case .wav:
      return try stage.wav(signal)
    case .flac, .mp3, .tagged, .edited, .vorbis:
      let name = "\(UUID().uuidString)-\(rawValue)"
      return MediaSource(.file(path: try stage.sandbox.write(Fixture.data(rawValue), to: name)))
    }
  }

  /// Expects exactly this part of the signal.
  func expect(_ data: Data, is part: Range<Int>) {
    let expected = signal[part]
    if isLossless {
      #expect(data == expected.pcm)
    } else {
      let heard = Signal(pcm: Data(data))
      #expect(heard.frames == part.count)
      for start in [0, 3_000, part.count - 2_200] {
        #expect(heard.offset(of: expected, at: start) == 0, "at \(start)")
      }
    }
  }
}

extension Duration {
  /// The time of a sample at the rate of the signals.
  static func samples(_ count: Int) -> Duration {
    .seconds(count) / Signal.rate
  }
}
