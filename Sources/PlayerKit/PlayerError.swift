/// The reason why a track could not be played or an output could not be used.
///
/// Descriptions contain no token and no URL query.
public struct PlayerError: Error, Sendable {
  /// The kind of failure. The set is open, so switch with a `default`.
  public let code: Code
  /// A description for people, in English and without secrets.
  public let message: String
  /// The HTTP status, if an HTTP response was the cause.
  public let httpStatus: Int?
  /// Whether the same attempt may succeed later without any other change.
  public let isRetryable: Bool
  /// The player that failed; `nil` if none was found.
  public var playerType: PlayerType?
  /// The track that failed; `nil` if the failure concerns no track.
  public var track: (any Track)?
  /// The underlying error.
  public let underlying: (any Error)?

  /// Creates an error. By default `isRetryable` follows from the code.
  public init(
    _ code: Code,
    _ message: String,
    httpStatus: Int? = nil,
    isRetryable: Bool? = nil,
    playerType: PlayerType? = nil,
    track: (any Track)? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.httpStatus = httpStatus
    self.isRetryable = isRetryable ?? code.isUsuallyRetryable
    self.playerType = playerType
    self.track = track
    self.underlying = underlying
  }

  /// Returns the same error with the track and player type filled in where they are missing.
  public func attributed(to track: any Track, playerType: PlayerType?) -> PlayerError {
    var copy = self
    copy.track = copy.track ?? track
    copy.playerType = copy.playerType ?? playerType
    return copy
  }
}

extension PlayerError {
  /// The kind of a ``PlayerError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, as in the JSON output of the CLI.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The service requires credentials (HTTP 401).
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// The service refused (HTTP 403 and other refusals).
    public static let forbidden = Code(rawValue: "forbidden")
    /// HTTP 404 or 410, or a missing local file.
    public static let notFound = Code(rawValue: "notFound")
    /// A directory, or a file without permission to read it.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The item cannot be played at all.
    public static let invalidItem = Code(rawValue: "invalidItem")
    /// No player is registered for any of the track's types.
    public static let noPlayer = Code(rawValue: "noPlayer")
    /// Too many requests (HTTP 429).
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// The service failed (HTTP 5xx).
    public static let serverError = Code(rawValue: "serverError")
    /// No connection: it was refused, the host is unknown, or there is no network.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The server's certificate was not accepted.
    public static let untrusted = Code(rawValue: "untrusted")
    /// No response in time.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The stream broke off, or the file is shorter than it declares.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The server's response is malformed, such as one without a status.
    public static let malformedReply = Code(rawValue: "malformedReply")
    /// The bytes are not audio that can be decoded.
    public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    /// The URL's scheme is not allowed, or a redirect or playlist led to such a URL.
    public static let blockedURL = Code(rawValue: "blockedURL")
    /// The media is encrypted, and only the service's own players can decrypt it.
    public static let drm = Code(rawValue: "drm")
    /// The service has no preview of the track.
    public static let noPreview = Code(rawValue: "noPreview")
    /// The user's account does not allow it: a subscription is missing or has ended.
    public static let notEntitled = Code(rawValue: "notEntitled")
    /// A remote-controlled player has no device to play on.
    public static let noDevice = Code(rawValue: "noDevice")
    /// The clip begins after the end of the track.
    public static let invalidClip = Code(rawValue: "invalidClip")
    /// The item stands for several tracks; see ``PlayerError/expansion``.
    public static let list = Code(rawValue: "list")
    /// The player can only play whole tracks.
    public static let unsupportedClip = Code(rawValue: "unsupportedClip")
    /// The media must not be inspected: a live stream, HLS, or a source that forbids it.
    public static let inspectionRefused = Code(rawValue: "inspectionRefused")
    /// The track is not seekable, such as a live stream, or none is loaded.
    public static let notSeekable = Code(rawValue: "notSeekable")
    /// The request was replaced, such as by a later seek, another track, or `stop()`.
    public static let replaced = Code(rawValue: "replaced")
    /// The output device failed or could not be opened.
    public static let outputFailed = Code(rawValue: "outputFailed")
    /// The queue's store failed; ``PlayerError/underlying`` is the ``QueueStoreError``.
    public static let storeFailed = Code(rawValue: "storeFailed")

    var isUsuallyRetryable: Bool {
      [.rateLimited, .serverError, .unreachable, .timedOut, .interrupted].contains(self)
    }
  }
}

extension PlayerError {
  /// Wraps an error that a ``MediaResolver`` threw.
  public init(resolving error: any Error) {
    self =
      error as? PlayerError
      ?? (error as? TrackExpansion).map(PlayerError.init)
      ?? PlayerError(
        .serverError,
        "The source of the track could not be determined.",
        underlying: error
      )
  }
}

extension PlayerError: Equatable {
  /// Compares everything but the underlying error. Tracks are compared by `id`.
  public static func == (a: PlayerError, b: PlayerError) -> Bool {
    a.code == b.code && a.message == b.message && a.httpStatus == b.httpStatus
      && a.isRetryable == b.isRetryable && a.playerType == b.playerType
      && a.track?.id == b.track?.id
  }
}

extension PlayerError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
