import Foundation
import PlayerKit
import PlayerKitServices

/// A song for the protocol: from the queue, a playlist or a catalog.
struct MPDSong {
  /// The name of the song in the protocol.
  var file: String
  var metadata: TrackMetadata
  /// The duration, if the player knows it better than the metadata.
  var duration: Duration?
  /// The metadata reported by a station.
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

  /// Returns the values of a tag.
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

  /// Writes the lines of the song.
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
  /// The duration in seconds, with milliseconds.
  var mpd: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    let digits = String(abs(milliseconds))
    return "\(seconds)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// The duration in whole seconds, rounded.
  var rounded: Int64 { (self + .milliseconds(500)).components.seconds }
}

/// The names of queue entries for clients.
struct MPDNames: Sendable {
  let recognizers: LinkRecognizers

  /// The prefix for the name of an entry whose address is secret.
  static let prefix = "entry/"

  /// Returns the name of an entry: its address if it is public, or its page at the service if the
  /// page identifies it, or its number. File paths, and addresses with a query, are never shown.
  func name(of item: QueueItem, number: UInt32) -> String {
    address(of: item.track) ?? "\(Self.prefix)\(number)"
  }

  /// Returns the address from which the track can be loaded again. `nil` if it is secret.
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

  /// Returns the number in an entry's name.
  static func number(in name: String) -> Int? {
    guard name.hasPrefix(prefix) else { return nil }
    return Int(name.dropFirst(prefix.count))
  }
}
