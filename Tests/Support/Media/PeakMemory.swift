import Foundation

/// The memory of this process.
package enum PeakMemory {
  /// The peak memory of the process so far, in megabytes.
  package static var megabytes: Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss) >> 20
    #else
      // The value of `getrusage` starts with the parent's.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) >> 10
    #endif
  }
}
