import Foundation
import PlayerKitServices

extension ITunes {
  /// What songs and music videos have in common.
  public protocol TrackRecord: StoreRecord {}

  /// A song. Its id is the song's id in the Apple Music API, too.
  public struct Song: TrackRecord {
    /// The id.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSONValue]

    /// Takes a result's fields; `nil` where they are no song's, or lack the id.
    public init?(fields: [String: JSONValue]) {
      guard fields.text(.kind) == "song", let id = fields[.trackId]?.storeID else { return nil }
      self.id = id
      self.fields = fields
    }
  }

  /// A music video.
  public struct MusicVideo: TrackRecord {
    /// The id.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSONValue]

    /// Takes a result's fields; `nil` where they are no music video's, or lack the id.
    public init?(fields: [String: JSONValue]) {
      guard fields.text(.kind) == "music-video", let id = fields[.trackId]?.storeID else {
        return nil
      }
      self.id = id
      self.fields = fields
    }
  }
}

extension ITunes.TrackRecord {
  /// `song`, `music-video`.
  public var kind: String? { fields.text(.kind) }
  /// The track's name.
  public var name: String? { fields.text(.trackName) }
  /// The track's name, with letters of objectionable words starred out.
  public var censoredName: String? { fields.text(.trackCensoredName) }
  /// The track's page.
  public var viewURL: URL? { fields.url(.trackViewUrl) }
  /// How long it is.
  public var duration: Duration? { fields[.trackTimeMillis]?.int.map { .milliseconds($0) } }
  /// Its price in ``ITunes/StoreRecord/currency``; `nil` where it is not sold by itself.
  public var price: Double? { fields[.trackPrice]?.number.flatMap { $0 < 0 ? nil : $0 } }
  /// Whether it is sold with the album only (a price of −1 on the wire).
  public var isAlbumOnly: Bool { fields[.trackPrice]?.number == -1 }
  /// Its price for rent.
  public var rentalPrice: Double? { fields[.trackRentalPrice]?.number }
  /// Its price in high definition.
  public var hdPrice: Double? { fields[.trackHdPrice]?.number }
  /// Its price for rent in high definition.
  public var hdRentalPrice: Double? { fields[.trackHdRentalPrice]?.number }
  /// How explicit it is.
  public var explicitness: ITunes.Explicitness? {
    fields.text(.trackExplicitness).map(ITunes.Explicitness.init(rawValue:))
  }
  /// Its number on its disc, from 1.
  public var trackNumber: Int? { fields[.trackNumber]?.int }
  /// Its disc, from 1.
  public var discNumber: Int? { fields[.discNumber]?.int }
  /// How many discs the album has.
  public var discCount: Int? { fields[.discCount]?.int }
  /// Whether Apple Music streams it; `nil` of older tracks, which says nothing.
  public var isStreamable: Bool? { fields[.isStreamable]?.bool }
}

extension ITunes {
  /// An album, a single, a compilation.
  public struct Collection: StoreRecord {
    /// The id: an album's id in the Apple Music API, too.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSONValue]

    /// Takes a result's fields; `nil` where they are no collection's, or lack the id.
    public init?(fields: [String: JSONValue]) {
      guard fields.text(.wrapperType) == "collection", let id = fields[.collectionId]?.storeID
      else { return nil }
      self.id = id
      self.fields = fields
    }

    /// The name.
    public var name: String? { collectionName }
    /// `Album`, `Compilation`, or what else the store sells.
    public var collectionType: String? { fields.text(.collectionType) }
    /// The page.
    public var viewURL: URL? { collectionViewURL }
  }

  /// A collection by the name that music has for it.
  public typealias Album = Collection

  /// An artist. The service has no picture of one.
  public struct Artist: Record {
    /// The id: an artist's id in the Apple Music API, too.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSONValue]

    /// Takes a result's fields; `nil` where they are no artist's, or lack the id.
    public init?(fields: [String: JSONValue]) {
      guard fields.text(.wrapperType) == "artist", let id = fields[.artistId]?.storeID else {
        return nil
      }
      self.id = id
      self.fields = fields
    }

    /// The name.
    public var name: String? { artistName }
    /// `Artist`, or what else the store knows: `Author`, `Software Artist`.
    public var artistType: String? { fields.text(.artistType) }
    /// The page.
    public var viewURL: URL? { fields.url(.artistLinkUrl) }
    /// The main genre's id, as in ``GenreTree``.
    public var primaryGenreID: String? { fields[.primaryGenreId]?.storeID }
  }

  /// A result of a kind that this library has no model of: an episode, an audiobook, a film.
  public struct OtherRecord: StoreRecord {
    /// The track's id, else the collection's, else the artist's; empty where there is none.
    public var id: String {
      let names: [Field] = [.trackId, .collectionId, .artistId]
      return names.lazy.compactMap { fields[$0]?.storeID }.first ?? ""
    }
    /// All fields by their names on the wire.
    public let fields: [String: JSONValue]

    /// Takes any result's fields.
    public init(fields: [String: JSONValue]) {
      self.fields = fields
    }

    /// The kind: `podcast-episode`, `feature-movie`.
    public var kind: String? { fields.text(.kind) }
    /// Its name.
    public var name: String? {
      fields.text(.trackName) ?? fields.text(.collectionName) ?? fields.text(.artistName)
    }
  }
}
