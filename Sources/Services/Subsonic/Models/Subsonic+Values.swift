import PlayerKitServices

extension Subsonic {
  /// An id: an opaque text. Old servers send numbers, whose digits it is then.
  @propertyWrapper
  public struct Identifier: Hashable, Sendable, Codable {
    /// The id's text.
    public var wrappedValue: String

    /// Wraps an id.
    public init(wrappedValue: String) {
      self.wrappedValue = wrappedValue
    }

    /// Reads a text that is not empty, or a whole number.
    public init(from decoder: any Decoder) throws {
      wrappedValue = try decoder.singleValueContainer().decodeIdentifier()
    }

    /// Writes a text.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  /// A list. Old servers send a list of one as that one. A member that can't be read does not lose the others.
  public struct Members<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable,
    RandomAccessCollection
  {
    private var list: LossyArray<Element>

    /// Makes a list.
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

    /// Reads a list, or one member in place of it.
    public init(from decoder: any Decoder) throws {
      if let list = try? LossyArray<Element>(from: decoder) {
        self.list = list
      } else {
        list = LossyArray([try Element(from: decoder)])
      }
    }

    /// Writes a list.
    public func encode(to encoder: any Encoder) throws { try list.encode(to: encoder) }
  }

  /// A name and, of artists, an id.
  public struct Named: Codable, Hashable, Sendable {
    /// The id, where it has one.
    public var id: String?
    /// The name.
    public var name: String?
  }

  /// Who took part in a song, and as what.
  public struct Contributor: Codable, Hashable, Sendable {
    /// `composer`, `lyricist`, `performer` …
    public var role: String?
    /// Of a performer: the instrument.
    public var subRole: String?
    /// Who.
    public var artist: Named?
  }

  /// How loud a song is, as the server knows it. In decibels, and parts of full scale.
  public struct ReplayGain: Codable, Hashable, Sendable {
    /// What to add for the song alone, in dB.
    public var trackGain: Double?
    /// What to add for its whole album, in dB.
    public var albumGain: Double?
    /// The song's highest sample, where 1 is full scale.
    public var trackPeak: Double?
    /// The album's highest sample.
    public var albumPeak: Double?
    /// What is added to the others, as Opus has it, in dB.
    public var baseGain: Double?
    /// What to add where nothing else is known, in dB.
    public var fallbackGain: Double?
  }

  /// Something that the server can do beyond Subsonic.
  public struct Extension: Codable, Hashable, Sendable {
    /// Its name, such as `songLyrics`.
    public var name: String?
    /// The versions of it.
    public var versions: [Int]?
  }

  /// What a server can do beyond Subsonic.
  public struct Extensions: Hashable, Sendable {
    /// All that it names.
    public let all: [Extension]

    /// Makes a list.
    public init(_ all: [Extension]) { self.all = all }

    /// Whether it has this one, in this version.
    public func contains(_ name: String, version: Int = 1) -> Bool {
      all.contains { $0.name == name && $0.versions?.contains(version) == true }
    }
  }

  /// A user's rights.
  public struct User: Codable, Hashable, Sendable {
    /// The name.
    public var username: String?
    /// Whether files may be fetched as they are.
    public var downloadRole: Bool?
    /// Whether files may be listened to.
    public var streamRole: Bool?
    /// Whether plays are passed on to Last.fm and the like.
    public var scrobblingEnabled: Bool?
    /// The highest bit rate that the user gets, in kbit/s; 0: any.
    public var maxBitRate: Int?
  }
}
