import Foundation

/// The process's standard descriptors.
enum Descriptors {
  /// Makes sure that the descriptors 0, 1, and 2 are in use, so that no file opened later is
  /// mistaken for one of them. A reader that closes the output causes an error of `write(2)`
  /// instead of ending the process.
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

  /// Standard error for this program's own messages; see ``LibraryNoise``.
  static let ownStandardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }
}

/// Hides messages that audio libraries write to standard error while they look for an output. ALSA
/// alone writes ten lines on a machine without a sound card.
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
