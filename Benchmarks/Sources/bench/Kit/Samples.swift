import Foundation

/// Measurements of one kind.
struct Samples {
  /// The figures in the order in which they were added.
  private(set) var values: [Double]

  init(_ values: [Double] = []) {
    self.values = values
  }

  /// Adds a figure.
  mutating func add(_ value: Double) { values.append(value) }

  /// Adds a time, in milliseconds.
  mutating func add(_ time: Duration) { values.append(time / .milliseconds(1)) }

  /// The median, or NaN if there are no figures.
  var median: Double { quantile(0.5) }

  /// The 99th percentile.
  var p99: Double { quantile(0.99) }

  /// The smallest figure, or NaN if there are no figures.
  var min: Double { quantile(0) }

  /// The greatest figure.
  var max: Double { quantile(1) }

  /// The smallest figure that at least this share of the figures does not exceed.
  func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    return values.sorted()[Swift.min(Int(share * Double(values.count)), values.count - 1)]
  }
}

extension Double {
  /// The number with this many decimal places, or a dash if it is NaN.
  func rounded(to digits: Int) -> String {
    isFinite ? String(format: "%.\(digits)f", self) : "–"
  }
}
