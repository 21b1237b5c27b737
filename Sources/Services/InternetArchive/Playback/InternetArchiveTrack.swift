import PlayerKitSystem
import Foundation
import PlayerKitServices
import PlayerKit

/// A file of an item of the Internet Archive, to be played whole.
public struct InternetArchiveTrack: Track, StorableTrack, Hashable, Codable {
  /// The item's identifier, a slash, and the file's name with its folders.
  public let id: String
  /// What to show.
  public let metadata: TrackMetadata

  /// The name under which stores keep it.
  public static var storedType: String { "internetArchive" }

  /// Played by the resolver of the archive, else the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.internetArchive, .sameRecording] }

  /// Makes a track of an id.
  public init(id: String, metadata: TrackMetadata = TrackMetadata()) {
    self.id = id
    self.metadata = metadata
  }

  /// The tracks of an item, each in the best format that it has.
  ///
  /// - Parameter formats: the preferred first. What has none of them comes in what can be played.
  public static func tracks(
    of item: InternetArchive.Item,
    preferring formats: [ArchiveFormat] = .best
  ) -> [InternetArchiveTrack] {
    let songs = item.songs(preferring: formats)
    return songs.compactMap { InternetArchiveTrack($0, of: item, count: songs.count) }
  }

  /// Makes a track of a song; `nil` of an item without an identifier.
  init?(_ song: ArchiveSong, of item: InternetArchive.Item, count: Int? = nil) {
    guard let id = item.id, let metadata = item.metadata, ArchiveRule.isID(id) else { return nil }
    self.init(
      id: id + "/" + song.file.name,
      metadata: TrackMetadata(song, of: metadata, id: id, count)
    )
  }
}

extension TrackMetadata {
  /// What the search tells of an item.
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
    // A time stands behind a space, too.
    self.date = date?.split(separator: " ").first.flatMap { PartialDate(String($0)) }?.description
    page = InternetArchive.page(of: item)
    artwork = Artwork(addresses: [(address: "https://archive.org/services/img/" + item, size: nil)])
  }
}
