import PlayerKit
import PlayerKitSystem

/// The values that a reader did not get yet. Pure.
struct MeterWindow: Sendable {
  let kind: MeterKind
  private(set) var load: LoadID?
  private(set) var position = Duration.zero
  private var sums: [Double] = []
  private var count = 0

  init(kind: MeterKind) {
    self.kind = kind
  }

  var isEmpty: Bool { count == 0 }

  /// Adds an audible measurement. If the load changed, it replaces all others.
  mutating func add(_ values: [Double], load: LoadID, position: Duration) {
    if load != self.load || count == 0 {
      sums = Array(repeating: 0, count: values.count)
      count = 0
    }
    (self.load, self.position) = (load, position)
    count += 1
    for (index, value) in values.enumerated() where index < sums.count {
      if isPeak(index) {
        sums[index] = max(sums[index], Self.power(value))
      } else {
        sums[index] += Self.power(value)
      }
    }
  }

  /// Removes and returns all values: the largest peaks and the means of powers, in dBFS.
  mutating func take() -> [Double] {
    defer { count = 0 }
    return sums.enumerated().map { index, sum in
      Self.decibels(isPeak(index) ? sum : sum / Double(max(count, 1)))
    }
  }

  private func isPeak(_ index: Int) -> Bool { kind == .levels && index % 2 == 0 }

  static func power(_ decibels: Double) -> Double { pow(10, decibels / 10) }
  static func decibels(_ power: Double) -> Double { power > 0 ? 10 * log10(power) : -.infinity }
}

/// Smooths low bands. Pure.
///
/// A piece is shorter than one period of frequencies below 73 Hz, so its power oscillates with the
/// wave. Such bands use the mean of as many pieces as two periods take.
struct MeterSmoothing: Sendable {
  private let lengths: [Int]
  private let longest: Int
  private var pieces: [[Double]] = []

  init(bands: Int, pieceRate: Double) {
    lengths = SoundSpectrum.frequencies(bands: bands).map {
      max(1, Int((2 * pieceRate / $0).rounded()))
    }
    longest = lengths.max() ?? 1
  }

  mutating func smooth(_ values: [Double]) -> [Double] {
    pieces.append(values.map(MeterWindow.power))
    if pieces.count > longest { pieces.removeFirst() }
    return zip(lengths, values.indices).map { length, index in
      guard length > 1 else { return values[index] }
      let last = pieces.suffix(length)
      return MeterWindow.decibels(last.reduce(0) { $0 + $1[index] } / Double(last.count))
    }
  }
}
