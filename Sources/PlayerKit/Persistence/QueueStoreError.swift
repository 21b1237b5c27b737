/// The reason why a queue could not be stored or restored. The queue itself is unchanged and plays
/// on.
///
/// Descriptions contain messages of SQLite or the system, and paths, but no stored contents.
public struct QueueStoreError: Error, Sendable {
  /// The kind of failure. The set is open, so switch with a `default`.
  public let code: Code
  /// A description for people, in English.
  public let message: String
  /// The underlying error.
  public let underlying: (any Error)?

  /// Creates an error.
  public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  /// The kind of a ``QueueStoreError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The file cannot be written, and perhaps not even read.
    public static let readOnly = Code(rawValue: "readOnly")
    /// There is no space left.
    public static let full = Code(rawValue: "full")
    /// The file is damaged. It is left unchanged.
    public static let corrupt = Code(rawValue: "corrupt")
    /// The file is not a queue. It is left unchanged.
    public static let notAQueue = Code(rawValue: "notAQueue")
    /// A newer version of this library wrote the file. It is left unchanged.
    public static let newerVersion = Code(rawValue: "newerVersion")
    /// Another process, or another store in this one, uses the file.
    public static let locked = Code(rawValue: "locked")
    /// The path is a folder.
    public static let isDirectory = Code(rawValue: "isDirectory")
    /// The file's folder does not exist.
    public static let noSuchFolder = Code(rawValue: "noSuchFolder")
    /// A track can't be stored; see ``StorableTrack``.
    public static let notStorable = Code(rawValue: "notStorable")
    /// The store was closed.
    public static let closed = Code(rawValue: "closed")
    /// Any other failure.
    public static let failed = Code(rawValue: "failed")
  }

  /// Whether the same attempt may succeed later, without a change of the queue or the stored data.
  public var isRetryable: Bool {
    [Code.readOnly, .full, .locked, .isDirectory, .noSuchFolder, .failed].contains(code)
  }
}

extension QueueStoreError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension PlayerError {
  /// Creates a player error from the error of a store.
  public init(_ error: QueueStoreError) {
    self.init(
      .storeFailed,
      error.message,
      isRetryable: error.isRetryable,
      underlying: error
    )
  }
}
