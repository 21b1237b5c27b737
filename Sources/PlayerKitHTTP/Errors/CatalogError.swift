import PlayerKitSystem

/// The error of a request: to a service's catalog, or to any other server.
///
/// Descriptions and mirrors contain no token, key, URL query, or text of the service. Cancellation
/// is not a `CatalogError`: a canceled call throws `CancellationError`.
public struct CatalogError: Error, Sendable {
  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// The service. `nil` if the error comes from a transport that does not know the service.
  public var service: CatalogService?
  /// A message for people, in English and without secrets.
  public let message: String
  /// The status of the HTTP response, if there was one.
  public let httpStatus: Int?
  /// The service's own descriptions of the failure. Empty if it sent none.
  public let details: [Detail]
  /// How long the service asks to wait before the next request. `nil` if it does not state it.
  public let retryAfter: Duration?
  /// Whether the same call may succeed later without any change.
  public let isRetryable: Bool
  /// The error that caused this one.
  public let underlying: (any Error)?

  /// Makes an error. `isRetryable` defaults to the usual value for the code.
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
  /// One failure in the service's own words.
  public struct Detail: Sendable, Hashable {
    /// The service's own code, such as `40005`.
    public var code: String?
    /// The service's id of this occurrence, to quote to its support.
    public var occurrence: String?
    /// A short name of the failure.
    public var title: String?
    /// The failure in a sentence.
    public var text: String?
    /// The request parameter at fault.
    public var parameter: String?

    /// Makes a detail.
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

extension CatalogError: Equatable {
  /// Compares everything but the underlying error.
  public static func == (a: CatalogError, b: CatalogError) -> Bool {
    a.code == b.code && a.service == b.service && a.message == b.message
      && a.httpStatus == b.httpStatus && a.details == b.details && a.retryAfter == b.retryAfter
      && a.isRetryable == b.isRetryable
  }
}

extension CatalogError: CustomStringConvertible {
  /// The service, the code, and the message.
  public var description: String {
    [service?.rawValue, code.rawValue, message].compactMap(\.self).joined(separator: ": ")
  }
}

extension CatalogError: LocalizedError {
  /// The message, in English. `localizedDescription` returns it.
  public var errorDescription: String? { message }
}

extension CatalogError: CustomReflectable {
  /// The mirror for `dump`. It contains no text of others: only numeric codes of ``details``, and
  /// only the type of ``underlying``. Both may quote the request or the reply.
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
  /// The service's code if it is a short number, which cannot quote anything.
  package var plainCode: String? {
    code.flatMap { code in
      let isNumber = code.utf8.allSatisfy { (48...57).contains($0) }
      return isNumber && (1...8).contains(code.utf8.count) ? code : nil
    }
  }
}
