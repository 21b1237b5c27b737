import Foundation
import HTTPTypes
import PlayerKitServices

/// Extracts the failure from a reply: from its status first, and from its body if there is one.
enum ReplyFailure {
  /// The code for an account without a subscription.
  static let insufficientPrivileges = "40015"
  /// The code for a list without members.
  static let noRelatedResources = "40403"

  /// Returns the failure of `reply`. `nil` if it is a success.
  ///
  /// - Parameters:
  ///   - date: The current date, for a `Retry-After` with a date.
  ///   - isUsersFault: Whether a 401 concerns the user rather than the app.
  static func error(
    of reply: HTTPTransportResponse,
    at date: Date,
    isUsersFault: Bool = false
  ) -> CatalogError? {
    let status = reply.response.status.code
    guard !(200..<300).contains(status) else { return nil }
    let details = details(of: reply.body)
    let isRefusal =
      status == 401 && isUsersFault
      || status == 400 && details.contains { $0.code == insufficientPrivileges }
    return CatalogError(
      isRefusal ? .forbidden : CatalogError.Code(httpStatus: status),
      message(status: status, details: details),
      service: .appleMusic,
      httpStatus: status,
      details: details,
      retryAfter: reply.retryAfter(now: date),
      isRetryable: status == 501 ? false : nil
    )
  }

  // The service's own text stays in the details: it may quote the request.
  private static func message(status: Int, details: [CatalogError.Detail]) -> String {
    let code = details.compactMap(\.plainCode).first
    return "The service answered \(status)" + (code.map { ", code \($0)." } ?? ".")
  }

  /// Returns the errors in a body. Empty if it is not an error document of the service.
  static func details(of body: Data) -> [CatalogError.Detail] {
    guard !body.isEmpty else { return [] }
    let document = try? JSONDecoder().decode(AppleMusic.ErrorDocument.self, from: body)
    return document?.details ?? []
  }
}

extension AppleMusic {
  /// The service's reply for a failure. May contain no error.
  public struct ErrorDocument: Codable, Hashable, Sendable {
    /// The errors.
    public var errors: LossyArray<Failure>?

    /// Makes a document.
    public init(_ errors: [Failure] = []) { self.errors = LossyArray(errors) }

    /// The errors in the form of ``CatalogError``.
    public var details: [CatalogError.Detail] { errors?.map(\.detailOfError) ?? [] }
  }

  /// One error of a reply.
  public struct Failure: Codable, Hashable, Sendable {
    /// The id of this occurrence.
    public var id: String?
    /// A short name.
    public var title: String?
    /// The error in a sentence.
    public var detail: String?
    /// The HTTP status.
    public var status: JSONValue?
    /// The service's code: the status and two digits.
    public var code: JSONValue?
    /// The part of the request at fault.
    public var source: Source?
    /// The address of further information.
    public var about: String?
    /// Further metadata from the service.
    public var meta: JSONValue?

    /// Makes an empty error.
    public init() {}

    /// A part of a request.
    public struct Source: Codable, Hashable, Sendable {
      /// The parameter of the query.
      public var parameter: String?
      /// The location in the body.
      public var pointer: String?

      /// Makes an empty source.
      public init() {}
    }

    var detailOfError: CatalogError.Detail {
      CatalogError.Detail(
        code: code?.string ?? code?.int.map(String.init),
        occurrence: id,
        title: title,
        text: detail,
        parameter: source?.parameter ?? source?.pointer
      )
    }
  }
}
