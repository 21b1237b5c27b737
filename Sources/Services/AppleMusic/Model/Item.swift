import MusicCatalog

extension AppleMusic {
  /// A member of a list that mixes kinds: an album's tracks, top results, recommendations.
  ///
  /// The kinds are those of this version; a kind that the service adds later is ``unknown(_:)``.
  public indirect enum Item: Hashable, Sendable {
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
    /// A curator outside of Apple.
    case curator(Curator)
    /// A curator of Apple.
    case appleCurator(AppleCurator)
    /// An activity or mood.
    case activity(Activity)
    /// A record label.
    case recordLabel(RecordLabel)
    /// A country's store.
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

  /// A resource of a kind that this version does not know, with nothing lost.
  public struct UnknownResource: Identifiable, Hashable, Sendable {
    /// The service's id.
    public var id: String
    /// The name of the kind.
    public var type: String
    /// The path of the resource, relative to the host.
    public var href: String?
    /// The whole resource as it was sent.
    public var json: JSONValue

    /// Makes one.
    public init(id: String, type: String, href: String?, json: JSONValue) {
      self.id = id
      self.type = type
      self.href = href
      self.json = json
    }
  }
}

extension AppleMusic.Item: Identifiable {
  /// Id and type together: ids alone are unique within a kind only.
  public var id: AppleMusic.Identifier { identifier }
}

extension AppleMusic.Item {
  /// The song, where it is one of the catalog.
  public var song: AppleMusic.Song? {
    if case .song(let song) = self { song } else { nil }
  }
}

extension AppleMusic.Collection where Element == AppleMusic.Item {
  /// The songs among the members of this page: an album's tracks may hold music videos beside them.
  public var songs: [AppleMusic.Song] { members.compactMap(\.song) }
}
