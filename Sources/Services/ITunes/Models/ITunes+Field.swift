import Foundation
import MusicCatalog

extension ITunes {
  /// A field of a result that a property reads, by its name on the wire.
  ///
  /// The properties of records take their values by these names alone, so that the list and the
  /// properties cannot drift apart. What the service sends beside them is in ``Record/fields``.
  public enum Field: String, Hashable, Sendable, CaseIterable {
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

extension Set<ITunes.Field> {
  /// What every record has properties for.
  static let ofRecords: Set = [
    .wrapperType, .artistId, .artistName, .amgArtistId, .primaryGenreName, .radioStationUrl,
  ]

  /// What records of things that are sold have properties for.
  static let ofStoreRecords: Set = ofRecords.union([
    .collectionId, .collectionName, .collectionCensoredName, .collectionViewUrl, .collectionPrice,
    .collectionHdPrice, .collectionExplicitness, .collectionArtistId, .collectionArtistName,
    .collectionArtistViewUrl, .artistViewUrl, .artworkUrl30, .artworkUrl60, .artworkUrl100,
    .artworkUrl600, .contentAdvisoryRating, .copyright, .country, .currency, .description,
    .hasITunesExtras, .longDescription, .previewUrl, .releaseDate, .shortDescription, .trackCount,
  ])

  /// What tracks have properties for.
  static let ofTracks: Set = ofStoreRecords.union([
    .kind, .trackId, .trackName, .trackCensoredName, .trackViewUrl, .trackTimeMillis, .trackPrice,
    .trackHdPrice, .trackRentalPrice, .trackHdRentalPrice, .trackExplicitness, .trackNumber,
    .discNumber, .discCount, .isStreamable,
  ])
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
