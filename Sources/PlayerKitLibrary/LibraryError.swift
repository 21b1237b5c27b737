import MusicCatalog

/// What went wrong with a library.
public struct LibraryError: Error, Sendable, CustomStringConvertible {
  /// What an app can tell apart.
  @nonexhaustive public enum Code: String, Sendable {
    /// There is no such file, or it can't be read.
    case unreadable
    /// The file is something else.
    case notALibrary
    /// A newer version has written it.
    case newer
    /// Another import into it is under way.
    case busy
    /// A dump has fewer records than it says, or more, or does not say it as it has to; it ends within a record, or
    /// has no song.
    case cutShort
    /// The disk is full.
    case full
    /// Anything else.
    case failed
  }

  /// What an app can tell apart.
  public let code: Code
  /// What happened, for people who look for the cause.
  public let message: String

  init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}

#if SQLite
  extension CatalogError {
    /// What those are told who only search: not where the library is.
    init(_ error: LibraryError) {
      let message =
        switch error.code {
        case .unreadable: "The library can't be read."
        case .notALibrary: "The library is damaged, or none."
        case .newer: "A newer version has written the library."
        case .busy, .cutShort, .full, .failed: "The library can't be searched."
        }
      self.init(.unavailable, message, service: .library, underlying: error)
    }
  }
#endif
