import Foundation
import TestSupport
import Testing

/// Noise of any rate, depth, and number of channels. Each sample uses all bits.
struct NoiseSamples: CustomTestStringConvertible {
  let rate: Int
  let bits: Int
  let channels: Int
  /// The interleaved samples.
  var values: [Int32]

  init(rate: Int, bits: Int, channels: Int = 2, frames: Int, seed: UInt32 = 1) {
    (self.rate, self.bits, self.channels) = (rate, bits, channels)
    var noise = seed
    values = (0..<frames * channels).map { _ in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return Int32(bitPattern: noise) >> Int32(32 - bits)
    }
  }

  /// The samples as in a float output.
  var floats: [Float] { values.map { Float($0) / Float(Int32(1) << Int32(bits - 1)) } }

  private var width: Int { bits / 8 }

  var testDescription: String { "\(rate) Hz, \(bits) bits, \(channels) channels" }

  /// A WAV file of the samples.
  var wav: Data {
    let body = values.flatMap { value in
      (0..<width).map { UInt8(truncatingIfNeeded: value >> Int32($0 * 8)) }
    }
    return WAVMaker.file(body: Data(body), width: width, rate: rate, channels: channels)
  }

  /// An uncompressed FLAC file of the samples.
  var flac: Data {
    let (block, frames) = (4_096, values.count / channels)
    var file = Data("fLaC".utf8)
    file.append(contentsOf: [0x80, 0, 0, 34, 0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0])
    let format = UInt64(rate) << 44 | UInt64(channels - 1) << 41 | UInt64(bits - 1) << 36
    file.append(big: true, format | UInt64(frames))
    file.append(Data(count: 16))
    for (number, start) in stride(from: 0, to: frames, by: block).enumerated() {
      file.append(flacFrame(number, start..<min(start + block, frames)))
    }
    return file
  }

  private func flacFrame(_ number: Int, _ range: Range<Int>) -> Data {
    // The length is in 16 bits after the header; rate and depth are as in the file's header.
    var frame: [UInt8] = [0xFF, 0xF8, 0x70, UInt8((channels - 1) << 4)]
    if number < 0x80 {
      frame.append(UInt8(number))
    } else {
      frame += [0xC0 | UInt8(number >> 6), 0x80 | UInt8(number & 0x3F)]
    }
    frame += [UInt8((range.count - 1) >> 8), UInt8((range.count - 1) & 0xFF)]
    frame.append(UInt8(Signal.checksum(frame, bits: 8, polynomial: 0x07)))
    for channel in 0..<channels {
      frame.append(0x02)
      for index in range {
        let sample = values[index * channels + channel]
        for byte in stride(from: width - 1, through: 0, by: -1) {
          frame.append(UInt8(truncatingIfNeeded: sample >> Int32(byte * 8)))
        }
      }
    }
    let sum = Signal.checksum(frame, bits: 16, polynomial: 0x8005)
    return Data(frame + [UInt8(sum >> 8), UInt8(sum & 0xFF)])
  }
}

extension Data {
  fileprivate mutating func append<Integer: FixedWidthInteger>(big: Bool, _ value: Integer) {
    Swift.withUnsafeBytes(of: big ? value.bigEndian : value.littleEndian) {
      append(contentsOf: $0)
    }
  }

  /// Reads 32-bit floating-point numbers.
  var floats: [Float] {
    withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }

  /// Reads integers of 16 or 32 bits as fractions of full scale.
  func fractions(bits: Int) -> [Float] {
    withUnsafeBytes { bytes in
      (0..<bytes.count * 8 / bits).map { place in
        bits == 16
          ? Float(bytes.loadUnaligned(fromByteOffset: place * 2, as: Int16.self)) / 32_768
          : Float(bytes.loadUnaligned(fromByteOffset: place * 4, as: Int32.self)) / 2_147_483_648
      }
    }
  }
}

/// The number of input samples that differ from the output. A recording may contain silence around
/// them.
func differing(_ wanted: [Float], in recorded: [Float], channels: Int) -> Int {
  // In noise, no eight consecutive samples occur twice.
  guard let first = wanted.firstIndex(where: { $0 != 0 }) else { return wanted.count }
  let anchor = first - first % channels
  let key = Array(wanted[anchor..<min(anchor + 8, wanted.count)])
  let place = stride(from: 0, to: max(recorded.count - key.count, 0), by: channels).first {
    recorded[$0] == key[0] && Array(recorded[$0..<$0 + key.count]) == key
  }
  // If not even the beginning is found, the comparison starts at the first sound.
  let start = (place ?? recorded.firstIndex { $0 != 0 }.map { $0 - $0 % channels } ?? 0) - anchor
  return wanted.indices.count { index in
    let other = start + index
    return !recorded.indices.contains(other) || recorded[other] != wanted[index]
  }
}
