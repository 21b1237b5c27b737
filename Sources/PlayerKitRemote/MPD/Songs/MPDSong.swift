import Foundation
import PlayerKitServices
import PlayerKit

/// What is told of a song, and asked about it, be it in the queue, in a playlist or in a catalog.
struct MPDSong {
  /// By what it is named.
  var file: String
  var metadata: TrackMetadata
  /// How long it is, where the player knows better than the metadata.
  var duration: Duration?
  /// What a station tells.
  var stream: StreamMetadata?
  /// The part to play.
  var clip: Clip?

  init(file: String, metadata: TrackMetadata) {
    self.file = file
    self.metadata = metadata
    duration = metadata.duration
  }

  init(_ entry: CatalogEntry, file: String) {
    self.init(
      file: file,
      metadata: TrackMetadata(
        title: entry.title,
        artist: entry.artist,
        album: entry.album,
        duration: entry.duration
      )
    )
  }

  /// The values of a tag.
  func values(of tag: MPDTag) -> [String] {
    let details = metadata.details
    let values: [String?] =
      switch tag {
      case .artist:
        if let artist = stream?.artist { [artist] } else { artists }
      case .album: [metadata.album]
      case .albumArtist: [details.albumArtist]
      case .title: [stream?.title ?? metadata.title]
      case .track: [metadata.trackNumber.map(String.init)]
      case .name: [stream?.name]
      case .genre: details.genres
      case .date: [details.date]
      case .composer: details.composers
      case .disc: [metadata.discNumber.map(String.init)]
      case .comment: [details.comment]
      case .musicBrainzArtist: details.musicBrainz?.artists ?? []
      case .musicBrainzAlbum: [details.musicBrainz?.release]
      case .musicBrainzAlbumArtist: details.musicBrainz?.albumArtists ?? []
      case .musicBrainzTrack: [details.musicBrainz?.recording]
      case .musicBrainzReleaseTrack: [details.musicBrainz?.track]
      }
    return values.compactMap(\.self).filter { !$0.isEmpty }
  }

  private var artists: [String?] {
    let several = metadata.details.artists
    return several.count > 1 ? several : [metadata.artist ?? several.first]
  }

  /// Writes its lines.
  func write(into response: inout MPDResponse, tags: Set<MPDTag>) {
    response.add("file", file)
    if let clip {
      response.add("Range", "\(clip.start.mpd)-\(clip.end?.mpd ?? "")")
    }
    for tag in MPDTag.allCases where tags.contains(tag) {
      for value in values(of: tag) { response.add(tag.rawValue, value) }
    }
    guard let duration, duration >= .zero else { return }
    response.add("Time", duration.rounded)
    response.add("duration", duration.mpd)
  }
}

extension Duration {
  /// Seconds, to the millisecond.
  var mpd: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    let digits = String(abs(milliseconds))
    return "\(seconds)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// Whole seconds, to the nearest.
  var rounded: Int64 { (self + .milliseconds(500)).components.seconds }
}

/// How entries of the queue are named to clients.
struct MPDNames: Sendable {
  let recognizers: LinkRecognizers

  /// What an entry's name begins with whose address is for nobody to see.
  static let prefix = "entry/"

  /// The name of an entry: its address where anybody may know that and come by it, its page at the service
  /// where that names it, and its number else. Paths, and addresses with a query, are told to nobody.
  func name(of item: QueueItem, number: UInt32) -> String {
    address(of: item.track) ?? "\(Self.prefix)\(number)"
  }

  /// The address by which a track can be had again; `nil` where it is a secret.
  func address(of track: any Track) -> String? {
    if let track = track as? URLTrack {
      guard let source = try? track.mediaSource(), case .remote(let url) = source.location,
        source.headers.isEmpty, url.query() == nil, url.user() == nil, url.fragment() == nil
      else { return nil }
      return url.absoluteString
    }
    guard let page = track.metadata.details.page?.absoluteString else { return nil }
    guard case .link = MusicReference(page, recognizers: recognizers) else { return nil }
    return page
  }

  /// The number of the entry with that name.
  static func number(in name: String) -> Int? {
    guard name.hasPrefix(prefix) else { return nil }
    return Int(name.dropFirst(prefix.count))
  }
}
