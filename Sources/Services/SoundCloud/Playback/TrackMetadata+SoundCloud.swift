import PlayerKitSystem
import Foundation
import PlayerKitServices
import PlayerKit

extension TrackMetadata {
  /// What SoundCloud tells of a track. Its terms want the uploader, SoundCloud and the page to be shown:
  /// they stand in ``TrackDetails/attribution`` and ``TrackDetails/page``.
  ///
  /// - Parameters:
  ///   - album: the album that it was found in; a playlist is none.
  ///   - number: its place there, from 1.
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
    // That of a private track holds what it is shared by.
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
  /// The picture in its sizes, else that of the uploader; `nil` where there is none.
  public var artwork: Artwork? { Artwork(soundCloud: artworkUrl) ?? user?.artwork }

  /// The date of release as far as it is known: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  var releaseDate: String? {
    func two(_ number: Int) -> String { (number < 10 ? "-0" : "-") + String(number) }
    guard let releaseYear, (1_000...9_999).contains(releaseYear) else { return nil }
    guard let releaseMonth, (1...12).contains(releaseMonth) else { return String(releaseYear) }
    let day = releaseDay.flatMap { (1...31).contains($0) ? two($0) : nil } ?? ""
    return String(releaseYear) + two(releaseMonth) + day
  }
}

extension SoundCloud.Playlist {
  /// The picture in its sizes, else that of who made it; `nil` where there is none.
  public var artwork: Artwork? { Artwork(soundCloud: artworkUrl) ?? user?.artwork }
}

extension SoundCloud.User {
  /// The picture in its sizes; `nil` where there is none.
  public var artwork: Artwork? { Artwork(soundCloud: avatarUrl) }
}

extension Artwork {
  /// A picture whose address names one size, and of which there are others.
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
