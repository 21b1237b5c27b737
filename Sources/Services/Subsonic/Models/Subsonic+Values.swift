import PlayerKitServices

extension Subsonic {
  /// An id, which is opaque text. Numbers from old servers become their digits.
  @propertyWrapper
  public struct Identifier: Hashable, Sendable, Codable {
    /// The id as text.
    public var wrappedValue: String

    /// Wraps an id.
    public init(wrappedValue: String) {
      self.wrappedValue = wrappedValue
    }

    /// Decodes a non-empty text or an integer.
    public init(from decoder: any Decoder) throws {
      wrappedValue = try decoder.singleValueContainer().decodeIdentifier()
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  /// A list. Old servers send a single member without a list. Unreadable members do not affect the
  /// others.
  public struct Members<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable,
    RandomAccessCollection
  {
    private var list: LossyArray<Element>

    /// Creates a list.
    public init(_ members: [Element] = []) {
      list = LossyArray(members)
    }

    /// The members that could not be read.
    public var unreadable: [UnreadableMember] { list.unreadable }
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { list.count }
    /// The member at a position.
    public subscript(position: Int) -> Element { list[position] }

    /// Decodes a list, or a single member.
    public init(from decoder: any Decoder) throws {
      if let list = try? LossyArray<Element>(from: decoder) {
        self.list = list
      } else {
        list = LossyArray([try Element(from: decoder)])
      }
    }

    /// Encodes a list.
    public func encode(to encoder: any Encoder) throws { try list.encode(to: encoder) }
  }

  /// A name, with an id if it is an artist's.
  public struct Named: Codable, Hashable, Sendable {
    /// The id, if there is one.
    public var id: String?
    /// The name.
    public var name: String?
  }

  /// A contributor to a song.
  public struct Contributor: Codable, Hashable, Sendable {
    /// The role, such as `composer`, `lyricist` or `performer`.
    public var role: String?
    /// The instrument of a performer.
    public var subRole: String?
    /// The artist.
    public var artist: Named?
  }

  /// The loudness of a song according to the server. Gains are in decibels, and peaks relative to
  /// full scale.
  public struct ReplayGain: Codable, Hashable, Sendable {
    /// The gain of the song in dB.
    public var trackGain: Double?
    /// The gain of the album in dB.
    public var albumGain: Double?
    /// The song's peak sample, where 1 is full scale.
    public var trackPeak: Double?
    /// The album's peak sample, where 1 is full scale.
    public var albumPeak: Double?
    /// The gain added to the others, as in Opus, in dB.
    public var baseGain: Double?
    /// The gain to use if no other is known, in dB.
    public var fallbackGain: Double?
  }

  /// A capability of the server beyond Subsonic.
  public struct Extension: Codable, Hashable, Sendable {
    /// The name, such as `songLyrics`.
    public var name: String?
    /// The supported versions.
    public var versions: [Int]?
  }

  /// The capabilities of a server beyond Subsonic.
  public struct Extensions: Hashable, Sendable {
    /// All extensions.
    public let all: [Extension]

    /// Creates a list.
    public init(_ all: [Extension]) { self.all = all }

    /// Returns whether the server has an extension in a version.
    public func contains(_ name: String, version: Int = 1) -> Bool {
      all.contains { $0.name == name && $0.versions?.contains(version) == true }
    }
  }

  /// A user's rights.
  public struct User: Codable, Hashable, Sendable {
    /// The name.
    public var username: String?
    /// Whether the user may download original files.
    public var downloadRole: Bool?
    /// Whether the user may stream.
    public var streamRole: Bool?
    /// Whether the server forwards plays to Last.fm and similar services.
    public var scrobblingEnabled: Bool?
    /// The user's maximum bit rate in kbit/s; 0 for no limit.
    public var maxBitRate: Int?
  }
}
