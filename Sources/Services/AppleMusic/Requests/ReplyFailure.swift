import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads what an answer says of a failure: by its status first, by its body where there is one.
enum ReplyFailure {
  /// The code of a call for which the account has no subscription.
  static let insufficientPrivileges = "40015"
  /// The code of a list that has no members.
  static let noRelatedResources = "40403"

  /// The failure that `reply` states; `nil` where it is a success.
  ///
  /// - Parameters:
  ///   - date: the present, for a `Retry-After` that names a date.
  ///   - isUsersFault: whether a 401 is about the user, and not about the app.
  static func error(
    of reply: HTTPReply,
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

  // The service's own words stay in the details: they may quote what was asked.
  private static func message(status: Int, details: [CatalogError.Detail]) -> String {
    let code = details.compactMap(\.plainCode).first
    return "The service answered \(status)" + (code.map { ", code \($0)." } ?? ".")
  }

  /// The errors that a body lists; empty where it is none of the service's error documents.
  static func details(of body: Data) -> [CatalogError.Detail] {
    guard !body.isEmpty else { return [] }
    let document = try? JSONDecoder().decode(AppleMusic.ErrorDocument.self, from: body)
    return document?.details ?? []
  }
}

extension AppleMusic {
  /// What the service answers instead of data. May hold no error at all.
  public struct ErrorDocument: Codable, Hashable, Sendable {
    /// The errors.
    public var errors: LossyArray<Failure>?

    /// Makes a document.
    public init(_ errors: [Failure] = []) { self.errors = LossyArray(errors) }

    /// The errors as a ``CatalogError`` carries them.
    public var details: [CatalogError.Detail] { errors?.map(\.detailOfError) ?? [] }
  }

  /// One error of an answer.
  public struct Failure: Codable, Hashable, Sendable {
    /// The identity of this occurrence.
    public var id: String?
    /// A short name.
    public var title: String?
    /// The error in a sentence.
    public var detail: String?
    /// The HTTP status.
    public var status: JSONValue?
    /// The service's code: the status and two digits.
    public var code: JSONValue?
    /// What of the request is at fault.
    public var source: Source?
    /// Where more is written about it.
    public var about: String?
    /// What else the service says.
    public var meta: JSONValue?

    /// Makes one of which nothing is known.
    public init() {}

    /// A part of a request.
    public struct Source: Codable, Hashable, Sendable {
      /// The parameter of the query.
      public var parameter: String?
      /// The place in the body.
      public var pointer: String?

      /// Makes one of which nothing is known.
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
