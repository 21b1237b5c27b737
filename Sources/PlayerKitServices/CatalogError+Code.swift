extension CatalogError {
  /// The kind of a ``CatalogError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A call that cannot be sent as it is: an empty term, an id of the wrong form.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// The service refused the request's form (HTTP 400 and other 4xx without a code of their own).
    public static let badRequest = Code(rawValue: "badRequest")
    /// A credential is needed, and there is none.
    public static let missingCredential = Code(rawValue: "missingCredential")
    /// A credential that cannot be used: a key or token that is malformed.
    public static let invalidCredential = Code(rawValue: "invalidCredential")
    /// The service does not accept the app's credential (HTTP 401).
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// The service refuses, for lack of a right or of the user's token (HTTP 403).
    public static let forbidden = Code(rawValue: "forbidden")
    /// No such thing in this catalog (HTTP 404 or 410).
    public static let notFound = Code(rawValue: "notFound")
    /// The service has this, but not for this app or account: an end point that the app's class may
    /// not use, say. The same call fails again.
    public static let unavailable = Code(rawValue: "unavailable")
    /// Too many requests (HTTP 429, or the service's own form of it).
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// The service failed (HTTP 5xx).
    public static let serverError = Code(rawValue: "serverError")
    /// No connection: refused, no such host, no network.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The server's certificate was not accepted.
    public static let untrusted = Code(rawValue: "untrusted")
    /// No whole answer in time.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The answer broke off.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The server led elsewhere, to where a call must not follow: to another scheme, from https to
    /// http, with a body to another host, or too often.
    public static let blockedRedirect = Code(rawValue: "blockedRedirect")
    /// The answer is larger than allowed.
    public static let replyTooLarge = Code(rawValue: "replyTooLarge")
    /// The answer is not what the service documents: HTML, half a document, another type.
    public static let malformedReply = Code(rawValue: "malformedReply")

    /// The user's sign-in has ended or was revoked: only signing in again helps.
    public static let signInRequired = Code(rawValue: "signInRequired")
    /// The user did not let the app in.
    public static let accessDenied = Code(rawValue: "accessDenied")
    /// What came back from a sign-in does not belong to it: its `state` is missing or another one.
    public static let stateMismatch = Code(rawValue: "stateMismatch")
    /// The port on this machine that a sign-in is to come back to is taken, or not to be had.
    public static let portUnavailable = Code(rawValue: "portUnavailable")

    var isUsuallyRetryable: Bool {
      [.rateLimited, .serverError, .unreachable, .timedOut, .interrupted].contains(self)
    }
  }
}
