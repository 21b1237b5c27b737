import Foundation

/// Figures that the system reports about a running process. They are NaN on systems other than
/// Linux.
struct ProcessFigures {
  private let pid: Int32

  /// The process with an id.
  init(pid: Int32) {
    self.pid = pid
  }

  /// This process.
  static var own: ProcessFigures { ProcessFigures(pid: getpid()) }

  /// The processor time of all its threads so far, in milliseconds, to the nanosecond.
  var processorTime: Double {
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

  /// How often the current threads of the process went to sleep so far.
  var sleeps: Double {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let status = Self.fields("/proc/\(pid)/task/\(task)/status")
      return sum + (status["voluntary_ctxt_switches"] ?? 0)
    }
  }

  /// The resident memory in MB of 2^20 bytes, without file-backed memory such as code.
  var anonymousMemory: Double { (status["RssAnon"] ?? .nan) / 1_024 }

  /// The maximum resident memory so far, in MB.
  var peakMemory: Double { (status["VmHWM"] ?? .nan) / 1_024 }

  /// All resident memory, in MB.
  var memory: Double { (status["VmRSS"] ?? .nan) / 1_024 }

  /// The resident memory in MB, with shared memory divided by the number of processes that share
  /// it.
  var shareOfMemory: Double {
    (Self.fields("/proc/\(pid)/smaps_rollup")["Pss"] ?? .nan) / 1_024
  }

  /// The bytes that the process has written to files so far.
  var writtenBytes: Double { Self.fields("/proc/\(pid)/io")["wchar"] ?? .nan }

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
