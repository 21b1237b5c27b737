import MusicCatalog

extension AppleMusic {
  /// Texts of the editors, or a description. Any of them may hold HTML such as `<i>`.
  public struct EditorialNotes: Codable, Hashable, Sendable {
    /// The long text.
    public var standard: String?
    /// The short text.
    public var short: String?
    /// A name or heading.
    public var name: String?
    /// A line that goes with the name.
    public var tagline: String?

    /// Makes one of which nothing is known.
    public init() {}
  }

  /// A text for people.
  public struct DisplayText: Codable, Hashable, Sendable {
    /// The text.
    public var stringForDisplay: String?
    /// The ids of what the text speaks of.
    public var contentIds: [String]?

    /// Makes one of which nothing is known.
    public init() {}
  }

  /// A number that the service writes now as a number, now as a text.
  public enum NumberOrText: Hashable, Sendable {
    /// As a number.
    case number(Int)
    /// As a text.
    case text(String)
  }
}

extension AppleMusic.NumberOrText: Codable {
  /// Reads either.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(try container.decode(Int.self))
    }
  }

  /// Writes what was read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  /// As a text.
  public var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}
