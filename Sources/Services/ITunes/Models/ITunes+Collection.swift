import Foundation
import MusicCatalog

extension ITunes {
  /// An album, a single, a compilation.
  public struct Collection: StoreRecord {
    /// The fields that properties of collections read.
    public static var readFields: Set<Field> { .ofStoreRecords.union([.collectionType]) }
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
    /// The fields that properties of artists read.
    public static var readFields: Set<Field> {
      .ofRecords.union([.artistType, .artistLinkUrl, .primaryGenreId])
    }
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
    /// The fields that properties of any result read.
    public static var readFields: Set<Field> {
      .ofStoreRecords.union([.kind, .trackId, .trackName])
    }
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
