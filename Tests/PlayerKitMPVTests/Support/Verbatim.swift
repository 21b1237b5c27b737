import Foundation

extension Signal {
  /// An uncompressed FLAC file without a seek table.
  var flac: Data {
    var file = Data("fLaC".utf8)
    file.append(contentsOf: [0x80, 0, 0, 34, 0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0])
    // Sample rate, two channels, 16 bits, number of samples.
    let numbers = UInt64(Signal.rate) << 44 | 1 << 41 | 15 << 36 | UInt64(frames)
    file.append(contentsOf: withUnsafeBytes(of: numbers.bigEndian, Array.init))
    file.append(Data(count: 16))
    let block = 4_096
    for (number, start) in stride(from: 0, to: frames, by: block).enumerated() {
      file.append(flacFrame(number, start..<min(start + block, frames)))
    }
    return file
  }

  private func flacFrame(_ number: Int, _ range: Range<Int>) -> Data {
    var frame: [UInt8] = [0xFF, 0xF8, 0x79, 0x18]
    if number < 0x80 {
      frame.append(UInt8(number))
    } else {
      frame += [0xC0 | UInt8(number >> 6), 0x80 | UInt8(number & 0x3F)]
    }
    frame += [UInt8((range.count - 1) >> 8), UInt8((range.count - 1) & 0xFF)]
    frame.append(UInt8(Self.checksum(frame, bits: 8, polynomial: 0x07)))
    for channel in 0..<2 {
      frame.append(0x02)
      for index in range {
        let sample = UInt16(bitPattern: samples[index * 2 + channel])
        frame.append(UInt8(sample >> 8))
        frame.append(UInt8(sample & 0xFF))
      }
    }
    let sum = Self.checksum(frame, bits: 16, polynomial: 0x8005)
    return Data(frame + [UInt8(sum >> 8), UInt8(sum & 0xFF)])
  }

  static func checksum(_ bytes: [UInt8], bits: UInt32, polynomial: UInt32) -> UInt32 {
    let (top, mask) = (UInt32(1) << (bits - 1), (UInt32(1) << bits) - 1)
    let table = (0..<UInt32(256)).map { byte in
      (0..<8).reduce(byte << (bits - 8)) { sum, _ in
        (sum & top != 0 ? sum << 1 ^ polynomial : sum << 1) & mask
      }
    }
    return bytes.reduce(0) { sum, byte in
      (sum << 8 ^ table[Int(sum >> (bits - 8) ^ UInt32(byte)) & 0xFF]) & mask
    }
  }
}
