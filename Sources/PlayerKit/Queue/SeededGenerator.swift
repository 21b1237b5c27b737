/// A small, fast random number generator (SplitMix64). Equal seeds give equal numbers.
package struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Shuffles the elements from an index on.
  mutating func shuffle<Element>(_ elements: inout ContiguousArray<Element>, from first: Int = 0) {
    var left = elements.count - first
    while left > 1 {
      let place = first + Int.random(in: 0..<left, using: &self)
      left -= 1
      elements.swapAt(place, first + left)
    }
  }
}
