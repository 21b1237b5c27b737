import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// A file of an item of the Internet Archive, played in full.
public struct InternetArchiveTrack: Track, StorableTrack, Hashable, Codable {
  /// The item's identifier, a slash, and the file's name with its folders.
  public let id: String
  /// The metadata of the track.
  public let metadata: TrackMetadata

  /// The type name in stores.
  public static var storedType: String { "internetArchive" }

  /// The archive's player, then the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.internetArchive, .sameRecording] }

  /// Makes a track of an id.
  public init(id: String, metadata: TrackMetadata = TrackMetadata()) {
    self.id = id
    self.metadata = metadata
  }

  /// Returns the tracks of an item, each in its best format.
  ///
  /// - Parameter item: The item with its files.
  /// - Parameter formats: The formats, the preferred one first. A song without any of them uses
  ///   another playable format.
  public static func tracks(
    of item: InternetArchive.Item,
    preferring formats: [ArchiveFormat] = .best
  ) -> [InternetArchiveTrack] {
    let songs = item.songs(preferring: formats)
    return songs.compactMap { InternetArchiveTrack($0, of: item, count: songs.count) }
  }

  /// Makes a track of a song. `nil` if the item has no identifier.
  init?(_ song: ArchiveSong, of item: InternetArchive.Item, count: Int? = nil) {
    guard let id = item.id, let metadata = item.metadata, ArchiveRule.isID(id) else { return nil }
    self.init(
      id: id + "/" + song.file.name,
      metadata: TrackMetadata(song, of: metadata, id: id, count)
    )
  }
}

extension TrackMetadata {
  /// Makes the metadata of a search result.
  public init(_ item: InternetArchive.Summary) {
    self.init(
      title: item.title?.first,
      artist: item.creator?.joined,
      details: TrackDetails(archive: item.id, date: item.date?.first, artists: item.creator)
    )
  }

  init(_ song: ArchiveSong, of item: InternetArchive.Metadata, id: String, _ count: Int?) {
    let date = item.date?.first ?? item.year?.first
    var details = TrackDetails(archive: id, date: date, artists: nil)
    details.albumArtist = item.creator?.joined
    details.trackCount = count
    let name = ArchiveRule.parts(ArchiveRule.stem(song.file.name)).last
    self.init(
      title: song.text(\.title) ?? name?.cleaned,
      artist: song.text(\.artist) ?? song.text(\.creator) ?? item.creator?.joined,
      album: item.title?.first,
      duration: song.value(\.duration),
      albumID: id,
      trackNumber: song.value(\.trackNumber),
      details: details
    )
  }
}

extension TrackDetails {
  fileprivate init(archive item: String, date: String?, artists: InternetArchive.Texts?) {
    self.init()
    self.artists = artists?.all ?? []
    // A time may also follow after a space.
    self.date = date?.split(separator: " ").first.flatMap { PartialDate(String($0)) }?.description
    page = InternetArchive.page(of: item)
    artwork = Artwork(addresses: [(address: "https://archive.org/services/img/" + item, size: nil)])
  }
}
