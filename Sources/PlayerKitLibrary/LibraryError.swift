import PlayerKitServices

/// What went wrong with a library.
public struct LibraryError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``LibraryError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no such file, or it can't be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file is something else.
    public static let notALibrary = Code(rawValue: "notALibrary")
    /// A newer version has written it.
    public static let newer = Code(rawValue: "newer")
    /// Another import into it is under way.
    public static let busy = Code(rawValue: "busy")
    /// A dump is incomplete: its records are not as many as it states, it states none, or it has no song.
    public static let cutShort = Code(rawValue: "cutShort")
    /// The disk is full.
    public static let full = Code(rawValue: "full")
    /// Anything else.
    public static let failed = Code(rawValue: "failed")
  }

  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// What happened, for people; in English.
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
        default: "The library can't be searched."
        }
      self.init(.unavailable, message, service: .library, underlying: error)
    }
  }
#endif
