import PlayerKitSystem
import Foundation
import PlayerKitServices

extension ITunes {
  /// One result, as the service sent it, with typed accessors over its fields.
  ///
  /// A field that lacks, or is not of its documented type, is `nil` and costs no other: of old
  /// tracks many fields lack. What has no accessor is in ``fields``. Encoding gives back everything.
  public protocol Record: Codable, Hashable, Identifiable, Sendable where ID == String {
    /// The id; see ``ITunes``.
    var id: String { get }
    /// All fields by their names on the wire.
    var fields: [String: JSONValue] { get }
    /// Takes a result's fields; `nil` where they are not of this kind, or lack the id.
    init?(fields: [String: JSONValue])
  }
}

extension ITunes.Record {
  /// Decodes an object.
  ///
  /// - Throws: `DecodingError` where it is not of this kind, or lacks the id.
  public init(from decoder: any Decoder) throws {
    let fields = try [String: JSONValue](from: decoder)
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
  public var wrapperType: String? { fields.text(.wrapperType) }
  /// The artist's name, as it is shown.
  public var artistName: String? { fields.text(.artistName) }
  /// The artist's id; `nil` for various artists.
  public var artistID: String? { fields[.artistId]?.storeID }
  /// The artist's id in AllMusic's guide.
  public var amgArtistID: String? { fields[.amgArtistId]?.storeID }
  /// The main genre, in the language of the request.
  public var primaryGenreName: String? { fields.text(.primaryGenreName) }
  /// The page of a radio station made of it; of old results only.
  public var radioStationURL: URL? { fields.url(.radioStationUrl) }
}

extension ITunes {
  /// What is sold: tracks and collections.
  public protocol StoreRecord: Record {}
}

extension ITunes.StoreRecord {
  /// The album's id.
  public var collectionID: String? { fields[.collectionId]?.storeID }
  /// The album's name.
  public var collectionName: String? { fields.text(.collectionName) }
  /// The album's name, with letters of objectionable words starred out.
  public var collectionCensoredName: String? { fields.text(.collectionCensoredName) }
  /// The album's page.
  public var collectionViewURL: URL? { fields.url(.collectionViewUrl) }
  /// The album's price in ``currency``.
  public var collectionPrice: Double? { fields[.collectionPrice]?.number }
  /// The album's price in high definition.
  public var collectionHDPrice: Double? { fields[.collectionHdPrice]?.number }
  /// How explicit the album is.
  public var collectionExplicitness: ITunes.Explicitness? {
    fields.text(.collectionExplicitness).map(ITunes.Explicitness.init(rawValue:))
  }
  /// The artist's page.
  public var artistViewURL: URL? { fields.url(.artistViewUrl) }
  /// `Explicit` or `Clean`, where it applies.
  public var contentAdvisoryRating: String? { fields.text(.contentAdvisoryRating) }
  /// The album's artist, where it is another: of a compilation.
  public var collectionArtistID: String? { fields[.collectionArtistId]?.storeID }
  /// The name of the album's artist, where it is another.
  public var collectionArtistName: String? { fields.text(.collectionArtistName) }
  /// The page of the album's artist, where it is another.
  public var collectionArtistViewURL: URL? { fields.url(.collectionArtistViewUrl) }
  /// About 30 seconds of it: AAC in an m4a file, or an m4v video. Needs no token, does not expire.
  public var previewURL: URL? { fields.url(.previewUrl) }
  /// The line of copyright.
  public var copyright: String? { fields.text(.copyright) }
  /// Whether the store adds extras to it.
  public var hasITunesExtras: Bool? { fields[.hasITunesExtras]?.bool }
  /// How many tracks the album, or the track's disc, has.
  public var trackCount: Int? { fields[.trackCount]?.int }
  /// The storefront's country in **three** capital letters.
  public var country: String? { fields.text(.country) }
  /// The currency of prices, in three capital letters.
  public var currency: String? { fields.text(.currency) }
  /// The day of release as it was sent, such as `2021-03-05T08:00:00Z`.
  public var releaseDate: String? { fields.text(.releaseDate) }
  /// ``releaseDate`` as a date; `nil` where only a year is known, or it has another form.
  public var releasedAt: Date? { releaseDate.flatMap { try? Date($0, strategy: .iso8601) } }
  /// The store's description, which may hold HTML.
  public var storeDescription: String? { fields.text(.description) }
  /// A short description.
  public var shortDescription: String? { fields.text(.shortDescription) }
  /// A long description.
  public var longDescription: String? { fields.text(.longDescription) }

