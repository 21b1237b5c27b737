import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  /// Makes the metadata of a track of Spotify. A track from an album's list lacks the album.
  public init(_ track: Spotify.Track) {
    let album = track.album
    let artists = (track.artists?.members ?? []).compactMap(\.name)
    let albumArtists = (album?.artists?.members ?? []).compactMap(\.name)
    var details = TrackDetails()
    details.albumArtist = albumArtists.isEmpty ? nil : albumArtists.joined(separator: ", ")
    details.artists = artists
    details.genres = album?.genres ?? []
    details.date = album?.releaseDate.flatMap(PartialDate.init)?.description
    details.isExplicit = track.isExplicit
    details.isrc = track.externalIDs?.isrc
    details.page = URL(page: track.externalURLs?["spotify"])
    // Spotify's terms require its name and a link next to its data.
    details.attribution = "Spotify"
    details.artwork = (album?.images?.members).flatMap { Artwork($0) }
    self.init(
      title: track.name,
      artist: artists.isEmpty ? nil : artists.joined(separator: ", "),
      album: album?.name,
      duration: track.durationMilliseconds.flatMap { Duration.milliseconds($0).ifPlausible },
      albumID: album?.id,
      discNumber: track.discNumber,
      trackNumber: track.trackNumber,
      details: details
    )
  }
}

extension Artwork {
  /// Makes a picture in the sizes that Spotify offers. `nil` if there are none.
  public init?(_ images: [Spotify.Image]) {
    self.init(
      addresses: images.map { image in
        let size = [image.width, image.height].compactMap(\.self).filter { $0 > 0 }.max()
        return (image.url, size)
      }
    )
  }
}
