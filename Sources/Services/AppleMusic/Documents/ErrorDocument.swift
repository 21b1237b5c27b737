import MusicCatalog

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
    public var status: NumberOrText?
    /// The service's code: the status and two digits.
    public var code: NumberOrText?
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
        code: code?.text,
        occurrence: id,
        title: title,
        text: detail,
        parameter: source?.parameter ?? source?.pointer
      )
    }
  }
}
