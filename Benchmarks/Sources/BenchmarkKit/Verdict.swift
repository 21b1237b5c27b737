import Foundation

/// Compares figures with their bounds, and remembers whether one was exceeded by more than noise.
package final class Verdict {
  private var failures: [String] = []
  private var lines: [String] = []

  /// A verdict without figures.
  package init() {}

  /// Notes a figure that has a bound.
  ///
  /// - Parameter margin: how many times the bound a figure may be before it fails the run: a machine
  ///   that does other things meanwhile lengthens times, and seldom a ratio.
  package func check(_ name: String, _ value: Double, bound: Double, unit: String, margin: Double) {
    let isWithin = value <= bound
    let word = isWithin ? "within" : value <= bound * margin ? "above, by noise?" : "ABOVE"
    lines.append(
      "\(word): \(name): \(value.rounded(to: 3))\(unit), bound \(bound.rounded(to: 3))\(unit)"
    )
    // What could not be measured has not shown that it is within.
    if !(value <= bound * margin) { failures.append(name) }
  }

  /// Prints how each figure compares, and ends the process with 1 where one failed.
  package func conclude() {
    Console.write("\nBounds\n")
    for line in lines { Console.write(line) }
    guard failures.isEmpty else {
      Console.write("FAILED: \(failures.joined(separator: "; "))")
      exit(1)
    }
  }
}
