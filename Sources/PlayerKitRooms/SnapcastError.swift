/// Why a snapserver did not do what it was asked for.
public struct SnapcastError: Error, Sendable, Hashable {
  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// What happened, for people; in English. What the server said is cut at 200 characters.
  public let message: String
  /// The server's own code, where it refused.
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

    /// There is no connection to the server: refused, no such host, no route.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The server did not connect or answer in time.
    public static let timedOut = Code(rawValue: "timedOut")
    /// The connection broke before the answer came.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The server said what no snapserver says, or too much at once.
    public static let invalidResponse = Code(rawValue: "invalidResponse")
    /// The server understood and refused: an unknown room, a value that it does not take.
    public static let refused = Code(rawValue: "refused")
    /// The server does not know the method. Debian's 0.26 has no streams to add and remove.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The server has no such stream, or none that can be fed.
    public static let noStream = Code(rawValue: "noStream")
    /// Too many requests wait for their answers.
    public static let busy = Code(rawValue: "busy")
    /// The task that asked was cancelled. The server may have obeyed.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The client was closed.
    public static let closed = Code(rawValue: "closed")
  }
}

extension SnapcastError: CustomStringConvertible {
  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}
