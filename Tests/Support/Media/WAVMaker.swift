import Foundation

/// Writes WAV files.
package enum WAVMaker {
  /// A file of interleaved 16-bit samples.
  package static func file(_ samples: [Int16], rate: Int = 44_100, channels: Int = 2) -> Data {
    let body = samples.withUnsafeBufferPointer { Data(buffer: $0) }
    return file(body: body, rate: rate, channels: channels)
  }

  /// - Parameters:
  ///   - body: The samples, interleaved and little-endian.
  ///   - format: 1 for integers, 3 for floating point.
  ///   - width: The bytes of a sample.
  ///   - rate: The frames of a second.
  ///   - channels: The samples of a frame.
  package static func file(
    body: Data,
    format: Int = 1,
    width: Int = 2,
    rate: Int,
    channels: Int
  ) -> Data {
    let frame = channels * width
    var data = Data("RIFF".utf8) + little(36 + body.count, 4) + Data("WAVEfmt ".utf8)
    data += little(16, 4) + little(format, 2) + little(channels, 2) + little(rate, 4)
    data += little(rate * frame, 4) + little(frame, 2) + little(width * 8, 2)
    return data + Data("data".utf8) + little(body.count, 4) + body
  }

  private static func little(_ number: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }
}
