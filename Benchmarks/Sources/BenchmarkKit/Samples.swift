import Foundation

/// Figures of one kind, of which the middle one counts.
package struct Samples {
  /// In the order in which they came.
  package private(set) var values: [Double]

  /// Begins with some figures.
  package init(_ values: [Double] = []) {
    self.values = values
  }

  /// Adds one.
  package mutating func add(_ value: Double) { values.append(value) }

  /// Adds a time, in milliseconds.
  package mutating func add(_ time: Duration) { values.append(time / .milliseconds(1)) }

  /// Whether there are none.
  package var isEmpty: Bool { values.isEmpty }

  /// The middle one; not a number where there are none.
  package var median: Double { quantile(0.5) }

  /// What all but one in a hundred stay below.
  package var p99: Double { quantile(0.99) }

  /// The least; not a number where there are none.
  package var min: Double { quantile(0) }

  /// The greatest.
  package var max: Double { quantile(1) }

  private func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    return values.sorted()[Swift.min(Int(share * Double(values.count)), values.count - 1)]
  }
}

extension Double {
  /// With so many digits behind the point; a dash for what is not a number.
  package func rounded(to digits: Int) -> String {
    isFinite ? String(format: "%.\(digits)f", self) : "–"
  }
}
