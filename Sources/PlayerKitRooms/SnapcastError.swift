/// An error of a request to a snapserver.
public struct SnapcastError: Error, Sendable, Hashable {
  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// The description of the error, in English. The server's text is cut at 200 characters.
  public let message: String
  /// The server's own code, if it refused the request.
  public let serverCode: Int?

  /// Makes an error.
  public init(_ code: Code, _ message: String, serverCode: Int? = nil) {
    self.code = code
    self.message = message
    self.serverCode = serverCode
  }

  /// The kind of a ``SnapcastError``.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// No connection to the server: refused, unknown host, or no route.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The server did not connect or answer in time.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The connection broke before the answer arrived.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The server's response was invalid or too long.
    public static let invalidResponse = Code(rawValue: "invalidResponse")
    /// The server refused the request: an unknown room, or an invalid value.
    public static let refused = Code(rawValue: "refused")
    /// The server does not know the method. Debian's 0.26 can't add and remove streams.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The server has no such stream, or none that can be fed.
    public static let noStream = Code(rawValue: "noStream")
    /// Too many requests are waiting for answers.
    public static let busy = Code(rawValue: "busy")
    /// The task of the request was canceled. The server may have performed it.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The client was closed.
    public static let closed = Code(rawValue: "closed")
  }
}

extension SnapcastError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
