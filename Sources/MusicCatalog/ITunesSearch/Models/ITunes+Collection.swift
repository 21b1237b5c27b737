import Foundation

extension ITunes {
  /// An album, a single, a compilation.
  public struct Collection: StoreRecord {
    /// The id: an album's id in the Apple Music API, too.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSON]

    /// Takes a result's fields; `nil` where they are no collection's, or lack the id.
    public init?(fields: [String: JSON]) {
      guard fields["wrapperType"]?.string == "collection", let id = fields["collectionId"]?.id
      else { return nil }
      self.id = id
      self.fields = fields
    }

    /// The name.
    public var name: String? { collectionName }
    /// `Album`, `Compilation`, or what else the store sells.
    public var collectionType: String? { text("collectionType") }
    /// The line of copyright.
    public var copyright: String? { text("copyright") }
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
    public let fields: [String: JSON]

    /// Takes a result's fields; `nil` where they are no artist's, or lack the id.
    public init?(fields: [String: JSON]) {
      guard fields["wrapperType"]?.string == "artist", let id = fields["artistId"]?.id else {
        return nil
      }
      self.id = id
      self.fields = fields
    }

    /// The name.
    public var name: String? { artistName }
    /// `Artist`, or what else the store knows: `Author`, `Software Artist`.
    public var artistType: String? { text("artistType") }
    /// The page.
    public var viewURL: URL? { url("artistLinkUrl") }
    /// The main genre's id, as in ``GenreTree``.
    public var primaryGenreID: String? { fields["primaryGenreId"]?.id }
  }

  /// A result of a kind that this library has no model of: an episode, an audiobook, a film.
  public struct OtherRecord: StoreRecord {
    /// The track's id, else the collection's, else the artist's; empty where there is none.
    public var id: String {
      let ids = ["trackId", "collectionId", "artistId"].lazy.compactMap { fields[$0]?.id }
      return ids.first ?? ""
    }
    /// All fields by their names on the wire.
    public let fields: [String: JSON]

    /// Takes any result's fields.
    public init(fields: [String: JSON]) {
      self.fields = fields
    }

    /// The kind: `podcast-episode`, `feature-movie`.
    public var kind: String? { text("kind") }
    /// Its name.
    public var name: String? { text("trackName") ?? text("collectionName") ?? text("artistName") }
  }
}
