import Foundation

extension ITunes {
  /// What songs and music videos have in common.
  public protocol TrackRecord: StoreRecord {}

  /// A song. Its id is the song's id in the Apple Music API, too.
  public struct Song: TrackRecord {
    /// The id.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSON]

    /// Takes a result's fields; `nil` where they are no song's, or lack the id.
    public init?(fields: [String: JSON]) {
      guard fields["kind"]?.string == "song", let id = fields["trackId"]?.id else { return nil }
      self.id = id
      self.fields = fields
    }
  }

  /// A music video.
  public struct MusicVideo: TrackRecord {
    /// The id.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSON]

    /// Takes a result's fields; `nil` where they are no music video's, or lack the id.
    public init?(fields: [String: JSON]) {
      guard fields["kind"]?.string == "music-video", let id = fields["trackId"]?.id else {
        return nil
      }
      self.id = id
      self.fields = fields
    }
  }
}

extension ITunes.TrackRecord {
  /// `song`, `music-video`.
  public var kind: String? { text("kind") }
  /// The track's name.
  public var name: String? { text("trackName") }
  /// The track's name, with letters of objectionable words starred out.
  public var censoredName: String? { text("trackCensoredName") }
  /// The track's page.
  public var viewURL: URL? { url("trackViewUrl") }
  /// About 30 seconds of it: AAC in an m4a file, or an m4v video. Needs no token, does not expire.
  public var previewURL: URL? { url("previewUrl") }
  /// How long it is.
  public var duration: Duration? { integer("trackTimeMillis").map { .milliseconds($0) } }
  /// Its price in ``ITunes/StoreRecord/currency``; `nil` where it is not sold by itself.
  public var price: Double? { fields["trackPrice"]?.number.flatMap { $0 < 0 ? nil : $0 } }
  /// Whether it is sold with the album only (a price of −1 on the wire).
  public var isAlbumOnly: Bool { fields["trackPrice"]?.number == -1 }
  /// Its price for rent.
  public var rentalPrice: Double? { fields["trackRentalPrice"]?.number }
  /// Its price in high definition.
  public var hdPrice: Double? { fields["trackHdPrice"]?.number }
  /// Its price for rent in high definition.
  public var hdRentalPrice: Double? { fields["trackHdRentalPrice"]?.number }
  /// How explicit it is.
  public var explicitness: ITunes.Explicitness? {
    text("trackExplicitness").map(ITunes.Explicitness.init(rawValue:))
  }
  /// Its number on its disc, from 1.
  public var trackNumber: Int? { integer("trackNumber") }
  /// Its disc, from 1.
  public var discNumber: Int? { integer("discNumber") }
  /// How many discs the album has.
  public var discCount: Int? { integer("discCount") }
  /// Whether Apple Music streams it; `nil` of older tracks, which says nothing.
  public var isStreamable: Bool? { fields["isStreamable"]?.bool }
  /// The album's artist, where it is another: of a compilation.
  public var collectionArtistID: String? { fields["collectionArtistId"]?.id }
  /// The name of the album's artist, where it is another.
  public var collectionArtistName: String? { text("collectionArtistName") }
  /// The page of the album's artist, where it is another.
  public var collectionArtistViewURL: URL? { url("collectionArtistViewUrl") }
}
