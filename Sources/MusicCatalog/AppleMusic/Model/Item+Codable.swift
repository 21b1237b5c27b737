extension AppleMusic.Item: Codable {
  /// Reads a resource by its `type`.
  ///
  /// - Throws: `DecodingError` where there is no id or type, or a known kind's attribute is of
  ///   another type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AppleMusic.ResourceKeys.self)
    let type = try container.decode(String.self, forKey: .type)
    switch type {
    case AppleMusic.Songs.name:
      self = .song(try .init(of: type, from: container))
    case AppleMusic.Albums.name:
      self = .album(try .init(of: type, from: container))
    case AppleMusic.Artists.name:
      self = .artist(try .init(of: type, from: container))
    case AppleMusic.Playlists.name:
      self = .playlist(try .init(of: type, from: container))
    case AppleMusic.MusicVideos.name:
      self = .musicVideo(try .init(of: type, from: container))
    case AppleMusic.Stations.name:
      self = .station(try .init(of: type, from: container))
    case AppleMusic.StationGenres.name:
      self = .stationGenre(try .init(of: type, from: container))
    case AppleMusic.Genres.name:
      self = .genre(try .init(of: type, from: container))
    case AppleMusic.Curators.name:
      self = .curator(try .init(of: type, from: container))
    case AppleMusic.AppleCurators.name:
      self = .appleCurator(try .init(of: type, from: container))
    case AppleMusic.Activities.name:
      self = .activity(try .init(of: type, from: container))
    case AppleMusic.RecordLabels.name:
      self = .recordLabel(try .init(of: type, from: container))
    case AppleMusic.Storefronts.name:
      self = .storefront(try .init(of: type, from: container))
    case AppleMusic.Ratings.name, "rating":
      self = .rating(try .init(of: type, from: container))
    case AppleMusic.PersonalRecommendations.name:
      self = .personalRecommendation(try .init(of: type, from: container))
    case AppleMusic.LibrarySongs.name:
      self = .librarySong(try .init(of: type, from: container))
    case AppleMusic.LibraryAlbums.name:
      self = .libraryAlbum(try .init(of: type, from: container))
    case AppleMusic.LibraryArtists.name:
      self = .libraryArtist(try .init(of: type, from: container))
    case AppleMusic.LibraryPlaylists.name:
      self = .libraryPlaylist(try .init(of: type, from: container))
    case AppleMusic.LibraryMusicVideos.name:
      self = .libraryMusicVideo(try .init(of: type, from: container))
    case AppleMusic.LibraryPlaylistFolders.name:
      self = .libraryPlaylistFolder(try .init(of: type, from: container))
    default:
      self = .unknown(
        AppleMusic.UnknownResource(
          id: try container.decode(String.self, forKey: .id),
          type: type,
          href: try container.decodeIfPresent(String.self, forKey: .href),
          json: try JSONValue(from: decoder)
        )
      )
    }
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .song(let resource): try resource.encode(to: encoder)
    case .album(let resource): try resource.encode(to: encoder)
    case .artist(let resource): try resource.encode(to: encoder)
    case .playlist(let resource): try resource.encode(to: encoder)
    case .musicVideo(let resource): try resource.encode(to: encoder)
    case .station(let resource): try resource.encode(to: encoder)
    case .stationGenre(let resource): try resource.encode(to: encoder)
    case .genre(let resource): try resource.encode(to: encoder)
    case .curator(let resource): try resource.encode(to: encoder)
    case .appleCurator(let resource): try resource.encode(to: encoder)
    case .activity(let resource): try resource.encode(to: encoder)
    case .recordLabel(let resource): try resource.encode(to: encoder)
    case .storefront(let resource): try resource.encode(to: encoder)
    case .rating(let resource): try resource.encode(to: encoder)
    case .personalRecommendation(let resource): try resource.encode(to: encoder)
    case .librarySong(let resource): try resource.encode(to: encoder)
    case .libraryAlbum(let resource): try resource.encode(to: encoder)
    case .libraryArtist(let resource): try resource.encode(to: encoder)
    case .libraryPlaylist(let resource): try resource.encode(to: encoder)
    case .libraryMusicVideo(let resource): try resource.encode(to: encoder)
    case .libraryPlaylistFolder(let resource): try resource.encode(to: encoder)
    case .unknown(let resource): try resource.json.encode(to: encoder)
    }
  }
}

extension AppleMusic.Item {
  /// Id and type.
  public var identifier: AppleMusic.Identifier {
    switch self {
    case .song(let resource): resource.identifier
    case .album(let resource): resource.identifier
    case .artist(let resource): resource.identifier
    case .playlist(let resource): resource.identifier
    case .musicVideo(let resource): resource.identifier
    case .station(let resource): resource.identifier
    case .stationGenre(let resource): resource.identifier
    case .genre(let resource): resource.identifier
    case .curator(let resource): resource.identifier
    case .appleCurator(let resource): resource.identifier
    case .activity(let resource): resource.identifier
    case .recordLabel(let resource): resource.identifier
    case .storefront(let resource): resource.identifier
    case .rating(let resource): resource.identifier
    case .personalRecommendation(let resource): resource.identifier
    case .librarySong(let resource): resource.identifier
    case .libraryAlbum(let resource): resource.identifier
    case .libraryArtist(let resource): resource.identifier
    case .libraryPlaylist(let resource): resource.identifier
    case .libraryMusicVideo(let resource): resource.identifier
    case .libraryPlaylistFolder(let resource): resource.identifier
    case .unknown(let resource):
      AppleMusic.Identifier(id: resource.id, type: resource.type, href: resource.href)
    }
  }
}
