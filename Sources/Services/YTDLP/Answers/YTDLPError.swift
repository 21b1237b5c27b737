import PlayerKitServices
import PlayerKit

/// Why yt-dlp gave nothing to play. The cause of a `PlayerError`.
public struct YTDLPError: Error, Hashable, Sendable {
  /// The kind of a ``YTDLPError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no yt-dlp, or it can't be run.
    public static let missing = Code(rawValue: "missing")
    /// It is too old, or the site has changed since it was made.
    public static let outdated = Code(rawValue: "outdated")
    /// It broke down, and said nothing to the point.
    public static let crashed = Code(rawValue: "crashed")
    /// What it said is no answer.
    public static let malformed = Code(rawValue: "malformed")
    /// It said more than anybody wants to know.
    public static let flooded = Code(rawValue: "flooded")
    /// It took too long.
    public static let tookTooLong = Code(rawValue: "tookTooLong")
    /// It was ended by somebody else.
    public static let interrupted = Code(rawValue: "interrupted")
    /// Only people who were invited may have it.
    public static let isPrivate = Code(rawValue: "isPrivate")
    /// It is gone, or never was.
    public static let unavailable = Code(rawValue: "unavailable")
    /// It is not for this country.
    public static let otherCountry = Code(rawValue: "otherCountry")
    /// The site wants to know how old the listener is.
    public static let ageRestricted = Code(rawValue: "ageRestricted")
    /// The site wants a sign-in.
    public static let signInRequired = Code(rawValue: "signInRequired")
    /// The site takes this machine for a robot.
    public static let takenForRobot = Code(rawValue: "takenForRobot")
    /// It is for paying members.
    public static let membersOnly = Code(rawValue: "membersOnly")
    /// The site was asked too often.
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// It begins later.
    public static let notYet = Code(rawValue: "notYet")
    /// Only the site's own player can decrypt it.
    public static let encrypted = Code(rawValue: "encrypted")
    /// It comes in no form that is played here.
    public static let noFormat = Code(rawValue: "noFormat")
    /// yt-dlp does not know the page.
    public static let unknownPage = Code(rawValue: "unknownPage")
    /// It was not asked, or not allowed to look.
    public static let excluded = Code(rawValue: "excluded")
    /// The site answered with an error; ``YTDLPError/httpStatus`` says which.
    public static let httpError = Code(rawValue: "httpError")
    /// The site's certificate was not accepted.
    public static let untrusted = Code(rawValue: "untrusted")
    /// The site did not answer in time.
    public static let timedOut = Code(rawValue: "timedOut")
    /// There is no way to the site.
    public static let unreachable = Code(rawValue: "unreachable")
    /// Something else; see ``YTDLPError/message``.
    public static let other = Code(rawValue: "other")
  }

  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// What happened, for people: in yt-dlp's words, where it had some. One line, without queries of URLs.
  public let message: String
  /// The status of the site's answer.
  public let httpStatus: Int?
  /// The version of yt-dlp, where it is known.
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
  /// What a failure of yt-dlp means for the track.
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
  /// What a failure of yt-dlp means for what was looked for.
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
