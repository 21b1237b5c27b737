import Foundation
import PlayerKit
import TestSupport

/// A WAV file that a test makes, and its samples.
struct WaveFile {
  let bytes: [UInt8]
  /// The mean of its channels.
  let mixed: [Float]

  var source: MediaSource { MediaSource(.bytes(GivenBytes(bytes))) }

  /// A file of 16 bits.
  init(samples channels: [[Int16]]) {
    let frames = (channels.first ?? []).indices
    mixed = frames.map { frame in
      let sum = channels.reduce(Float(0)) { $0 + Float($1[frame]) / 32_768 }
      return sum / Float(channels.count)
    }
    let samples = frames.flatMap { frame in channels.map { $0[frame] } }
    bytes = [UInt8](WAVMaker.file(samples, channels: channels.count))
  }

  /// A file of two channels.
  init(noise count: Int) {
    var state: UInt32 = 5
    var channels = [[Int16]](repeating: [], count: 2)
    for frame in 0..<2 * count {
      state = state &* 1_664_525 &+ 1_013_904_223
      channels[frame & 1].append(Int16(truncatingIfNeeded: state >> 16))
    }
    self.init(samples: channels)
  }

  init(floats samples: [Float]) {
    mixed = samples
    let body = samples.withUnsafeBufferPointer { Data(buffer: $0) }
    bytes = [UInt8](WAVMaker.file(body: body, format: 3, width: 4, rate: 44_100, channels: 1))
  }
}
