import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  /// Creates metadata from the iTunes Store's data of a song. It has no ISRC and no composer.
  public init(_ song: ITunes.Song) {
    var details = TrackDetails()
    details.albumArtist = song.collectionArtistName
    details.genres = [song.primaryGenreName].compactMap(\.self)
    details.date = song.releaseDate.flatMap(PartialDate.init)?.description
    details.trackCount = song.trackCount
    details.discCount = song.discCount
    details.isExplicit = song.explicitness.map { $0 == .explicit }
    details.page = URL(page: song.viewURL?.absoluteString)
    // The store's terms require this line and a link to the store.
    details.attribution = "Provided courtesy of iTunes"
    details.artwork = song.artwork
    self.init(
      title: song.name,
      artist: song.artistName,
      album: song.collectionName,
      duration: song.duration.flatMap(\.ifPlausible),
      albumID: song.collectionID,
      discNumber: song.discNumber,
      trackNumber: song.trackNumber,
      details: details
    )
  }
}

extension ITunes.StoreRecord {
  /// The cover, which the store scales to any size; `nil` if it has no public address.
  public var artwork: Artwork? {
    let sizes: [(ITunes.Field, Int)] = [
      (.artworkUrl600, 600), (.artworkUrl100, 100), (.artworkUrl60, 60), (.artworkUrl30, 30),
    ]
    let addresses = sizes.map { (address: fields.text($0.0), size: Int?($0.1)) }
    let largest = addresses.lazy.compactMap(\.address).first
    return largest.flatMap { Artwork(addressTemplate: ITunes.artworkTemplate($0)) }
      ?? Artwork(addresses: addresses)
  }
}
