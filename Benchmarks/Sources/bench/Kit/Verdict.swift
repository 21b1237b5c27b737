import ArgumentParser

/// Compares figures with their bounds.
final class Verdict {
  private var failures: [String] = []
  private var lines: [String] = []

  /// Compares a figure with its bound.
  ///
  /// - Parameter margin: The factor by which a figure may exceed its bound before the benchmark
  ///   fails. Other programs on the machine lengthen times, but seldom change a ratio.
  func check(_ name: String, _ value: Double, bound: Double, unit: String, margin: Double) {
    let isWithin = value <= bound
    let word = isWithin ? "within" : value <= bound * margin ? "above, by noise?" : "ABOVE"
    lines.append(
      "\(word): \(name): \(value.rounded(to: 3))\(unit), bound \(bound.rounded(to: 3))\(unit)"
    )
    // NaN means that nothing was measured, and fails too.
    if !(value <= bound * margin) { failures.append(name) }
  }

  /// Prints all comparisons, and throws if one failed.
  func conclude() throws {
    Console.write("\nBounds\n")
    for line in lines { Console.write(line) }
    guard failures.isEmpty else {
      Console.write("FAILED: \(failures.joined(separator: "; "))")
      throw ExitCode.failure
    }
  }
}

/// A measurement that could not be made.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
