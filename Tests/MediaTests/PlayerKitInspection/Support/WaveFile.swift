import PlayerKit

/// A WAV file that a test makes, and its samples.
struct WaveFile {
  let bytes: [UInt8]
  /// The mean of its channels.
  let mixed: [Float]

  var source: MediaSource { MediaSource(.bytes(GivenBytes(bytes))) }

  /// A file of 16 bits.
  init(samples channels: [[Int16]]) {
    let count = channels.first?.count ?? 0
    var (mixed, body) = ([Float](), [UInt8]())
    mixed.reserveCapacity(count)
    body.reserveCapacity(count * channels.count * 2)
    for frame in 0..<count {
      var sum: Float = 0
      for channel in channels {
        let sample = channel[frame]
        sum += Float(sample) / 32_768
        body.append(UInt8(truncatingIfNeeded: sample))
        body.append(UInt8(truncatingIfNeeded: sample >> 8))
      }
      mixed.append(sum / Float(channels.count))
    }
    self.mixed = mixed
    bytes = Self.file(format: 1, channels: channels.count, size: 2, body: body)
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
    bytes = Self.file(
      format: 3,
      channels: 1,
      size: 4,
      body: samples.flatMap { Self.little($0.bitPattern) }
    )
  }

  private static func file(format: UInt16, channels: Int, size: Int, body: [UInt8]) -> [UInt8] {
    let rate = 44_100
    let head =
      little(format) + little(UInt16(channels)) + little(UInt32(rate))
      + little(UInt32(rate * channels * size)) + little(UInt16(channels * size))
      + little(UInt16(size * 8))
    let chunks =
      Array("fmt ".utf8) + little(UInt32(head.count)) + head
      + Array("data".utf8) + little(UInt32(body.count)) + body
    return Array("RIFF".utf8) + little(UInt32(chunks.count + 4)) + Array("WAVE".utf8) + chunks
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
