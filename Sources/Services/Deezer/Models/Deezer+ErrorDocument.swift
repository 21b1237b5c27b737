import MusicCatalog

extension Deezer {
  /// What the service says in place of an answer, often with the status 200.
  public struct ErrorDocument: Codable, Hashable, Sendable {
    /// What went wrong.
    public var error: Fault

    /// One failure.
    public enum Fault: Hashable, Sendable {
      /// A failure of the API.
      case described(Description)
      /// A bare text, as for a path that does not exist.
      case text(String)
    }

    /// A failure as the API words it.
    public struct Description: Codable, Hashable, Sendable {
      /// The kind, such as `DataException`.
      public var type: String?
      /// In words.
      public var message: String?
      /// The number.
      public var code: Int?
    }
  }
}

extension Deezer.ErrorDocument.Fault: Codable {
  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .described(try container.decode(Deezer.ErrorDocument.Description.self))
    }
  }

  /// Writes it as it came.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .described(let description): try container.encode(description)
    case .text(let text): try container.encode(text)
    }
  }
}
