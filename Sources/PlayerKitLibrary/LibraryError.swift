import PlayerKitServices

/// An error of a library.
public struct LibraryError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``LibraryError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The file does not exist or can't be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file is not a library.
    public static let notALibrary = Code(rawValue: "notALibrary")
    /// A newer version wrote the file.
    public static let newer = Code(rawValue: "newer")
    /// Another import into the library is running.
    public static let busy = Code(rawValue: "busy")
    /// A dump is incomplete: it declares no count or a different one, or it has no song.
    public static let cutShort = Code(rawValue: "cutShort")
    /// The disk is full.
    public static let full = Code(rawValue: "full")
    /// Any other error.
    public static let failed = Code(rawValue: "failed")
  }

  /// The kind of error. More codes may be added, so use a `default` in a `switch`.
  public let code: Code
  /// A description for people, in English.
  public let message: String

  init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

#if SQLite
  extension CatalogError {
    /// Makes an error for users who only search. It does not reveal the path of the library.
    init(_ error: LibraryError) {
      let message =
        switch error.code {
        case .unreadable: "The library can't be read. Check the file's permissions."
        case .notALibrary: "The file is damaged or not a library. Build it again."
        case .newer: "A newer version has written the library. Update PlayerKit."
        default: "The library can't be searched."
        }
      self.init(.unavailable, message, service: .library, underlying: error)
    }
  }
#endif
