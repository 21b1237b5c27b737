import Foundation
import PlayerKitITunes
import PlayerKitServices

/// The public properties of a kind of record, and its smallest valid form.
package struct RecordProperties<Record: ITunes.Record> {
  package let identity: [String: JSONValue]
  package let keyPaths: [PartialKeyPath<Record>]

  /// Whether a field appears in a property with some value.
  package func read(_ field: String) -> Bool {
    let own = identity[field].map { [$0] } ?? []
    let values: [JSONValue] = [7, 12.5, true, "https://a.example/100x100bb.jpg"]
    return (values + own).contains { show(field, $0) }
  }

  /// Whether a field with this value appears in a property.
  package func show(_ field: String, _ value: JSONValue) -> Bool {
    var fields = identity
    fields[field] = value
    guard let with = Record(fields: fields) else { return false }
    fields[field] = nil
    // A record that is invalid without the field reads it.
    guard let without = Record(fields: fields) else { return true }
    return values(with) != values(without)
  }

  private func values(_ record: Record) -> [String] {
    keyPaths.map { String(describing: record[keyPath: $0]) }
  }
}

extension RecordProperties<ITunes.Song> {
  package static var song: Self {
    Self(
      identity: ["wrapperType": "track", "kind": "song", "trackId": 1],
      keyPaths: Record.trackProperties
    )
  }
}

extension RecordProperties<ITunes.MusicVideo> {
  package static var musicVideo: Self {
    Self(
      identity: ["wrapperType": "track", "kind": "music-video", "trackId": 1],
      keyPaths: Record.trackProperties
    )
  }
}

extension RecordProperties<ITunes.Collection> {
  package static var collection: Self {
    Self(
      identity: ["wrapperType": "collection", "collectionId": 1],
      keyPaths: Record.storeProperties + [\.name, \.collectionType, \.viewURL]
    )
  }
}

extension RecordProperties<ITunes.Artist> {
  package static var artist: Self {
    Self(
      identity: ["wrapperType": "artist", "artistId": 1],
      keyPaths: Record.properties + [\.name, \.artistType, \.viewURL, \.primaryGenreID]
    )
  }
}

extension RecordProperties<ITunes.OtherRecord> {
  package static var other: Self {
    Self(identity: [:], keyPaths: Record.storeProperties + [\.kind, \.name])
  }
}

extension ITunes.Record {
  fileprivate static var properties: [PartialKeyPath<Self>] {
    [
      \.id, \.wrapperType, \.artistName, \.artistID, \.amgArtistID, \.primaryGenreName,
      \.radioStationURL,
    ]
  }
}

extension ITunes.StoreRecord {
  private var artwork: URL? { artworkURL(pixels: 100) }

  fileprivate static var storeProperties: [PartialKeyPath<Self>] {
    properties + [
      \.collectionID, \.collectionName, \.collectionCensoredName, \.collectionViewURL,
      \.collectionPrice, \.collectionHDPrice, \.collectionExplicitness, \.artistViewURL,
      \.collectionArtistID, \.collectionArtistName, \.collectionArtistViewURL,
      \.contentAdvisoryRating, \.trackCount, \.country, \.currency, \.releaseDate, \.previewURL,
      \.copyright, \.hasITunesExtras, \.storeDescription, \.shortDescription, \.longDescription,
      \.artwork,
    ]
  }
}

extension ITunes.TrackRecord {
  fileprivate static var trackProperties: [PartialKeyPath<Self>] {
    storeProperties + [
      \.kind, \.name, \.censoredName, \.viewURL, \.duration, \.price, \.isAlbumOnly,
      \.rentalPrice, \.hdPrice, \.hdRentalPrice, \.explicitness, \.trackNumber, \.discNumber,
      \.discCount, \.isStreamable,
    ]
  }
}
