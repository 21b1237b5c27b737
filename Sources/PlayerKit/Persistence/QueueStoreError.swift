/// Why a queue could not be stored or restored. The queue itself is as before, and plays on.
///
/// Descriptions hold what SQLite or the system says, and paths; no contents.
public struct QueueStoreError: Error, Sendable {
  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// What happened, for people; in English.
  public let message: String
  /// The error that caused this one.
  public let underlying: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  /// The kind of a ``QueueStoreError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What is there may be read, or not even that, but not written.
    public static let readOnly = Code(rawValue: "readOnly")
    /// There is no room for it.
    public static let full = Code(rawValue: "full")
    /// What is there is damaged. It is left as it is.
    public static let corrupt = Code(rawValue: "corrupt")
    /// What is there is something else, no queue. It is left as it is.
    public static let notAQueue = Code(rawValue: "notAQueue")
    /// A newer version of this library wrote it. It is left as it is.
    public static let newerVersion = Code(rawValue: "newerVersion")
    /// Another process, or another store of this one, has it.
    public static let locked = Code(rawValue: "locked")
    /// There is a folder in its place.
    public static let isDirectory = Code(rawValue: "isDirectory")
    /// The folder in which it is to lie does not exist.
    public static let noSuchFolder = Code(rawValue: "noSuchFolder")
    /// A track can't be stored; see ``StorableTrack``.
    public static let notStorable = Code(rawValue: "notStorable")
    /// The store was closed before.
    public static let closed = Code(rawValue: "closed")
    /// Anything else.
    public static let failed = Code(rawValue: "failed")
  }

  /// Whether the same attempt may succeed later, without a change of the queue or of what is
  /// stored.
  public var isRetryable: Bool {
    [Code.readOnly, .full, .locked, .isDirectory, .noSuchFolder, .failed].contains(code)
  }
}

extension QueueStoreError: CustomStringConvertible {
  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension PlayerError {
  /// The failure of a store, as one of the player's.
  public init(_ error: QueueStoreError) {
    self.init(
      .storeFailed,
      error.message,
      isRetryable: error.isRetryable,
      underlying: error
    )
  }
}
