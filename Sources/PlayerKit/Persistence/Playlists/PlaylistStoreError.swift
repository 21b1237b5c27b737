/// Why a playlist could not be read or written. What is kept is as before.
public struct PlaylistStoreError: Error, Sendable {
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

  /// The kind of a ``PlaylistStoreError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no playlist of this name.
    public static let notFound = Code(rawValue: "notFound")
    /// There is one of this name already.
    public static let exists = Code(rawValue: "exists")
    /// This can't be the name of one; see ``PlaylistName``.
    public static let invalidName = Code(rawValue: "invalidName")
    /// It has too many tracks, or there are too many playlists.
    public static let tooMany = Code(rawValue: "tooMany")
    /// The place where they are kept failed; ``PlaylistStoreError/underlying`` says how.
    public static let failed = Code(rawValue: "failed")
  }
}

extension PlaylistStoreError: CustomStringConvertible {
  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension PlaylistStoreError {
  package static var notFound: Self { Self(.notFound, "There is no playlist of this name.") }
  package static var exists: Self { Self(.exists, "There is a playlist of this name already.") }
  package static var invalidName: Self {
    Self(.invalidName, "This can't be the name of a playlist.")
  }
  package static var tooMany: Self { Self(.tooMany, "There is no room for more.") }

  /// Whatever happened while one was stored.
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
