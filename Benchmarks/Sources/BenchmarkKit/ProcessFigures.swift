import Foundation

/// What the system says about a running process. Linux only; elsewhere nothing is known.
package struct ProcessFigures {
  private let pid: Int32

  /// The process with an id.
  package init(pid: Int32) {
    self.pid = pid
  }

  /// This process.
  package static var own: ProcessFigures { ProcessFigures(pid: getpid()) }

  /// The processor time of all its threads so far, in milliseconds, to the nanosecond.
  package var processorTime: Double {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return .nan
      }
      return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    #else
      return .nan
    #endif
  }

  /// How often one of its present threads has gone to sleep so far.
  package var sleeps: Double {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let status = Self.fields("/proc/\(pid)/task/\(task)/status")
      return sum + (status["voluntary_ctxt_switches"] ?? 0)
    }
  }

  /// Resident memory that is its own, in MB of 2^20 bytes: not files, such as its code.
  package var anonymousMemory: Double { (status["RssAnon"] ?? .nan) / 1_024 }

  /// All resident memory, in MB.
  package var memory: Double { (status["VmRSS"] ?? .nan) / 1_024 }

  /// Resident memory with what it shares divided by those who share it, in MB.
  package var shareOfMemory: Double {
    (Self.fields("/proc/\(pid)/smaps_rollup")["Pss"] ?? .nan) / 1_024
  }

  private var status: [String: Double] { Self.fields("/proc/\(pid)/status") }

  private static func fields(_ path: String) -> [String: Double] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
    var fields: [String: Double] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(whereSeparator: { ": \t".contains($0) })
      if parts.count >= 2 { fields[String(parts[0])] = Double(parts[1]) }
    }
    return fields
  }
}

extension ProcessFigures {
  /// The most resident memory that this process has had, in MB; not a number where the system does not say so.
  package static func ownPeak() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return (line?.split(separator: " ").dropLast().last).flatMap { Double($0) }.map { $0 / 1_024 }
      ?? .nan
  }
}
