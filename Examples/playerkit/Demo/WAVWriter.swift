import Foundation

/// Writes samples as a RIFF WAVE file: 16-bit PCM, little endian, stereo.
enum WAVWriter {
  private static let headerSize = 44
  private static let channels = 2
  private static let bytesPerSample = 2

  /// The bytes of the whole file.
  static func data(_ samples: StereoSamples) -> Data {
    let frameSize = channels * bytesPerSample
    let bodySize = samples.interleaved.count * bytesPerSample
    var data = Data(capacity: headerSize + bodySize)
    data.append(contentsOf: Array("RIFF".utf8))
    data.append(littleEndian: UInt32(headerSize - 8 + bodySize))
    data.append(contentsOf: Array("WAVEfmt ".utf8))
    data.append(littleEndian: UInt32(16))
    data.append(littleEndian: UInt16(1))
    data.append(littleEndian: UInt16(channels))
    data.append(littleEndian: UInt32(samples.sampleRate))
    data.append(littleEndian: UInt32(samples.sampleRate * frameSize))
    data.append(littleEndian: UInt16(frameSize))
    data.append(littleEndian: UInt16(bytesPerSample * 8))
    data.append(contentsOf: Array("data".utf8))
    data.append(littleEndian: UInt32(bodySize))
    for sample in samples.interleaved {
      data.append(littleEndian: sample)
    }
    return data
  }

  /// Writes the file, replacing an existing one.
  static func write(_ samples: StereoSamples, to file: URL) throws {
    try data(samples).write(to: file)
  }
}

extension Data {
  fileprivate mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
