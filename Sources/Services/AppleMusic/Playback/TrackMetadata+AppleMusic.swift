import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  /// Makes the metadata of a song of Apple Music.
  ///
  /// Individual artists and composers are only set if these relationships were fetched, and the
  /// album artist only if the album was.
  public init(_ song: AppleMusic.Song) {
    let album = song.albums?.first
    self.init(song.attributes, albumID: album?.id) {
      $0.albumArtist = album?.artistName
      $0.artists = song.artists?.compactMap(\.name) ?? []
      let composers = song.composers?.compactMap(\.name) ?? []
      if !composers.isEmpty { $0.composers = composers }
    }
  }

  /// Makes the metadata of a song in a user's library. An upload has neither a code nor a page.
  public init(_ song: AppleMusic.LibrarySong) {
    self.init(song.attributes, albumID: song.albums?.first?.id) {
      $0.artists = song.artists?.compactMap(\.name) ?? []
    }
  }

  private init(
    _ attributes: AppleMusic.TrackAttributes?,
    albumID: String?,
    relationships: (inout TrackDetails) -> Void
  ) {
    var details = TrackDetails()
    if let attributes {
      details.composers = [attributes.composerName].compactMap(\.self)
      // The root genre carries no information.
      details.genres = (attributes.genreNames ?? []).filter { $0 != "Music" }
      details.date = attributes.released?.description
      details.isExplicit = attributes.contentRating == .explicit
      details.isrc = attributes.isrc
      details.page = URL(page: attributes.url)
      details.attribution = "Apple Music"
      details.artwork = attributes.artwork.flatMap { Artwork($0) }
    }
    relationships(&details)
    self.init(
      title: attributes?.name,
      artist: attributes?.artistName,
      album: attributes?.albumName,
      duration: attributes?.duration.flatMap(\.ifPlausible),
      albumID: albumID,
      discNumber: attributes?.discNumber,
      trackNumber: attributes?.trackNumber,
      details: details
    )
  }
}

extension Artwork {
  /// Makes a picture of Apple Music, uncropped and as JPEG. `nil` if it has no public address. The
  /// address of an upload is signed, so it is not public.
  public init?(_ artwork: AppleMusic.Artwork) {
    let template = artwork.url?
      .replacingOccurrences(of: "{c}", with: AppleMusic.Artwork.Crop.boundedBox.rawValue)
      .replacingOccurrences(of: "{f}", with: AppleMusic.Artwork.Format.jpg.rawValue)
    let largest = [artwork.width, artwork.height].compactMap(\.self).filter { $0 > 0 }.max()
    self.init(addressTemplate: template, largest: largest)
  }
}
