import PlayerKit

/// Changes media like accidents and attackers.
struct MediaMutation {
  private var generator: SeededGenerator
  private let media: [[UInt8]]

  init(_ media: [[UInt8]], seed: UInt64) {
    self.media = media
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var bytes = media[Int.random(in: 0..<media.count, using: &generator)]
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      change(&bytes)
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = place(in: bytes)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2:
      bytes[place] = .random(in: 0...255, using: &generator)
    case 3:
      // Parsers trust lengths.
      let lengths: [UInt32] = [0, 1, 0x7F, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x8000_0000, 0x0100_0000]
      let length = lengths[Int.random(in: 0..<lengths.count, using: &generator)]
      for index in 0..<min(4, bytes.count - place) {
        bytes[place + index] = UInt8(truncatingIfNeeded: length >> UInt32(24 - index * 8))
      }
    case 4:
      bytes.removeSubrange(place..<min(bytes.count, place + length()))
    case 5:
      let other = media[Int.random(in: 0..<media.count, using: &generator)]
      let start = self.place(in: other)
      bytes.insert(contentsOf: other[start..<min(other.count, start + length())], at: place)
    case 6:
      let end = min(bytes.count, place + length())
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    default:
      if place > 64, Bool.random(using: &generator) { bytes.removeSubrange(place...) }
    }
  }

  /// Mostly the places of tags, at both ends.
  private mutating func place(in bytes: [UInt8]) -> Int {
    let most = bytes.count
    switch Int.random(in: 0..<4, using: &generator) {
    case 0...1: return Int.random(in: 0..<min(most, 3_000), using: &generator)
    case 2: return most - 1 - Int.random(in: 0..<min(most, 3_000), using: &generator)
    default: return Int.random(in: 0..<most, using: &generator)
    }
  }

  private mutating func length() -> Int { Int.random(in: 1...600, using: &generator) }
}
