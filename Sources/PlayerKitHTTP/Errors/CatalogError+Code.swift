extension CatalogError {
  /// The kind of a ``CatalogError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The call cannot be sent as it is, for example because of an empty term or a malformed id.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// The service rejected the request as malformed (HTTP 400 and other 4xx without their own
    /// code).
    public static let badRequest = Code(rawValue: "badRequest")
    /// A required credential is missing.
    public static let missingCredential = Code(rawValue: "missingCredential")
    /// The credential cannot be used because the key or token is malformed.
    public static let invalidCredential = Code(rawValue: "invalidCredential")
    /// The service does not accept the app's credential (HTTP 401).
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// The service refuses because a permission or the user's token is missing (HTTP 403).
    public static let forbidden = Code(rawValue: "forbidden")
    /// The item is not in this catalog (HTTP 404 or 410).
    public static let notFound = Code(rawValue: "notFound")
    /// The service offers this, but not to this app or account, such as an endpoint that apps of
    /// this class may not use. The same call fails again.
    public static let unavailable = Code(rawValue: "unavailable")
    /// Too many requests (HTTP 429, or the service's own form of it).
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// The service failed (HTTP 5xx).
    public static let serverError = Code(rawValue: "serverError")
    /// There is no connection: it was refused, the host does not exist, or there is no network.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The server's certificate was not accepted.
    public static let untrusted = Code(rawValue: "untrusted")
    /// No complete reply arrived in time.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The reply ended early.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The server redirected to a place that the client must not follow: to another scheme, from
    /// HTTPS to HTTP, with a body to another host, or too often.
    public static let blockedRedirect = Code(rawValue: "blockedRedirect")
    /// The reply is larger than allowed.
    public static let replyTooLarge = Code(rawValue: "replyTooLarge")
    /// The reply differs from the service's documentation: HTML, a truncated document, or another
    /// type.
    public static let malformedReply = Code(rawValue: "malformedReply")

    /// The user's sign-in has ended or was revoked. The user must sign in again.
    public static let signInRequired = Code(rawValue: "signInRequired")
    /// The user denied access to the app.
    public static let accessDenied = Code(rawValue: "accessDenied")
    /// A sign-in callback does not belong to the sign-in: its `state` is missing or different.
    public static let stateMismatch = Code(rawValue: "stateMismatch")
    /// The local port for the sign-in callback is taken or unavailable.
    public static let portUnavailable = Code(rawValue: "portUnavailable")

    var isUsuallyRetryable: Bool {
      [.rateLimited, .serverError, .unreachable, .timedOut, .interrupted].contains(self)
    }
  }
}
