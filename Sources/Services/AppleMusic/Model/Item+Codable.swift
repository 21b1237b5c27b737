import MusicCatalog

extension AppleMusic.Item: Codable {
  private typealias Container = KeyedDecodingContainer<AppleMusic.ResourceKeys>
  private typealias Reader = @Sendable (_ type: String, Container) throws -> Self

  /// How the kinds are read, by their names.
  private static let readers = Dictionary(
    uniqueKeysWithValues: [
      reader(song), reader(album), reader(artist), reader(playlist), reader(musicVideo),
      reader(station), reader(stationGenre), reader(genre), reader(curator), reader(appleCurator),
      reader(activity), reader(recordLabel), reader(storefront), reader(rating),
      reader(rating, name: "rating"), reader(personalRecommendation), reader(librarySong),
      reader(libraryAlbum), reader(libraryArtist), reader(libraryPlaylist),
      reader(libraryMusicVideo), reader(libraryPlaylistFolder),
    ]
  )

  private static func reader<Kind>(
    _ make: @escaping @Sendable (AppleMusic.Resource<Kind>) -> Self,
    name: String = Kind.name
  ) -> (String, Reader) {
    (name, { type, container in make(try .init(of: type, from: container)) })
  }

  /// Reads a resource by its `type`.
  ///
  /// - Throws: `DecodingError` where there is no id or type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AppleMusic.ResourceKeys.self)
    let type = try container.decode(String.self, forKey: .type)
    if let reader = Self.readers[type] {
      self = try reader(type, container)
    } else {
      self = .unknown(
        AppleMusic.UnknownResource(
          id: try container.text(.id),
          type: type,
          href: try container.decodeIfPresent(String.self, forKey: .href),
          json: try JSONValue(from: decoder)
        )
      )
    }
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws { try resource.encode(to: encoder) }
}

extension AppleMusic.Item {
  /// Id and type.
  public var identifier: AppleMusic.Identifier { resource.identifier }

  private var resource: any IdentifiedResource {
    switch self {
    case .song(let resource): resource
    case .album(let resource): resource
    case .artist(let resource): resource
    case .playlist(let resource): resource
    case .musicVideo(let resource): resource
    case .station(let resource): resource
    case .stationGenre(let resource): resource
    case .genre(let resource): resource
    case .curator(let resource): resource
    case .appleCurator(let resource): resource
    case .activity(let resource): resource
    case .recordLabel(let resource): resource
    case .storefront(let resource): resource
    case .rating(let resource): resource
    case .personalRecommendation(let resource): resource
    case .librarySong(let resource): resource
    case .libraryAlbum(let resource): resource
    case .libraryArtist(let resource): resource
    case .libraryPlaylist(let resource): resource
    case .libraryMusicVideo(let resource): resource
    case .libraryPlaylistFolder(let resource): resource
    case .unknown(let resource): resource
    }
  }
}

/// A resource of any kind, also of an unknown one.
private protocol IdentifiedResource: Encodable {
  var identifier: AppleMusic.Identifier { get }
}

extension AppleMusic.Resource: IdentifiedResource {}

extension AppleMusic.UnknownResource: IdentifiedResource {
  fileprivate var identifier: AppleMusic.Identifier {
    AppleMusic.Identifier(id: id, type: type, href: href)
  }

  /// Writes what was sent.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
