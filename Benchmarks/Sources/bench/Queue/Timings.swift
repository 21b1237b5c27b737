import Foundation

/// The times of operations by name, in the order in which they were first measured.
struct Timings {
  /// Whether waiting counts. If not, times are the processor time of the calling thread, which
  /// other work on the machine does not lengthen.
  private let countsWaiting: Bool
  private(set) var names: [String] = []
  private var samples: [String: Samples] = [:]

  init(countsWaiting: Bool = false) {
    self.countsWaiting = countsWaiting
  }

  /// Measures an operation a number of times.
  mutating func measure(_ name: String, times: Int, _ body: (Int) throws -> Void) rethrows {
    if samples[name] == nil { names.append(name) }
    for round in 0..<times {
      let start = now
      try body(round)
      samples[name, default: Samples()].add(now - start)
    }
  }

  private var now: Duration {
    var time = timespec()
    clock_gettime(countsWaiting ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The times of an operation, in milliseconds.
  subscript(name: String) -> Samples { samples[name] ?? Samples() }
}

/// Prints the times of operations, and checks their bounds.
enum Report {
  /// The bounds of medians for a million entries, in milliseconds. All other operations are edits.
  private static let bounds = ["set": 250.0, "shuffle on": 50.0]
  /// Operations that visit every entry.
  private static let unbounded: Set = ["shuffle off", "iterate all"]
  private static let editBound = 0.05

  static func print(_ title: String, _ counts: [Int], _ timings: [Timings], _ verdict: Verdict) {
    let heads = counts.flatMap { ["\($0): median", "p99"] }
    let table = Table("\(title), µs of processor time", ["entries"] + heads, nameWidth: 26)
    for name in timings.first?.names ?? [] {
      table.row(
        [name]
          + timings.flatMap { timing in
            [timing[name].median, timing[name].p99].map { text($0 * 1_000) }
          }
      )
    }
    guard counts.last == 1_000_000, let last = timings.last else { return }
    for name in last.names where !unbounded.contains(name) {
      // Other work on the machine makes a median three times as long, not ten times.
      verdict.check(
        "\(title), a million, \(name)",
        last[name].median,
        bound: bounds[name] ?? editBound,
        unit: " ms",
        margin: 3
      )
    }
  }

  private static func text(_ value: Double) -> String { value.rounded(to: value < 100 ? 1 : 0) }
}
