import Foundation

/// Why a service's catalog gave no answer, or none that can be used.
///
/// Descriptions and mirrors hold no token, no key, no query of a URL, and no word of the service.
/// Cancellation is not among them: a cancelled call throws `CancellationError`.
public struct CatalogError: Error, Sendable {
  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// The service; `nil` where a transport failed that does not know it.
  public var service: CatalogService?
  /// What happened, for people; in English, without secrets.
  public let message: String
  /// The status of the HTTP answer, where one came.
  public let httpStatus: Int?
  /// What the service itself says of the failure, where it says anything.
  public let details: [Detail]
  /// How long the service asks to wait before the next request; `nil` where it does not say.
  public let retryAfter: Duration?
  /// Whether the same call may succeed later without a change of anything else.
  public let isRetryable: Bool
  /// The error that caused this one.
  public let underlying: (any Error)?

  /// Makes an error. `isRetryable` follows from the code where it is not given.
  public init(
    _ code: Code,
    _ message: String,
    service: CatalogService? = nil,
    httpStatus: Int? = nil,
    details: [Detail] = [],
    retryAfter: Duration? = nil,
    isRetryable: Bool? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.service = service
    self.message = message
    self.httpStatus = httpStatus
    self.details = details
    self.retryAfter = retryAfter
    self.isRetryable = isRetryable ?? code.isUsuallyRetryable
    self.underlying = underlying
  }
}

extension CatalogError {
  /// One failure as the service words it.
  public struct Detail: Sendable, Hashable {
    /// The service's own code, such as `40005`.
    public var code: String?
    /// The service's identity of this occurrence, to quote to its support.
    public var occurrence: String?
    /// A short name of the failure.
    public var title: String?
    /// The failure in a sentence.
    public var text: String?
    /// The parameter of the request that is at fault.
    public var parameter: String?

    /// Makes a detail of what is known.
    public init(
      code: String? = nil,
      occurrence: String? = nil,
      title: String? = nil,
      text: String? = nil,
      parameter: String? = nil
    ) {
      self.code = code
      self.occurrence = occurrence
      self.title = title
      self.text = text
      self.parameter = parameter
    }
  }
}

extension CatalogError: CustomStringConvertible {
  /// Service, code and message.
  public var description: String {
    [service?.rawValue, code.rawValue, message].compactMap(\.self).joined(separator: ": ")
  }
}

extension CatalogError: LocalizedError {
  /// The message, in English: what `localizedDescription` shows.
  public var errorDescription: String? { message }
}

extension CatalogError: CustomReflectable {
  /// What `dump` shows: nothing in others' words. Of ``details`` only codes that are numbers, of
  /// ``underlying`` only its type: both may quote what was asked or answered.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code.rawValue, "service": service?.rawValue as Any, "message": message,
        "httpStatus": httpStatus as Any, "details": details.compactMap(\.plainCode),
        "retryAfter": retryAfter as Any, "isRetryable": isRetryable,
        "underlying": underlying.map { "\(type(of: $0))" } as Any,
      ],
      displayStyle: .struct
    )
  }
}

extension CatalogError.Detail {
  /// The service's code, where it is a short number, and so quotes nothing.
  package var plainCode: String? {
    code.flatMap { $0.isASCIIDigits && $0.utf8.count <= 8 ? $0 : nil }
  }
}