  /// The cover as a square of about `pixels` a side.
  ///
  /// The service gives small pictures only; the size stands in the last part of their address, and
  /// larger ones are served up to the size of the source. Of another form of address, the picture
  /// itself is returned.
  public func artworkURL(pixels: Int) -> URL? {
    let sizes: [ITunes.Field] = [.artworkUrl600, .artworkUrl100, .artworkUrl60, .artworkUrl30]
    let largest = sizes.lazy.compactMap { fields.text($0) }.first
    return largest.flatMap { URL(string: ITunes.artwork($0, pixels: pixels)) }
  }
}

extension ITunes {
  /// How explicit something is. The set is open.
  public struct Explicitness: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Explicit.
    public static let explicit = Explicitness(rawValue: "explicit")
    /// A version made clean.
    public static let cleaned = Explicitness(rawValue: "cleaned")
    /// Not explicit.
    public static let notExplicit = Explicitness(rawValue: "notExplicit")
  }

  /// Replaces the size in an address such as `…/100x100bb.jpg`.
  static func artwork(_ address: String, pixels: Int) -> String {
    let size = String(min(max(pixels, 1), 10_000))
    return artworkTemplate(address)?.replacing("{w}", with: size).replacing("{h}", with: size)
      ?? address
  }

  /// `…/{w}x{h}bb.jpg` of such an address; `nil` of another form.
  static func artworkTemplate(_ address: String) -> String? {
    let start = address.lastIndex(of: "/").map(address.index(after:)) ?? address.startIndex
    var rest = address[start...]
    func dropNumber() -> Bool {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    guard dropNumber(), rest.first == "x" else { return nil }
    rest = rest.dropFirst()
    guard dropNumber() else { return nil }
    return "\(address[..<start]){w}x{h}\(rest)"
  }
}

extension ITunes {
  /// A field of a result that a property reads, by its name on the wire.
  ///
  /// The properties of records take their values by these names alone, so that the list and the
  /// properties cannot drift apart. What the service sends beside them is in ``Record/fields``.
  package enum Field: String, CaseIterable {
    // What a result is, and its ids.
    case wrapperType, kind, collectionType, artistType
    case trackId, collectionId, artistId, amgArtistId, collectionArtistId, primaryGenreId
    // Names and texts.
    case trackName, trackCensoredName, collectionName, collectionCensoredName
    case artistName, collectionArtistName, primaryGenreName
    case copyright, description, shortDescription, longDescription
    // Addresses.
    case trackViewUrl, collectionViewUrl, artistViewUrl, artistLinkUrl, collectionArtistViewUrl
    case previewUrl, radioStationUrl
    case artworkUrl30, artworkUrl60, artworkUrl100, artworkUrl600
    // Prices.
    case trackPrice, trackHdPrice, trackRentalPrice, trackHdRentalPrice
    case collectionPrice, collectionHdPrice, currency, country
    // Numbers and the rest.
    case trackTimeMillis, trackNumber, trackCount, discNumber, discCount, releaseDate
    case trackExplicitness, collectionExplicitness, contentAdvisoryRating
    case isStreamable, hasITunesExtras
  }
}

extension [String: JSONValue] {
  subscript(field: ITunes.Field) -> JSONValue? { self[field.rawValue] }

  func text(_ field: ITunes.Field) -> String? { self[field]?.string }
  func url(_ field: ITunes.Field) -> URL? { text(field).flatMap { URL(string: $0) } }
}

extension JSONValue {
  /// An id of the store, whether it is written as a number or as text; `nil` for anything else,
  /// zero included, which the service writes for "none".
  var storeID: String? {
    let text = int.map(String.init) ?? string
    return text.flatMap { $0.isASCIIDigits && $0.contains { $0 != "0" } ? $0 : nil }
  }
}
