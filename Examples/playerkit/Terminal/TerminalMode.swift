import Foundation

/// A terminal mode in which keys arrive one by one, without echo, until it is restored.
final class TerminalMode {
  private let original: termios

  /// Changes the terminal on standard input. Returns `nil` if there is none.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    original = settings
    apply()
  }

  /// Makes keys arrive one by one. Keys for signals keep working. Must be called again after the
  /// process was stopped.
  func apply() {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Restores the original mode. May be called repeatedly.
  func restore() {
    var settings = original
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// The width of the terminal on standard output, or 80 if unknown.
  static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
