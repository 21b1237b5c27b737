import Foundation
import MusicCatalog

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
  /// The fields that properties of tracks read.
  public static var readFields: Set<ITunes.Field> { .ofTracks }
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
