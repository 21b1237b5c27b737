/// The reason why a playlist could not be read or written. The stored playlists are unchanged.
public struct PlaylistStoreError: Error, Sendable {
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

  /// The kind of a ``PlaylistStoreError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no playlist of this name.
    public static let notFound = Code(rawValue: "notFound")
    /// There is already a playlist of this name.
    public static let exists = Code(rawValue: "exists")
    /// The name is invalid; see ``PlaylistName``.
    public static let invalidName = Code(rawValue: "invalidName")
    /// The playlist has too many tracks, or there are too many playlists.
    public static let tooMany = Code(rawValue: "tooMany")
    /// The storage failed; see ``PlaylistStoreError/underlying``.
    public static let failed = Code(rawValue: "failed")
  }
}

extension PlaylistStoreError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension PlaylistStoreError {
  package static var notFound: Self { Self(.notFound, "There is no playlist with this name.") }
  package static var exists: Self { Self(.exists, "There is a playlist of this name already.") }
  package static var invalidName: Self {
    Self(.invalidName, "This can't be the name of a playlist.")
  }
  package static var tooMany: Self {
    Self(.tooMany, "The limit of stored playlists is reached. Delete one.")
  }

  /// Wraps an error that occurred while a playlist was stored.
  package init(storing error: any Error) {
    self =
      (error as? PlaylistStoreError)
      ?? PlaylistStoreError(
        .failed,
        (error as? QueueStoreError)?.message ?? "The playlist could not be stored.",
        underlying: error
      )
  }
}
