import PlayerKit
import PlayerKitServices

/// The reason why yt-dlp found nothing to play. The cause of a `PlayerError`.
public struct YTDLPError: Error, Hashable, Sendable {
  /// The kind of a ``YTDLPError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// yt-dlp was not found or cannot be run.
    public static let missing = Code(rawValue: "missing")
    /// yt-dlp is too old, or the site has changed since its release.
    public static let outdated = Code(rawValue: "outdated")
    /// yt-dlp crashed without a useful message.
    public static let crashed = Code(rawValue: "crashed")
    /// The output of yt-dlp is not a valid answer.
    public static let malformed = Code(rawValue: "malformed")
    /// The output of yt-dlp is too large.
    public static let flooded = Code(rawValue: "flooded")
    /// yt-dlp took too long.
    public static let tookTooLong = Code(rawValue: "tookTooLong")
    /// Another process ended yt-dlp.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The item is private.
    public static let isPrivate = Code(rawValue: "isPrivate")
    /// The item does not exist (any more).
    public static let unavailable = Code(rawValue: "unavailable")
    /// The item is not available in this country.
    public static let otherCountry = Code(rawValue: "otherCountry")
    /// The site requires proof of age.
    public static let ageRestricted = Code(rawValue: "ageRestricted")
    /// The site requires a sign-in.
    public static let signInRequired = Code(rawValue: "signInRequired")
    /// The site takes this machine for a bot.
    public static let takenForRobot = Code(rawValue: "takenForRobot")
    /// The item is for paying members.
    public static let membersOnly = Code(rawValue: "membersOnly")
    /// The site limits the request rate.
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// The item begins later.
    public static let notYet = Code(rawValue: "notYet")
    /// The item is encrypted for the site's own player.
    public static let encrypted = Code(rawValue: "encrypted")
    /// The item has no format that can be played here.
    public static let noFormat = Code(rawValue: "noFormat")
    /// yt-dlp does not know the page.
    public static let unknownPage = Code(rawValue: "unknownPage")
    /// The options or the address do not allow the request.
    public static let excluded = Code(rawValue: "excluded")
    /// The site answered with an error; see ``YTDLPError/httpStatus``.
    public static let httpError = Code(rawValue: "httpError")
    /// The site's certificate was not accepted.
    public static let untrusted = Code(rawValue: "untrusted")
    /// The site did not answer in time.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The site is unreachable.
    public static let unreachable = Code(rawValue: "unreachable")
    /// Another reason; see ``YTDLPError/message``.
    public static let other = Code(rawValue: "other")
  }

  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// A description for display, from yt-dlp's message if there is one. One line, without URL
  /// queries.
  public let message: String
  /// The status code of the site's answer.
  public let httpStatus: Int?
  /// The version of yt-dlp, if known.
  public var version: String?

  init(_ code: Code, _ message: String, httpStatus: Int? = nil, version: String? = nil) {
    self.code = code
    self.message = message
    self.httpStatus = httpStatus
    self.version = version
  }
}

extension YTDLPError: CustomStringConvertible {
  /// Code, message and version.
  public var description: String {
    "\(code.rawValue): \(message)" + (version.map { " (yt-dlp \($0))" } ?? "")
  }
}

extension PlayerError {
  /// Creates a player error from a failure of yt-dlp.
  public init(_ error: YTDLPError) {
    let version = error.version.map { " (yt-dlp \($0))" } ?? ""
    self.init(
      error.playerCode,
      error.message + version,
      httpStatus: error.httpStatus,
      underlying: error
    )
  }
}

extension CatalogError {
  /// Creates a catalog error from a failure of yt-dlp.
  init(_ error: YTDLPError) {
    let code: Code =
      switch error.playerCode {
      case .toolMissing: .missingCredential
      case .notFound: .notFound
      case .unauthorized: .unauthorized
      case .forbidden, .notEntitled: .forbidden
      case .rateLimited: .rateLimited
      case .unreachable: .unreachable
      case .timedOut: .timedOut
      case .untrusted: .untrusted
      case .invalidItem, .blockedURL: .invalidArgument
      case .malformedReply: .malformedReply
      default: .serverError
      }
    self.init(code, error.description, service: .ytdlp, httpStatus: error.httpStatus)
  }
}

extension YTDLPError {
  /// The code of the `PlayerError`.
  var playerCode: PlayerError.Code {
    if code == .httpError { return Self.code(ofStatus: httpStatus ?? 0) }
    return Self.codes[code] ?? .invalidItem
  }

  private static func code(ofStatus status: Int) -> PlayerError.Code {
    switch status {
    case 401: .unauthorized
    case 404, 410: .notFound
    case 429: .rateLimited
    case 400..<500: .forbidden
    default: .serverError
    }
  }

  private static let codes: [Code: PlayerError.Code] = [
    .missing: .toolMissing, .outdated: .toolOutdated, .crashed: .malformedReply,
    .malformed: .malformedReply, .flooded: .malformedReply, .tookTooLong: .timedOut,
    .interrupted: .interrupted, .isPrivate: .forbidden, .unavailable: .notFound,
    .otherCountry: .forbidden, .ageRestricted: .unauthorized, .signInRequired: .unauthorized,
    .takenForRobot: .forbidden, .membersOnly: .notEntitled, .rateLimited: .rateLimited,
    .notYet: .notYetAvailable, .encrypted: .drm, .noFormat: .unsupportedFormat,
    .unknownPage: .invalidItem, .excluded: .blockedURL, .untrusted: .untrusted,
    .timedOut: .timedOut, .unreachable: .unreachable, .other: .serverError,
  ]
}
