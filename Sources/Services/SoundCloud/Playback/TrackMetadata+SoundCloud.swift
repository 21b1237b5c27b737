import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  /// Creates metadata from SoundCloud's data of a track. Its terms require you to show the
  /// uploader, SoundCloud and the page, which are in ``TrackDetails/attribution`` and
  /// ``TrackDetails/page``.
  ///
  /// - Parameters:
  ///   - track: The service's data.
  ///   - album: The album that contains the track. Playlists are ignored.
  ///   - number: The track number in the album, from 1.
  public init(
    _ track: SoundCloud.Track,
    album: SoundCloud.Playlist? = nil,
    number: Int? = nil
  ) {
    let album = album.flatMap { $0.isAlbum ? $0 : nil }
    let uploader = track.user?.username
    let artist = track.metadataArtist.flatMap { $0.isEmpty ? nil : $0 } ?? uploader
    var details = TrackDetails()
    details.albumArtist = album?.user?.username
    details.artists = [artist].compactMap(\.self)
    details.genres = [track.genre].compactMap { $0.flatMap { $0.isEmpty ? nil : $0 } }
    details.date = track.releaseDate
    details.trackCount = album?.trackCount
    details.isrc = track.isrc.flatMap { $0.isEmpty ? nil : $0 }
    // The page of a private track contains the sharing token.
    details.page = track.sharing == "private" ? nil : URL(page: track.permalinkUrl)
    details.attribution = [uploader, "SoundCloud"].compactMap(\.self).joined(separator: ", ")
    details.artwork = track.artwork
    self.init(
      title: track.title,
      artist: artist,
      album: album?.title,
      duration: track.duration.flatMap(\.ifPlausible),
      albumID: album?.id,
      trackNumber: album == nil ? nil : number,
      details: details
    )
  }
}

extension SoundCloud.Track {
  /// The picture in its sizes, or else the uploader's; `nil` if there is none.
  public var artwork: Artwork? { Artwork(soundCloud: artworkUrl) ?? user?.artwork }

  /// The known part of the release date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  var releaseDate: String? {
    func two(_ number: Int) -> String { (number < 10 ? "-0" : "-") + String(number) }
    guard let releaseYear, (1_000...9_999).contains(releaseYear) else { return nil }
    guard let releaseMonth, (1...12).contains(releaseMonth) else { return String(releaseYear) }
    let day = releaseDay.flatMap { (1...31).contains($0) ? two($0) : nil } ?? ""
    return String(releaseYear) + two(releaseMonth) + day
  }
}

extension SoundCloud.Playlist {
  /// The picture in its sizes, or else the creator's; `nil` if there is none.
  public var artwork: Artwork? { Artwork(soundCloud: artworkUrl) ?? user?.artwork }
}

extension SoundCloud.User {
  /// The picture in its sizes; `nil` if there is none.
  public var artwork: Artwork? { Artwork(soundCloud: avatarUrl) }
}

extension Artwork {
  /// Creates artwork from an address that names one of several available sizes.
  init?(soundCloud address: String?) {
    guard let address else { return nil }
    guard let name = address.range(of: "-large.", options: .backwards) else {
      self.init(addresses: [(address: address, size: nil)])
      return
    }
    let sizes = [("t300x300", 300), ("t500x500", 500), ("large", 100)]
    self.init(
      addresses: sizes.map { word, size in
        (address: address.replacingCharacters(in: name, with: "-\(word)."), size: size)
      }
    )
  }
}
