import MusicCatalog
import PlayerKitServices

extension SearchRow {
  /// A track of Spotify; `nil` for a file on somebody's disk.
  init?(_ track: Spotify.Track) {
    guard let playable = SpotifyTrack(track) else { return nil }
    self.init(service: .spotify, type: .songs, id: playable.id, title: playable.metadata.title)
    artist = playable.metadata.artist
    album = playable.metadata.album
    duration = playable.metadata.duration
    isrc = playable.recording?.isrc
    isExplicit = track.isExplicit
    // Where it has none of its own, it may be found elsewhere: not known before it is tried.
    hasPreview = playable.knownPreview == nil ? nil : true
    item = "spotify:track:\(playable.id)"
  }

  /// An album of Spotify.
  init?(_ album: Spotify.Album) {
    guard let id = album.id else { return nil }
    self.init(service: .spotify, type: .albums, id: id, title: album.name)
    artist = album.artists?.members.compactMap(\.name).joined(separator: ", ")
    item = "spotify:album:\(id)"
  }

  /// An artist of Spotify.
  init?(_ artist: Spotify.Artist) {
    guard let id = artist.id else { return nil }
    self.init(service: .spotify, type: .artists, id: id, title: artist.name)
    item = "spotify:artist:\(id)"
  }

  /// A playlist of Spotify.
  init?(_ playlist: Spotify.Playlist) {
    guard let id = playlist.id else { return nil }
    self.init(service: .spotify, type: .playlists, id: id, title: playlist.name)
    item = "spotify:playlist:\(id)"
  }

  /// A track of Deezer.
  init(_ track: Deezer.Track) {
    let playable = DeezerTrack(track)
    self.init(service: .deezer, type: .songs, id: playable.id, title: playable.metadata.title)
    artist = playable.metadata.artist
    album = playable.metadata.album
    duration = playable.metadata.duration
    isrc = playable.isrc
    isExplicit = track.recording.isExplicit
    hasPreview = track.previewURL != nil
    item = Self.link(.song, playable.id)
  }

  /// An album of Deezer.
  init(_ album: Deezer.Album) {
    self.init(service: .deezer, type: .albums, id: album.id, title: album.title)
    artist = album.artist?.name
    item = Self.link(.album, album.id)
  }

  /// An artist of Deezer.
  init(_ artist: Deezer.Artist) {
    self.init(service: .deezer, type: .artists, id: artist.id, title: artist.name)
    item = Self.link(.artist, artist.id)
  }

  /// A playlist of Deezer.
  init(_ playlist: Deezer.Playlist) {
    self.init(service: .deezer, type: .playlists, id: playlist.id, title: playlist.title)
    item = Self.link(.playlist, playlist.id)
  }

  private static func link(_ kind: MusicLink.Kind, _ id: String) -> String? {
    MusicLink(service: .deezer, kind: kind, id: id).canonicalURL?.absoluteString
  }
}
