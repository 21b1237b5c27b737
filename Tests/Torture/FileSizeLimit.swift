import Foundation

/// The maximum length of files that this process writes. It is the nearest to a full disk that a process
/// can have by itself.
enum FileSizeLimit {
  /// - Parameter length: `nil` if there is no limit.
  /// - Returns: whether the limit is set.
  static func set(_ length: Int?) -> Bool {
    signal(SIGXFSZ, SIG_IGN)
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return false }
    limit.rlim_cur = length.map { rlim_t($0) } ?? limit.rlim_max
    return setrlimit(resource, &limit) == 0
  }
}
