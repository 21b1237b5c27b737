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

  /// Standard error, for what this program itself has to say; see ``LibraryNoise``.
  static let ownStandardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }
}

/// Keeps off standard error what sound libraries write there on their own account while they look
/// for an output: ALSA alone has ten lines to say about a machine without a sound card.
final class LibraryNoise {
  private let original = Descriptors.ownStandardError

  init() {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard original >= 0, nowhere >= 0 else { return }
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
  }

  deinit {
    if original >= 0 { dup2(original, STDERR_FILENO) }
  }
}
