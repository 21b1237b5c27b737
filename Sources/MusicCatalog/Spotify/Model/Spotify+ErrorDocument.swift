extension Spotify {
  /// What the service answers instead of data: the API's form, or that of the token end point.
  public struct ErrorDocument: Codable, Hashable, Sendable {
    /// What is wrong.
    public var error: Content?
    /// A sentence about it; of the token end point.
    public var text: String?

    /// Makes a document.
    public init(_ error: Content? = nil, text: String? = nil) {
      self.error = error
      self.text = text
    }

    private enum CodingKeys: String, CodingKey {
      case error
      case text = "error_description"
    }
  }
}

extension Spotify.ErrorDocument {
  /// What is wrong, in either form.
  public enum Content: Hashable, Sendable {
    /// Of the API.
    case failure(Failure)
    /// Of the token end point: a name, such as `invalid_grant`.
    case name(String)
  }

  /// A failure of the API.
  public struct Failure: Codable, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int?
    /// The failure in a sentence.
    public var message: String?
    /// Why the player, or a quota, refuses.
    public var reason: Spotify.Reason?

    /// Makes one of which nothing is known.
    public init() {}
  }

  /// As a ``CatalogError`` carries it: the reason as the code.
  public var details: [CatalogError.Detail] {
    switch error {
    case .failure(let failure):
      [CatalogError.Detail(code: failure.reason?.rawValue, text: failure.message)]
    case .name(let name): [CatalogError.Detail(code: name, text: text)]
    case nil: []
    }
  }
}

extension Spotify.ErrorDocument.Content: Codable {
  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = .name(name)
    } else {
      self = .failure(try Spotify.ErrorDocument.Failure(from: decoder))
    }
  }

  /// Writes the form that was read.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .failure(let failure): try failure.encode(to: encoder)
    case .name(let name):
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
}
