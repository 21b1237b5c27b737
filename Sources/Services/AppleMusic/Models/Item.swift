import PlayerKitServices

extension AppleMusic {
  /// A member of a list with mixed kinds: an album's tracks, top results, recommendations.
  ///
  /// Kinds that this version does not know become ``unknown(_:)``.
  @nonexhaustive public indirect enum Item: Hashable, Sendable {
    /// A song.
    case song(Song)
    /// An album.
    case album(Album)
    /// An artist.
    case artist(Artist)
    /// A playlist.
    case playlist(Playlist)
    /// A music video.
    case musicVideo(MusicVideo)
    /// A radio station.
    case station(Station)
    /// A genre of stations.
    case stationGenre(StationGenre)
    /// A genre.
    case genre(Genre)
    /// A curator outside Apple.
    case curator(Curator)
    /// An Apple curator.
    case appleCurator(AppleCurator)
    /// An activity or mood.
    case activity(Activity)
    /// A record label.
    case recordLabel(RecordLabel)
    /// A country's storefront.
    case storefront(Storefront)
    /// A rating.
    case rating(Rating)
    /// A recommendation.
    case personalRecommendation(PersonalRecommendation)
    /// A song of the library.
    case librarySong(LibrarySong)
    /// An album of the library.
    case libraryAlbum(LibraryAlbum)
    /// An artist of the library.
    case libraryArtist(LibraryArtist)
    /// A playlist of the library.
    case libraryPlaylist(LibraryPlaylist)
    /// A music video of the library.
    case libraryMusicVideo(LibraryMusicVideo)
    /// A folder of playlists.
    case libraryPlaylistFolder(LibraryPlaylistFolder)
    /// A resource of a kind that this version does not know.
    case unknown(UnknownResource)
  }

  /// A resource of an unknown kind, without any loss of data.
  public struct UnknownResource: Identifiable, Hashable, Sendable {
    /// The service's id.
    public var id: String
    /// The name of the kind.
    public var type: String
    /// The path of the resource, relative to the host.
    public var href: String?
    /// The whole resource as it was sent.
    public var json: JSONValue

    /// Makes a resource.
    public init(id: String, type: String, href: String?, json: JSONValue) {
      self.id = id
      self.type = type
      self.href = href
      self.json = json
    }
  }
}

extension AppleMusic.Item: Identifiable {
  /// The id with the type, since an id is unique only within a type.
  public var id: AppleMusic.Identifier { identifier }
}

extension AppleMusic.Item {
  /// The song, if this is one of the catalog.
  public var song: AppleMusic.Song? {
    if case .song(let song) = self { song } else { nil }
  }
}

extension AppleMusic.Collection where Element == AppleMusic.Item {
  /// The songs on this page. An album's tracks may also include music videos.
  public var songs: [AppleMusic.Song] { members.compactMap(\.song) }
}

extension AppleMusic.Item: Codable {
  private typealias Container = KeyedDecodingContainer<AppleMusic.ResourceKeys>
  private typealias Reader = @Sendable (_ type: String, Container) throws -> Self

  /// The decoders of the kinds by name.
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
  /// - Throws: `DecodingError` if there is no id or type.
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
  /// The id and the type.
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

/// A resource of any kind, including an unknown one.
private protocol IdentifiedResource: Encodable {
  var identifier: AppleMusic.Identifier { get }
}

extension AppleMusic.Resource: IdentifiedResource {}

extension AppleMusic.UnknownResource: IdentifiedResource {
  fileprivate var identifier: AppleMusic.Identifier {
    AppleMusic.Identifier(id: id, type: type, href: href)
  }

  /// Writes the original JSON.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
