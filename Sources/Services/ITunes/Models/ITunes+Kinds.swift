import Foundation
import PlayerKitServices

extension ITunes {
  /// The common fields of songs and music videos.
  public protocol TrackRecord: StoreRecord {}

  /// A song. Its id is the same in the Apple Music API.
  public struct Song: TrackRecord {
    /// The id.
    public let id: String
    /// All fields by their JSON names.
    public let fields: [String: JSONValue]

    /// Creates a song from a result's fields; `nil` if they have another kind or lack the id.
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
    /// All fields by their JSON names.
    public let fields: [String: JSONValue]

    /// Creates a music video from a result's fields; `nil` if they have another kind or lack the
    /// id.
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
  /// `song` or `music-video`.
  public var kind: String? { fields.text(.kind) }
  /// The track's name.
  public var name: String? { fields.text(.trackName) }
  /// The track's name with censored words.
  public var censoredName: String? { fields.text(.trackCensoredName) }
  /// The track's web page.
  public var viewURL: URL? { fields.url(.trackViewUrl) }
  /// The duration.
  public var duration: Duration? { fields[.trackTimeMillis]?.int.map { .milliseconds($0) } }
  /// The price in ``ITunes/StoreRecord/currency``; `nil` if it is not sold separately.
  public var price: Double? { fields[.trackPrice]?.number.flatMap { $0 < 0 ? nil : $0 } }
  /// Whether it is only sold with the album (a price of −1 in JSON).
  public var isAlbumOnly: Bool { fields[.trackPrice]?.number == -1 }
  /// The rental price.
  public var rentalPrice: Double? { fields[.trackRentalPrice]?.number }
  /// The price in high definition.
  public var hdPrice: Double? { fields[.trackHdPrice]?.number }
  /// The rental price in high definition.
  public var hdRentalPrice: Double? { fields[.trackHdRentalPrice]?.number }
  /// How explicit it is.
  public var explicitness: ITunes.Explicitness? {
    fields.text(.trackExplicitness).map(ITunes.Explicitness.init(rawValue:))
  }
  /// The track number on its disc, from 1.
  public var trackNumber: Int? { fields[.trackNumber]?.int }
  /// The disc number, from 1.
  public var discNumber: Int? { fields[.discNumber]?.int }
  /// The number of discs of the album.
  public var discCount: Int? { fields[.discCount]?.int }
  /// Whether Apple Music streams it; `nil` if unknown, as for older tracks.
  public var isStreamable: Bool? { fields[.isStreamable]?.bool }
}

extension ITunes {
  /// An album, a single or a compilation.
  public struct Collection: StoreRecord {
    /// The id, which is the same in the Apple Music API.
    public let id: String
    /// All fields by their JSON names.
    public let fields: [String: JSONValue]

    /// Creates a collection from a result's fields; `nil` if they have another kind or lack the id.
    public init?(fields: [String: JSONValue]) {
      guard fields.text(.wrapperType) == "collection", let id = fields[.collectionId]?.storeID
      else { return nil }
      self.id = id
      self.fields = fields
    }

    /// The name.
    public var name: String? { collectionName }
    /// `Album`, `Compilation` or another product.
    public var collectionType: String? { fields.text(.collectionType) }
    /// The web page.
    public var viewURL: URL? { collectionViewURL }
  }

  /// The usual name of a music collection.
  public typealias Album = Collection

  /// An artist. The service has no pictures of artists.
  public struct Artist: Record {
    /// The id, which is the same in the Apple Music API.
    public let id: String
    /// All fields by their JSON names.
    public let fields: [String: JSONValue]

    /// Creates an artist from a result's fields; `nil` if they have another kind or lack the id.
    public init?(fields: [String: JSONValue]) {
      guard fields.text(.wrapperType) == "artist", let id = fields[.artistId]?.storeID else {
        return nil
      }
      self.id = id
      self.fields = fields
    }

    /// The name.
    public var name: String? { artistName }
    /// `Artist` or another kind, such as `Author` or `Software Artist`.
    public var artistType: String? { fields.text(.artistType) }
    /// The web page.
    public var viewURL: URL? { fields.url(.artistLinkUrl) }
    /// The main genre's id, as in ``GenreTree``.
    public var primaryGenreID: String? { fields[.primaryGenreId]?.storeID }
  }

  /// A result without a model in this library: an episode, an audiobook, a film.
  public struct OtherRecord: StoreRecord {
    /// The id of the track, else the collection, else the artist; empty if there is none.
    public var id: String {
      let names: [Field] = [.trackId, .collectionId, .artistId]
      return names.lazy.compactMap { fields[$0]?.storeID }.first ?? ""
    }
    /// All fields by their JSON names.
    public let fields: [String: JSONValue]

    /// Creates a record from any result's fields.
    public init(fields: [String: JSONValue]) {
      self.fields = fields
    }

    /// The kind, such as `podcast-episode` or `feature-movie`.
    public var kind: String? { fields.text(.kind) }
    /// The name.
    public var name: String? {
      fields.text(.trackName) ?? fields.text(.collectionName) ?? fields.text(.artistName)
    }
  }
}
