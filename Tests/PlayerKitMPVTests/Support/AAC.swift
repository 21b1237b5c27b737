import Foundation
import TestSupport
import Testing

/// The AAC files of `Scripts/fixtures.py aac`, with both parts of `Signal.sweep`. The cut is not a
/// multiple of a packet.
enum AAC {
  static let cut = 30_011
  static let signal = Signal.sweep(frames: 60_000)
  static var first: Signal { signal[0..<cut] }
  static var second: Signal { signal[cut..<60_000] }

  /// The form in which the first part states its length.
  enum Account: String, CaseIterable, CustomTestStringConvertible {
    /// Only iTunes' count; the index is before the samples.
    case tag = "aac-a-tag"
    /// iTunes' count, and an edit list in milliseconds; the index is before the samples.
    case tagAndEdit = "aac-a-tag-edit"
    /// An edit list that counts samples; the index is after them, as in the next ones.
    case edit = "aac-a-edit"
    /// An edit list in milliseconds, and a sample table with a shorter last packet.
    case table = "aac-a-table"
    /// Only an edit list in milliseconds.
    case coarse = "aac-a-coarse"
    case none = "aac-a-none"

    static let exact: [Account] = [.tag, .tagAndEdit, .edit, .table]

    var testDescription: String { rawValue }
    var data: Data { get throws { try Fixture.data("\(rawValue).m4a") } }
  }

  /// A file with another iTunes count.
  static func counted(_ account: Account, as samples: Int) throws -> Data {
    var data = try account.data
    func digits(_ number: Int) -> Data {
      let text = String(number, radix: 16, uppercase: true)
      return Data((String(repeating: "0", count: 16 - text.count) + text).utf8)
    }
    if let range = data.range(of: digits(cut)) {
      data.replaceSubrange(range, with: digits(samples))
    }
    return data
  }
}

extension Signal {
  /// Little-endian bytes, interleaved.
  init(pcm: Data) {
    samples = pcm.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
      }
    }
  }

  /// The offset of a part of `other`, which begins at `start`, in this signal, minus `start`. `nil`
  /// if nothing resembles it.
  func offset(of other: Signal, at start: Int, length: Int = 2_048, within most: Int = 2_200)
    -> Int?
  {
    let needle = (start..<start + length).map { Int(other.samples[$0 * 2]) }
    let hay = stride(from: 0, to: samples.count, by: 2).map { Int(samples[$0]) }
    let needleEnergy = needle.reduce(0) { $0 + $1 * $1 }
    var best: (offset: Int, likeness: Double)?
    needle.withUnsafeBufferPointer { needle in
      hay.withUnsafeBufferPointer { hay in
        for offset in -most...most where start + offset >= 0 && start + offset + length <= hay.count
        {
          var (product, energy) = (0, 1)
          var index = 0
          while index < length {
            let sample = hay[start + offset + index]
            product &+= sample &* needle[index]
            energy &+= sample &* sample
            index += 1
          }
          let likeness = Double(product) / (Double(energy) * Double(needleEnergy)).squareRoot()
          if likeness > best?.likeness ?? 0.9 { best = (offset, likeness) }
        }
      }
    }
    return best?.offset
  }
}
