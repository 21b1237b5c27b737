import Foundation

/// A terminal whose keys arrive one by one, unechoed, until it is restored.
final class TerminalMode {
  private let original: termios

  /// Changes the terminal on standard input; `nil` where there is none.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    original = settings
    apply()
  }

  /// Makes keys arrive one by one; signals keep their keys. Again after the process was stopped.
  func apply() {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Makes the terminal what it was. May be called again.
  func restore() {
    var settings = original
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// The width of the terminal on standard output; 80 where it does not say.
  static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
