import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  /// Creates metadata from Deezer's data of a track. Tracks in lists lack the ISRC, the date and
  /// some artists.
  public init(_ track: Deezer.Track) {
    let album = track.album
    var details = TrackDetails()
    details.albumArtist = album?.artist?.name
    details.artists = (track.contributors ?? []).compactMap(\.name)
    details.genres = (album?.genres?.members ?? []).compactMap(\.name)
    details.date = (track.releaseDay ?? album?.releaseDay)?.description
    details.isExplicit = track.explicitLyrics
    details.isrc = track.isrc.flatMap { $0.isEmpty ? nil : $0 }
    details.page = URL(page: track.link)
    // Deezer's terms require attribution.
    details.attribution = "Deezer"
    details.artwork = album?.artwork
    self.init(
      title: track.title,
      artist: track.artist?.name,
      album: album?.title,
      duration: track.duration.flatMap(\.ifPlausible),
      albumID: album?.id,
      discNumber: track.diskNumber,
      trackNumber: track.trackPosition,
      details: details
    )
  }
}

extension Deezer.Track {
  /// The data to find the same recording in another service.
  public var recording: Recording {
    TrackMetadata(self).recording ?? Recording(title: title ?? "", artists: [])
  }
}

extension Deezer.Album {
  /// The cover in its sizes; `nil` if there is none.
  public var artwork: Artwork? {
    Artwork(
      addresses: Deezer.PictureSize.allCases.map {
        (address: coverURL($0)?.absoluteString, size: $0.rawValue)
      }
    )
  }
}
