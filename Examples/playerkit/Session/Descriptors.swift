import Foundation

/// The process's standard descriptors.
enum Descriptors {
  /// Makes sure that 0, 1 and 2 are taken, so that no file opened later is mistaken for one of
  /// them, and that a reader who leaves is an error of `write(2)` rather than the end.
  static func prepare() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      guard (0...STDERR_FILENO).contains(descriptor) else {
        if descriptor >= 0 { close(descriptor) }
        break
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }
}
