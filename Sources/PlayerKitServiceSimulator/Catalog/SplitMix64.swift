/// A random number generator for the catalog. The same seed gives the same catalog everywhere, even
/// if the algorithms of the standard library change.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `0 ..< bound`, or 0 if the range is empty.
  mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// One of the words, or an empty string if there are none.
  mutating func pick(_ words: [String]) -> String {
    words.isEmpty ? "" : words[below(words.count)]
  }

  /// Up to `count` different numbers below `bound`, in random order.
  mutating func distinct(_ count: Int, below bound: Int) -> [Int] {
    var seen: Set<Int> = []
    var result: [Int] = []
    while result.count < min(count, bound) {
      let number = below(bound)
      if seen.insert(number).inserted { result.append(number) }
    }
    return result
  }
}

extension BinaryInteger {
  /// The number with leading zeros up to this width.
  func padded(_ width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Sequence<UInt8> {
  /// Two hexadecimal digits for each byte.
  var hexadecimal: String { map { $0.padded(2, radix: 16) }.joined() }
}
