import Foundation

extension ITunes {
  /// One result, as the service sent it, with typed accessors over its fields.
  ///
  /// A field that lacks, or is not of its documented type, is `nil` and costs no other: of old
  /// tracks many fields lack. What has no accessor is in ``fields``. Encoding gives back everything.
  public protocol Record: Codable, Hashable, Identifiable, Sendable where ID == String {
    /// The id; see ``ITunes``.
    var id: String { get }
    /// All fields by their names on the wire.
    var fields: [String: JSON] { get }
    /// Takes a result's fields; `nil` where they are not of this kind, or lack the id.
    init?(fields: [String: JSON])
  }
}

extension ITunes.Record {
  /// Decodes an object.
  ///
  /// - Throws: `DecodingError` where it is not of this kind, or lacks the id.
  public init(from decoder: any Decoder) throws {
    let fields = try [String: ITunes.JSON](from: decoder)
    guard let record = Self(fields: fields) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a \(Self.self) with an id")
      )
    }
    self = record
  }

  /// Encodes all fields.
  public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

  /// `track`, `collection`, `artist` or another.
  public var wrapperType: String? { fields["wrapperType"]?.string }
  /// The artist's name, as it is shown.
  public var artistName: String? { fields["artistName"]?.string }
  /// The artist's id; `nil` for various artists.
  public var artistID: String? { fields["artistId"]?.id }
  /// The artist's id in AllMusic's guide.
  public var amgArtistID: String? { fields["amgArtistId"]?.id }
  /// The main genre, in the language of the request.
  public var primaryGenreName: String? { fields["primaryGenreName"]?.string }

  func text(_ name: String) -> String? { fields[name]?.string }
  func url(_ name: String) -> URL? { fields[name]?.string.flatMap { URL(string: $0) } }
  func integer(_ name: String) -> Int? { fields[name]?.integer }
}

extension ITunes {
  /// What is sold: tracks and collections.
  public protocol StoreRecord: Record {}
}

extension ITunes.StoreRecord {
  /// The album's id.
  public var collectionID: String? { fields["collectionId"]?.id }
  /// The album's name.
  public var collectionName: String? { text("collectionName") }
  /// The album's name, with letters of objectionable words starred out.
  public var collectionCensoredName: String? { text("collectionCensoredName") }
  /// The album's page.
  public var collectionViewURL: URL? { url("collectionViewUrl") }
  /// The album's price in ``currency``.
  public var collectionPrice: Double? { fields["collectionPrice"]?.number }
  /// The album's price in high definition.
  public var collectionHDPrice: Double? { fields["collectionHdPrice"]?.number }
  /// How explicit the album is.
  public var collectionExplicitness: ITunes.Explicitness? {
    text("collectionExplicitness").map(ITunes.Explicitness.init(rawValue:))
  }
  /// The artist's page.
  public var artistViewURL: URL? { url("artistViewUrl") }
  /// `Explicit` or `Clean`, where it applies.
  public var contentAdvisoryRating: String? { text("contentAdvisoryRating") }
  /// How many tracks the album, or the track's disc, has.
  public var trackCount: Int? { integer("trackCount") }
  /// The storefront's country in **three** capital letters.
  public var country: String? { text("country") }
  /// The currency of prices, in three capital letters.
  public var currency: String? { text("currency") }
  /// The day of release as it was sent, such as `2021-03-05T08:00:00Z`.
  public var releaseDate: String? { text("releaseDate") }
  /// ``releaseDate`` as a date; `nil` where only a year is known, or it has another form.
  public var releasedAt: Date? { releaseDate.flatMap { try? Date($0, strategy: .iso8601) } }
  /// A short description.
  public var shortDescription: String? { text("shortDescription") }
  /// A long description.
  public var longDescription: String? { text("longDescription") }

  /// The cover as a square of about `pixels` a side.
  ///
  /// The service gives small pictures only; the size stands in the last part of their address, and
  /// larger ones are served up to the size of the source. Of another form of address, the picture
  /// itself is returned.
  public func artworkURL(pixels: Int) -> URL? {
    let names = ["artworkUrl600", "artworkUrl100", "artworkUrl60", "artworkUrl30"]
    let largest = names.lazy.compactMap { text($0) }.first
    return largest.flatMap { URL(string: ITunes.artwork($0, pixels: pixels)) }
  }
}

extension ITunes {
  /// How explicit something is. The set is open.
  public struct Explicitness: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Explicit.
    public static let explicit = Explicitness(rawValue: "explicit")
    /// A version made clean.
    public static let cleaned = Explicitness(rawValue: "cleaned")
    /// Not explicit.
    public static let notExplicit = Explicitness(rawValue: "notExplicit")
  }

  /// Replaces the size in an address such as `…/100x100bb.jpg`.
  static func artwork(_ address: String, pixels: Int) -> String {
    let start = address.lastIndex(of: "/").map(address.index(after:)) ?? address.startIndex
    var rest = address[start...]
    func dropNumber() -> Bool {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    guard dropNumber(), rest.first == "x" else { return address }
    rest = rest.dropFirst()
    guard dropNumber() else { return address }
    let size = min(max(pixels, 1), 10_000)
    return "\(address[..<start])\(size)x\(size)\(rest)"
  }
}
