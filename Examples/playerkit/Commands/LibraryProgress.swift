#if SQLite
  /// How far something is, in one line of a terminal; nothing elsewhere.
  struct LibraryProgress: Sendable {
    private let isShown = Descriptors.isTerminal(ConsoleWriter.standardError.descriptor)

    /// Takes the place of what was shown before.
    func show(_ text: String) {
      if isShown { ConsoleWriter.standardError.write("\r\u{1B}[Kplayerkit: \(text) …") }
    }

    func clear() {
      if isShown { ConsoleWriter.standardError.write("\r\u{1B}[K") }
    }
  }
#endif
