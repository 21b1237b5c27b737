import Foundation
import PlayerKit
import PlayerKitServices

extension TrackMetadata {
  /// Creates metadata from a server's data of a song.
  ///
  /// - Parameter song: The service's data.
  /// - Parameter server: The ``SubsonicServer/id`` for finding the cover; `nil` for no cover.
  public init(_ song: Subsonic.Song, server: String?) {
    var details = TrackDetails()
    details.albumArtist = song.displayAlbumArtist ?? song.albumArtists?.compactMap(\.name).joined
    details.artists = song.artists?.compactMap(\.name) ?? []
    details.composers =
      song.contributors?.filter { $0.role == "composer" }.compactMap(\.artist?.name) ?? []
    let genres = song.genres?.compactMap(\.name) ?? []
    details.genres = genres.isEmpty ? [song.genre].compactMap(\.self) : genres
    // Some servers write 0 for an unknown year.
    details.date = song.year.flatMap { $0 > 0 ? String($0) : nil }
    details.isExplicit = ["explicit": true, "clean": false][song.explicitStatus ?? ""]
    details.isrc = song.isrc?.first
    if let recording = song.musicBrainzId, !recording.isEmpty {
      details.musicBrainz = MusicBrainzIDs(recording: recording)
    }
    details.comment = song.comment
    details.artwork = Artwork(subsonic: song.coverArt, server: server)
    self.init(
      title: song.title,
      artist: song.displayArtist ?? song.artist,
      album: song.album,
      duration: song.duration.flatMap { Duration.seconds($0).ifPlausible },
      albumID: song.albumId,
      discNumber: song.discNumber,
      trackNumber: song.track,
      details: details
    )
  }
}

extension Artwork {
  /// Creates artwork from the id of a server's cover.
  init?(subsonic id: String?, server: String?) {
    guard let id, !id.isEmpty, let server else { return nil }
    self.init(Key(source: SubsonicService.artworkSource(of: server), id: id))
  }
}

extension [String] {
  /// The elements in one text; `nil` if there are none.
  fileprivate var joined: String? { isEmpty ? nil : joined(separator: ", ") }
}
