import MusicCatalog
import PlayerKitServices

extension SearchRow {
  /// A song of the Apple Music API.
  init(_ song: AppleMusic.Song) {
    self.init(service: .apple, AppleMusicTrack(song))
    isExplicit = song.attributes.map { $0.contentRating == .explicit }
  }

  /// An album of the Apple Music API.
  init(_ album: AppleMusic.Album) {
    self.init(service: .apple, type: .albums, id: album.id, title: album.name)
    artist = album.artistName
    isExplicit = album.attributes.map { $0.contentRating == .explicit }
    item = Self.link(.album, album.id, album.url)
  }

  /// An artist of the Apple Music API.
  init(_ artist: AppleMusic.Artist) {
    self.init(service: .apple, type: .artists, id: artist.id, title: artist.name)
    item = Self.link(.artist, artist.id, artist.url)
  }

  /// A playlist of the Apple Music API.
  init(_ playlist: AppleMusic.Playlist) {
    self.init(service: .apple, type: .playlists, id: playlist.id, title: playlist.name)
    artist = playlist.curatorName
    item = Self.link(.playlist, playlist.id, playlist.url)
  }

  /// A result of the iTunes Search API; `nil` for what cannot be played.
  init?(_ item: ITunes.Item) {
    switch item {
    case .song(let song):
      self.init(service: .itunes, AppleMusicTrack(song))
      isExplicit = song.explicitness.map { $0 == .explicit }
    case .collection(let album):
      self.init(service: .itunes, type: .albums, id: album.id, title: album.name)
      artist = album.artistName
      self.item = Self.link(.album, album.id, nil)
    case .artist(let artist):
      self.init(service: .itunes, type: .artists, id: artist.id, title: artist.name)
      self.item = Self.link(.artist, artist.id, nil)
    case .musicVideo, .other:
      return nil
    }
  }

  private init(service: SearchService, _ track: AppleMusicTrack) {
    self.init(service: service, type: .songs, id: track.id, title: track.metadata.title)
    artist = track.metadata.artist
    album = track.metadata.album
    duration = track.metadata.duration
    isrc = track.isrc
    hasPreview = track.knownPreview != nil
    item = "apple:\(track.id)"
  }

  /// The address that a service gives, where it is one that can be recognised; else our own form.
  private static func link(_ kind: MusicLink.Kind, _ id: String, _ address: String?) -> String? {
    if let address, case .link(let link) = MusicReference(address), link.id == id { return address }
    return MusicLink(service: .appleMusic, kind: kind, id: id).canonicalURL?.absoluteString
  }
}
