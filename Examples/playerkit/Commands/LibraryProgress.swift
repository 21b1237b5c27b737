#if SQLite
  /// Shows progress in one line of a terminal. Has no effect without a terminal.
  struct LibraryProgress: Sendable {
    private let isShown = Descriptors.isTerminal(ConsoleWriter.standardError.descriptor)

    /// Replaces the text that was shown before.
    func show(_ text: String) {
      if isShown { ConsoleWriter.standardError.write("\r\u{1B}[Kplayerkit: \(text) …") }
    }

    func clear() {
      if isShown { ConsoleWriter.standardError.write("\r\u{1B}[K") }
    }
  }
#endif
