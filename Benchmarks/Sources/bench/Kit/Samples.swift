import Foundation

/// Figures of one kind.
struct Samples {
  /// The figures in the order in which they came.
  private(set) var values: [Double]

  init(_ values: [Double] = []) {
    self.values = values
  }

  /// Adds a figure.
  mutating func add(_ value: Double) { values.append(value) }

  /// Adds a time, in milliseconds.
  mutating func add(_ time: Duration) { values.append(time / .milliseconds(1)) }

  /// The middle figure, or not a number if there are no figures.
  var median: Double { quantile(0.5) }

  /// The figure that 99 % of the others do not exceed.
  var p99: Double { quantile(0.99) }

  /// The smallest figure, or not a number if there are no figures.
  var min: Double { quantile(0) }

  /// The greatest figure.
  var max: Double { quantile(1) }

  /// The figure that a share of the others does not exceed.
  func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    return values.sorted()[Swift.min(Int(share * Double(values.count)), values.count - 1)]
  }
}

extension Double {
  /// A text with a number of digits after the point, or a dash if this is not a number.
  func rounded(to digits: Int) -> String {
    isFinite ? String(format: "%.\(digits)f", self) : "–"
  }
}
