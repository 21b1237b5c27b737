import Foundation
import PlayerKitServices
import PlayerKitSystem

extension ITunes {
  /// One result as sent by the service, with typed accessors to its fields.
  ///
  /// A missing or invalid field is `nil` and does not affect others. Old tracks lack many fields.
  /// ``fields`` contains the fields without accessors. Encoding restores everything.
  public protocol Record: Codable, Hashable, Identifiable, Sendable where ID == String {
    /// The id; see ``ITunes``.
    var id: String { get }
    /// All fields by their JSON names.
    var fields: [String: JSONValue] { get }
    /// Creates a record from a result's fields; `nil` if they have another kind or lack the id.
    init?(fields: [String: JSONValue])
  }
}

extension ITunes.Record {
  /// Decodes an object.
  ///
  /// - Throws: `DecodingError` if it has another kind or lacks the id.
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
  /// The artist's display name.
  public var artistName: String? { fields.text(.artistName) }
  /// The artist's id; `nil` for various artists.
  public var artistID: String? { fields[.artistId]?.storeID }
  /// The artist's id at AllMusic.
  public var amgArtistID: String? { fields[.amgArtistId]?.storeID }
  /// The main genre, in the language of the request.
  public var primaryGenreName: String? { fields.text(.primaryGenreName) }
  /// The page of a radio station based on the item. Only old results have one.
  public var radioStationURL: URL? { fields.url(.radioStationUrl) }
}

extension ITunes {
  /// An item for sale: a track or a collection.
  public protocol StoreRecord: Record {}
}

extension ITunes.StoreRecord {
  /// The album's id.
  public var collectionID: String? { fields[.collectionId]?.storeID }
  /// The album's name.
  public var collectionName: String? { fields.text(.collectionName) }
  /// The album's name with censored words.
  public var collectionCensoredName: String? { fields.text(.collectionCensoredName) }
  /// The album's web page.
  public var collectionViewURL: URL? { fields.url(.collectionViewUrl) }
  /// The album's price in ``currency``.
  public var collectionPrice: Double? { fields[.collectionPrice]?.number }
  /// The album's price in high definition.
  public var collectionHDPrice: Double? { fields[.collectionHdPrice]?.number }
  /// How explicit the album is.
  public var collectionExplicitness: ITunes.Explicitness? {
    fields.text(.collectionExplicitness).map(ITunes.Explicitness.init(rawValue:))
  }
  /// The artist's web page.
  public var artistViewURL: URL? { fields.url(.artistViewUrl) }
  /// `Explicit` or `Clean`, if applicable.
  public var contentAdvisoryRating: String? { fields.text(.contentAdvisoryRating) }
  /// The id of the album's artist, if it differs, as for compilations.
  public var collectionArtistID: String? { fields[.collectionArtistId]?.storeID }
  /// The name of the album's artist, if it differs.
  public var collectionArtistName: String? { fields.text(.collectionArtistName) }
  /// The page of the album's artist, if it differs.
  public var collectionArtistViewURL: URL? { fields.url(.collectionArtistViewUrl) }
  /// The address of a preview of about 30 seconds: AAC in an m4a file, or an m4v video. It needs no
  /// token and does not expire.
  public var previewURL: URL? { fields.url(.previewUrl) }
  /// The copyright line.
  public var copyright: String? { fields.text(.copyright) }
  /// Whether the store includes extras.
  public var hasITunesExtras: Bool? { fields[.hasITunesExtras]?.bool }
  /// The number of tracks on the album or on the track's disc.
  public var trackCount: Int? { fields[.trackCount]?.int }
  /// The storefront's country as **three** capital letters.
  public var country: String? { fields.text(.country) }
  /// The currency of prices as three capital letters.
  public var currency: String? { fields.text(.currency) }
  /// The release date, as sent, such as `2021-03-05T08:00:00Z`.
  public var releaseDate: String? { fields.text(.releaseDate) }
  /// ``releaseDate`` as a date; `nil` if only a year is known or the form differs.
  public var releasedAt: Date? { releaseDate.flatMap { try? Date($0, strategy: .iso8601) } }
  /// The store's description, which may contain HTML.
  public var storeDescription: String? { fields.text(.description) }
  /// A short description.
  public var shortDescription: String? { fields.text(.shortDescription) }
  /// A long description.
  public var longDescription: String? { fields.text(.longDescription) }

  /// Returns the cover as a square of about `pixels` a side.
  ///
  /// The service sends addresses of small pictures only. The size is in the last component of the
  /// address, and the server delivers any size up to the original. If the address has another form,
  /// it is returned unchanged.
  public func artworkURL(pixels: Int) -> URL? {
    let sizes: [ITunes.Field] = [.artworkUrl600, .artworkUrl100, .artworkUrl60, .artworkUrl30]
    let largest = sizes.lazy.compactMap { fields.text($0) }.first
    return largest.flatMap { URL(string: ITunes.artwork($0, pixels: pixels)) }
  }
}

extension ITunes {
  /// How explicit an item is. The set is open.
  public struct Explicitness: RawRepresentable, Hashable, Sendable {
    /// The service's value.
    public let rawValue: String

    /// Creates a value from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Explicit.
    public static let explicit = Explicitness(rawValue: "explicit")
    /// A cleaned version.
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

  /// Returns `…/{w}x{h}bb.jpg` for such an address; `nil` for other forms.
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
  /// The JSON name of a result's field that a property reads.
  ///
  /// The properties of records only use these names, so that the list and the properties cannot
  /// diverge. ``Record/fields`` contains the service's other fields.
  package enum Field: String, CaseIterable {
    // Kinds and ids.
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
  /// An id of the store, written as a number or text; `nil` for anything else, including zero,
  /// which the service writes for "none".
  var storeID: String? {
    let text = int.map(String.init) ?? string
    return text.flatMap { $0.isASCIIDigits && $0.contains { $0 != "0" } ? $0 : nil }
  }
}
